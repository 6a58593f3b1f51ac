package org.jzfof.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a process leaves what it says. Standard output and error have a file each: in one, an error
 * could come into the middle of a line of the other.
 *
 * @param out file of the standard output
 * @param err file of the standard error
 */
public record JobOutput(Path out, Path err) {

  /** Two new files in a folder. */
  public static JobOutput in(Path folder) throws IOException {
    return new JobOutput(
        Files.createTempFile(folder, "out", ".txt"), Files.createTempFile(folder, "err", ".txt"));
  }

  /** Starts a process that writes to these files. */
  public Process start(ProcessBuilder builder) throws IOException {
    return builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
  }

  /** What was said so far: the standard output, then the standard error. */
  public String text() throws IOException {
    return Files.readString(out) + Files.readString(err);
  }
}
