package org.jzfof.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jzfof.error.UsageException;

/**
 * Which spheres around groups are measured.
 *
 * @param limits mean densities of the spheres; empty without spheres
 * @param crossing choice among several radii with the same mean density
 * @param asked whether the user named the limits; the limits {@link #USUAL} are measured only where
 *     the snapshot allows it
 * @param softening Plummer-equivalent softening length for the potential, in length units of the
 *     snapshot; NaN for that of the snapshot
 * @param flags whether the catalogue flags spheres whose first and last crossing differ
 * @param types particle types that count, increasing; null for all types present
 * @param properties properties of groups that are measured about the centres of the spheres
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

  /** In the list of limits: no spheres. */
  private static final String NO_LIMIT = "none";

  /** Default limits. */
  public static final List<Overdensity> USUAL = limits(List.of("200c", "500c", "200m", "vir"));

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

  /** Without flags and properties, of particles of all types. */
  public SphereOptions(
      List<Overdensity> limits, Crossing crossing, Centre centre, boolean asked, double softening) {
    this(limits, crossing, centre, asked, softening, false, null, Set.of());
  }

  /** The same, as they are measured. */
  public SphereOptions as(List<Overdensity> sorted, double used) {
    return new SphereOptions(sorted, crossing, centre, asked, used, flags, types, properties);
  }

  /** The same with other types that count. */
  public SphereOptions ofTypes(int... selected) {
    return new SphereOptions(
        limits, crossing, centre, asked, softening, flags, selected, properties);
  }

  /** Whether particles of a type count. */
  public boolean counts(int type) {
    return types == null || Arrays.binarySearch(types, type) >= 0;
  }

  /** Which particles count, for a description. */
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
   * @param names names as the user gave them: 200c, 500c, 200m, vir; or none alone
   * @throws UsageException if one is no limit, or there twice
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
   * The same without some properties.
   *
   * @param warnings list that receives one sentence per property left out for lack of velocities
   */
  public SphereOptions without(Set<Property> lacking, List<String> warnings) {
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

  /** Whether the options name any sphere. */
  public boolean enabled() {
    return !limits.isEmpty();
  }
}
