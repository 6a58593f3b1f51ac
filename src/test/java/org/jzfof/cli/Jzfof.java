package org.jzfof.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jzfof.comm.local.LocalCommunicator;
import org.jzfof.pipeline.HaloFinder;

/** Runs jzfof in this process, just as its main method does, but for the exit. */
public final class Jzfof {
  private Jzfof() {}

  /**
   * Runs one command line.
   *
   * @param words the arguments; each is turned into text
   */
  public static Outcome run(Object... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    HaloFinder finder = new HaloFinder(new LocalCommunicator(), VersionProvider.jzfof());
    int code =
        new Main(finder, new PrintStream(out, true), new PrintStream(err, true))
            .run(Arrays.stream(words).map(String::valueOf).toArray(String[]::new));
    return new Outcome(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
