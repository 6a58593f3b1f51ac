package org.jzfof.cli.common;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.cli.common.OptionGroups.Heading;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of commands that write one file for each of several catalogues. */
@Heading(Heading.OUTPUT)
public final class FolderOptions {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Folder for the files (default: the current one).")
  private Path folder;

  @Option(
      names = "--overwrite",
      description = "Replace existing files, even those of other programs or of other catalogues.")
  private boolean overwrite;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  public Path folder() {
    return folder;
  }

  public boolean overwrite() {
    return overwrite;
  }

  /** Returns the files that the command line names as input. */
  public List<Path> alsoRead() {
    return ReadFiles.of(command);
  }
}
