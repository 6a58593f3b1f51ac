package org.jzfof.cli;

import org.jzfof.config.SubhaloOptions;
import picocli.CommandLine.Option;

/** Which subhaloes a run looks for. */
final class SubhaloChoice {
  @Option(
      names = "--subhaloes",
      description =
          "Also find the subhaloes of the groups, as SUBFIND does: the self-bound particles of each density peak and of the rest of the group, with their properties. Members are listed subhalo by subhalo, the most bound first. With --format swift and yt they have a file of their own.")
  private boolean wanted;

  @Option(
      names = "--density-neighbours",
      paramLabel = "N",
      defaultValue = "64",
      description =
          "With --subhaloes: number of nearest particles for each local density, the particle itself included (default: ${DEFAULT-VALUE}).")
  private int densityNeighbours;

  /** As chosen. */
  SubhaloOptions chosen() {
    return new SubhaloOptions(wanted, densityNeighbours, Double.NaN);
  }
}
