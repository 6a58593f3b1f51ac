package org.jzfof.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jzfof.error.UsageException;

/**
 * Options of the spheres around groups.
 *
 * @param limits mean densities of the spheres; empty without spheres
 * @param asked whether the user named the limits; the limits {@link #DEFAULT_LIMITS} are measured
 *     only if the snapshot allows it
 * @param softening Plummer-equivalent softening length for the potential, in length units of the
 *     snapshot; NaN for the value in the snapshot
 * @param flags whether the catalogue flags spheres whose first and last crossing differ
 * @param types particle types that count, increasing; null for all types present
 */
public record SphereOptions(
    List<Overdensity> limits,
    Crossing crossing,
    Centre centre,
    boolean asked,
    double softening,
    boolean flags,
    int[] types,
    Set<Property> properties) {
  /** No spheres. */
  public static final SphereOptions NONE =
      new SphereOptions(List.of(), Crossing.LAST, Centre.POTENTIAL, false, Double.NaN);

  /** The entry in the list of limits that selects no spheres. */
  private static final String NO_LIMIT = "none";

  /** Default limits. */
  public static final List<Overdensity> DEFAULT_LIMITS =
      limits(List.of("200c", "500c", "200m", "vir"));

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public SphereOptions {
    if (softening <= 0 || Double.isInfinite(softening)) {
      throw new UsageException(
          "--softening is %s: give a finite length above 0".formatted(softening));
    }
    types = types == null ? null : ParticleChoice.validTypes("--so-types", types);
  }

  /** Options without flags and properties, for particles of all types. */
  public SphereOptions(
      List<Overdensity> limits, Crossing crossing, Centre centre, boolean asked, double softening) {
    this(limits, crossing, centre, asked, softening, false, null, Set.of());
  }

  /**
   * The same options with the values that a run uses.
   *
   * @param sorted limits in the order of measurement
   * @param used softening length in length units of the snapshot
   */
  public SphereOptions measured(List<Overdensity> sorted, double used) {
    return new SphereOptions(sorted, crossing, centre, asked, used, flags, types, properties);
  }

  /** The same options with other particle types that count. */
  public SphereOptions withTypes(int... selected) {
    return new SphereOptions(
        limits, crossing, centre, asked, softening, flags, selected, properties);
  }

  /** Whether particles of a type count. */
  public boolean counts(int type) {
    return types == null || Arrays.binarySearch(types, type) >= 0;
  }

  /** Description of the particles that count. */
  public String particles() {
    return types == null
        ? "all particles"
        : Arrays.stream(types)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(", ", "the particles of type ", ""));
  }

  /**
   * Reads limits.
   *
   * @param names names from the command line, such as 200c, 500c, 200m, vir; or a single none
   * @throws UsageException if a name is no limit or repeated
   */
  public static List<Overdensity> limits(List<String> names) {
    List<Overdensity> limits = new ArrayList<>();
    for (String name : names) {
      if (name.equals(NO_LIMIT) && names.size() == 1) {
        return List.of();
      }
      Overdensity limit = Overdensity.of("--so", name);
      if (limits.contains(limit)) {
        throw new UsageException("--so has %s twice: name each limit once".formatted(limit));
      }
      limits.add(limit);
    }
    return List.copyOf(limits);
  }

  /**
   * The same options without properties that need velocities.
   *
   * @param warnings list that receives one sentence per property that is left out
   */
  public SphereOptions withoutProperties(Set<Property> lacking, List<String> warnings) {
    EnumSet<Property> left = EnumSet.noneOf(Property.class);
    for (Property property : properties) {
      if (lacking.contains(property)) {
        warnings.add(
            "the snapshot lacks velocities that --properties %s needs: it is left out"
                .formatted(property.optionName()));
      } else {
        left.add(property);
      }
    }
    return new SphereOptions(limits, crossing, centre, asked, softening, flags, types, left);
  }

  /** Whether any spheres are measured. */
  public boolean enabled() {
    return !limits.isEmpty();
  }
}
