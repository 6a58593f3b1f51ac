package org.jzfof.cli.common;

import org.jzfof.cli.common.OptionGroups.Heading;
import picocli.CommandLine.Option;

/** Options of commands that write one or several files. */
@Heading(Heading.OUTPUT)
public final class WriteOptions {
  @Option(
      names = "--files",
      paramLabel = "K",
      defaultValue = "1",
      description = "Number of files to write (default: ${DEFAULT-VALUE}).")
  private int files;

  @Option(names = "--dry-run", description = "Check the input, estimate the memory, write nothing.")
  private boolean dryRun;

  @Option(
      names = "--overwrite",
      description = "Replace existing files, even those of other programs or of another snapshot.")
  private boolean overwrite;

  public int files() {
    return files;
  }

  public boolean overwrite() {
    return overwrite;
  }

  public boolean dryRun() {
    return dryRun;
  }

  /** Describes the output files by the first file and the number of further files. */
  public String describe(Object first) {
    return first + (files > 1 ? " and %d more".formatted(files - 1) : "");
  }
}
