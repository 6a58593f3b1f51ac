package org.jzfof.cli.common;

import org.jzfof.cli.common.OptionGroups.Heading;
import picocli.CommandLine.Option;

/** How many ranks share the work of a command. */
@Heading(Heading.COMPUTER)
public final class RankOptions {
  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = "Ranks inside this process (default: 1, or what mpirun or srun starts).")
  private Integer ranks;

  /** As asked for, or null. */
  public Integer ranks() {
    return ranks;
  }
}
