package org.jzfof.cli.common;

import org.jzfof.cli.common.OptionGroups.Heading;
import org.jzfof.config.search.SearchOutput;
import picocli.CommandLine.Option;

/** Options of commands that write one file. */
@Heading(Heading.OUTPUT)
public final class OneFileOptions {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "File to write, or a folder for it (default: pairs_NNN.hdf5, clusters_NNN.hdf5 or"
              + " spheres_NNN.hdf5, NNN being the number in the snapshot's name, or the name).")
  private String output;

  @Option(names = "--dry-run", description = "Check the input, estimate the memory, write nothing.")
  private boolean dryRun;

  @Option(
      names = "--overwrite",
      description =
          "Replace an existing file, even that of another program or of another snapshot.")
  private boolean overwrite;

  public SearchOutput output() {
    return SearchOutput.of(output, 1, overwrite);
  }

  public boolean dryRun() {
    return dryRun;
  }
}
