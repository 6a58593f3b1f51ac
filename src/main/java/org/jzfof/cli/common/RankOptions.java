package org.jzfof.cli.common;

import org.jzfof.cli.common.OptionGroups.Heading;
import picocli.CommandLine.Option;

/** The option for the number of ranks that share the work of a command. */
@Heading(Heading.COMPUTER)
public final class RankOptions {
  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = "Ranks inside this process (default: 1, or what mpirun or srun starts).")
  private Integer ranks;

  /** Returns the requested number of ranks, or null. */
  public Integer ranks() {
    return ranks;
  }
}
