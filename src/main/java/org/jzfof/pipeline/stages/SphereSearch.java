package org.jzfof.pipeline.stages;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import org.jzfof.config.Centre;
import org.jzfof.config.Overdensity;
import org.jzfof.config.Property;
import org.jzfof.config.SphereOptions;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.SnapshotException;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Expansion;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.spheres.SphereProblem;
import org.jzfof.spheres.properties.CosmologyFactors;

/**
 * The spheres to measure around the groups of a snapshot.
 *
 * @param options options of the user; the limits by increasing density, and the softening as used
 * @param problem limits in units of the snapshot
 * @param types particle types whose masses inside the spheres are measured
 * @param background factors at the time of a group, of its scale factor
 * @param softening Plummer-equivalent softening at the time of a group, of its scale factor
 * @param lightcone expansion of a light cone, whose groups have densities of their own; null for a
 *     snapshot
 */
public record SphereSearch(
    SphereOptions options,
    SphereProblem problem,
    InsideTypes types,
    DoubleFunction<CosmologyFactors> background,
    DoubleUnaryOperator softening,
    Expansion lightcone) {
  /** Creates the spheres around groups of one time. */
  public SphereSearch(
      SphereOptions options,
      SphereProblem problem,
      InsideTypes types,
      CosmologyFactors background) {
    this(options, problem, types, a -> background, a -> options.softening(), null);
  }

  /** Returns the problem for groups, on a light cone with densities at their scale factors. */
  SphereProblem problemOf(GroupCatalogue groups) {
    return lightcone == null
        ? problem
        : problem.withDensities(densities(groups.lightcone().scaleFactor()));
  }

  /** Returns the densities at scale factors; infinite for groups without one. */
  private double[] densities(double[] scaleFactor) {
    int spheres = problem.spheres();
    double mean = lightcone.meanDensity();
    double[] densities = new double[scaleFactor.length * spheres];
    for (int i = 0; i < densities.length; i++) {
      double a = scaleFactor[i / spheres];
      double omega = lightcone.cosmology().omegaMatterAt(a);
      densities[i] =
          a > 0
              ? mean * options.limits().get(i % spheres).overMean(omega)
              : Double.POSITIVE_INFINITY;
    }
    return densities;
  }

  /** Returns why no spheres can be measured in this space; empty if they can. */
  public static Optional<String> obstacle(SearchSpace space) {
    return space.isCondensed()
        ? Optional.of(
            "distant particles make the coordinates coarse, so that empty regions are cut out")
        : Optional.empty();
  }

  /** Describes the limits and their centre, for a report. */
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
   * Creates the spheres from options, the background cosmology and the softening of a snapshot.
   *
   * @param linked types of the linked particles, at least one
   * @param warnings list that receives the assumptions
   * @throws SnapshotException if the snapshot lacks required data
   */
  public static SphereSearch of(
      SphereOptions options,
      SnapshotHeader header,
      SearchSpace space,
      int[] linked,
      double separation,
      List<String> warnings) {
    Expansion expansion = header.expansionOf(Double.NaN);
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
    DoubleUnaryOperator softening = a -> options.softening();
    if (options.centre() == Centre.POTENTIAL) {
      softening =
          SofteningChoice.of(
              options.softening(),
              space.map().largestCell(),
              header,
              linked[0],
              separation,
              "centres",
              warnings);
    }
    return new SphereSearch(
        options.measured(limits, softening.applyAsDouble(Double.NaN)),
        new SphereProblem(
            density, expansion.criticalDensityToday(), options.crossing(), options.flags()),
        InsideTypes.of(options, header, linked),
        header.ofGroups(
            then ->
                new CosmologyFactors(
                    Cosmology.gravity(header.units()),
                    then.flow(),
                    then.epoch().scaleFactor(),
                    header.velocityToPeculiar())),
        softening,
        header.epoch().timed() ? null : expansion);
  }

  /** Returns whether any property of group members is requested. */
  boolean needsMembers() {
    return options.properties().stream().anyMatch(Property::ofMembers);
  }
}
