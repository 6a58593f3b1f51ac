package org.jzfof.cli.common;

import picocli.CommandLine.Option;

/** How many ranks share the work of a command. */
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
