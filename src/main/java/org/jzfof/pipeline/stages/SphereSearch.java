package org.jzfof.pipeline.stages;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jzfof.config.Centre;
import org.jzfof.config.Overdensity;
import org.jzfof.config.Property;
import org.jzfof.config.SphereOptions;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Expansion;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.spheres.SphereProblem;
import org.jzfof.spheres.properties.CosmologyFactors;

/**
 * Spheres to look for around the groups of a snapshot.
 *
 * @param options as asked for; the limits by increasing density, and the softening that is used
 * @param problem the same in units of the snapshot
 * @param types whose masses inside the spheres are looked for
 * @param background for properties of groups
 */
public record SphereSearch(
    SphereOptions options, SphereProblem problem, InsideTypes types, CosmologyFactors background) {
  /** Why no spheres can be measured in this space; empty if they can. */
  public static Optional<String> obstacle(SearchSpace space) {
    return space.isCondensed()
        ? Optional.of(
            "distant particles make the coordinates coarse, so that empty regions are cut out")
        : Optional.empty();
  }

  /** For a report: the limits and their centre. */
  public String description() {
    return options.limits().stream().map(Overdensity::toString).collect(Collectors.joining(", "))
        + " around the "
        + switch (options.centre()) {
          case POTENTIAL -> "deepest member";
          case DENSITY -> "densest member";
          case COM -> "centre of mass";
        };
  }

  /**
   * Reads the background cosmology and the softening of a snapshot.
   *
   * @param space that the groups are searched in
   * @param linked types of the linked particles, at least one
   * @param separation mean separation of these
   * @param warnings receives what is assumed
   * @throws SnapshotException if the snapshot does not say what is needed
   */
  public static SphereSearch of(
      SphereOptions options,
      SnapshotHeader header,
      SearchSpace space,
      int[] linked,
      double separation,
      List<String> warnings) {
    Expansion expansion = header.expansion();
    expansion
        .obstacle()
        .ifPresent(
            why -> {
              throw new SnapshotException(
                  "--so needs the density of the universe, but %s: give what is missing, or --so none"
                      .formatted(why));
            });
    if (obstacle(space).isPresent()) {
      throw new SnapshotException(
          "--so measures distances across the box, but distant particles make its coordinates coarse, so that empty regions are cut out: remove the distant particles, or leave --so out");
    }
    double omega = expansion.omegaMatter();
    double mean = expansion.meanDensity();
    List<Overdensity> limits =
        options.limits().stream()
            .sorted(Comparator.comparingDouble(limit -> limit.overMean(omega)))
            .toList();
    double[] density = limits.stream().mapToDouble(limit -> mean * limit.overMean(omega)).toArray();
    double softening = options.softening();
    if (options.centre() == Centre.POTENTIAL) {
      softening =
          SofteningChoice.of(
              softening,
              space.map().largestCell(),
              header,
              linked[0],
              separation,
              "centres",
              warnings);
    }
    return new SphereSearch(
        options.measured(limits, softening),
        new SphereProblem(
            density, expansion.criticalDensityToday(), options.crossing(), options.flags()),
        InsideTypes.of(options, header, linked),
        new CosmologyFactors(
            Cosmology.gravity(header.units()),
            expansion.flow(),
            header.scaleFactor(),
            header.velocityToPeculiar()));
  }

  /** Whether any property of the members of groups is wanted. */
  boolean membersWanted() {
    return options.properties().stream().anyMatch(Property::ofMembers);
  }
}
