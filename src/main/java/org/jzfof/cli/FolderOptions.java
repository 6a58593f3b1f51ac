package org.jzfof.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options of commands that write a file for each of several catalogues. */
final class FolderOptions {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      converter = OutputPlace.class,
      defaultValue = ".",
      description = "Folder for the files (default: the current one).")
  private Path folder;

  @Option(
      names = "--overwrite",
      description = "Replace existing files, even those of other programs or of other catalogues.")
  private boolean overwrite;

  Path folder() {
    return folder;
  }

  boolean overwrite() {
    return overwrite;
  }
}
