package org.jzfof.cli;

import org.jzfof.config.KnnOutput;
import picocli.CommandLine.Option;

/** Where a command writes one file, if it does. */
final class OneFileOptions {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "File to write, or a folder for it (default: pairs_NNN.hdf5 or clusters_NNN.hdf5,"
              + " NNN being the number of the snapshot, or its name without one).")
  private String output;

  @Option(names = "--dry-run", description = "Check everything, estimate memory, write nothing.")
  private boolean dryRun;

  @Option(
      names = "--overwrite",
      description =
          "Replace a file in the way even where it is not of jzfof, or of another snapshot.")
  private boolean overwrite;

  KnnOutput output() {
    return KnnOutput.of(output, overwrite);
  }

  boolean dryRun() {
    return dryRun;
  }
}
