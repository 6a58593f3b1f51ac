package org.jzfof.cli;

import org.jzfof.config.SubhaloOptions;
import picocli.CommandLine.Option;

/** Which subhaloes a run looks for. */
final class SubhaloChoice {
  @Option(
      names = "--subhaloes",
      description =
          "Also find the subhaloes of the groups, as SUBFIND does: what is bound of density peaks and"
              + " of the rest of the group, with their properties; members are listed subhalo by"
              + " subhalo, the most bound first. With --format swift and yt they have a file of their"
              + " own.")
  private boolean wanted;

  @Option(
      names = "--density-neighbours",
      paramLabel = "N",
      defaultValue = "64",
      description =
          "Nearest particles that a local density is of, the particle itself counted, for"
              + " --subhaloes (default: ${DEFAULT-VALUE}).")
  private int densityNeighbours;

  /** As chosen. */
  SubhaloOptions chosen() {
    return new SubhaloOptions(wanted, densityNeighbours, Double.NaN);
  }
}
