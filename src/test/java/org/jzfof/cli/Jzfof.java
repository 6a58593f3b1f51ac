package org.jzfof.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.RankEnvironment;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.pipeline.HaloFinder;

/** Runs jzfof in this process, just as its main method does, but for the exit. */
public final class Jzfof {
  private Jzfof() {}

  /** Runs the command line of some words and more of them. */
  public static Outcome run(List<?> words, Object... more) {
    return run(Stream.concat(words.stream(), Arrays.stream(more)).toArray());
  }

  /**
   * Runs one command line.
   *
   * @param words the arguments; each is turned into text
   */
  public static Outcome run(Object... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Ranks ranks =
        Ranks.of(RankEnvironment.ALONE, new PrintStream(out, true), new PrintStream(err, true));
    int code =
        new Main(comm -> new HaloFinder(comm, VersionProvider.jzfof()), ranks)
            .run(Arrays.stream(words).map(String::valueOf).toArray(String[]::new));
    return new Outcome(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
