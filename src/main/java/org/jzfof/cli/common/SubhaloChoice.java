package org.jzfof.cli.common;

import java.util.List;
import org.jzfof.cli.common.OptionGroups.Heading;
import org.jzfof.config.SubhaloOptions;
import picocli.CommandLine.Option;

/** Options that select the subhaloes of a run. */
@Heading(Heading.SUBHALOES)
public final class SubhaloChoice {
  @Option(
      names = "--subhaloes",
      description =
          "Also find the subhaloes of the groups, as SUBFIND does: the self-bound particles of each density peak and of the rest of the group, with their properties. Members are listed subhalo by subhalo, in each type by type, the most bound first. With --format swift and yt they have a file of their own.")
  private boolean enabled;

  @Option(
      names = "--density-neighbours",
      paramLabel = "N",
      defaultValue = "64",
      description =
          "With --subhaloes: number of nearest particles for each local density, the particle itself included (default: ${DEFAULT-VALUE}).")
  private int densityNeighbours;

  @Option(
      names = "--apertures",
      paramLabel = "R",
      split = ",",
      description =
          "With --subhaloes: also measure the mass within these distances of each subhalo, in physical kpc, such as 30,50,100: that of its own particles, and that of all particles of the types of --so-types; in all and per type.")
  private List<String> apertures = List.of();

  /** Returns the choices of the user. */
  public SubhaloOptions subhaloOptions() {
    return new SubhaloOptions(enabled, densityNeighbours, Double.NaN).withApertures(apertures);
  }
}
