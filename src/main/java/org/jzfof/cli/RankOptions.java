package org.jzfof.cli;

import picocli.CommandLine.Option;

/** How many ranks share the work of a command. */
final class RankOptions {
  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = "Ranks inside this process (default: 1, or what mpirun or srun starts).")
  private Integer ranks;

  /** As asked for, or null. */
  Integer ranks() {
    return ranks;
  }
}
