package org.jzfof.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** How many ranks share the work of a command. */
final class RankOptions {
  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = "Ranks inside this process (default: 1, or what mpirun or srun starts).")
  private Integer ranks;

  @Option(
      names = "--log-ranks",
      paramLabel = "DIR",
      description = "Each rank writes its stages to DIR/rank-NNNN.log.")
  private Path logs;

  /** As asked for, or null. */
  Integer ranks() {
    return ranks;
  }

  /** Folder for the logs of the ranks, or null. */
  Path logs() {
    return logs;
  }
}
