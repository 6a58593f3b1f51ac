package org.jzfof.properties;

import static org.jzfof.properties.MassProfiles.EXTREMES;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.GroupProperty;
import org.jzfof.groups.MemberList;
import org.jzfof.so.SphereMeasurement;
import org.jzfof.so.SphereScale;

/**
 * Measures properties of groups about their centres: needs the members of the groups of this rank,
 * and of this rank's range of the catalogue the groups with their centres, for which it leaves the
 * properties. Members stay where they are; sums travel.
 */
public final class GroupMeasurement {
  /** Masses and radii are rounded. */
  private static final double MARGIN = 1.001;

  private final PropertyKernels kernels;
  private final Communicator comm;
  private final FixedPoint map;
  private final Background background;

  /**
   * Members of groups, on this rank.
   *
   * @param number place in the catalogue of each group of the list
   * @param first first place of the range of each rank, and the number of all groups [size+1]
   */
  public record Members(
      MemberList list, SortedPoints points, Particles particles, long[] number, long[] first) {}

  /** Every rank makes one. */
  public GroupMeasurement(
      PropertyKernels kernels, Communicator comm, FixedPoint map, Background background) {
    this.kernels = kernels;
    this.comm = comm;
    this.map = map;
    this.background = background;
  }

  /**
   * Every rank calls it.
   *
   * @param groups of this rank's range of the catalogue
   * @param centre of each, fixed-point coordinates [3G]
   * @return all properties; without velocities the dispersions and spins are 0
   */
  public Map<GroupProperty, double[]> measure(
      Members members, GroupCatalogue groups, int[] centre) {
    GroupParts parts = new GroupParts(comm, members.number, members.first);
    SphereScale scale =
        SphereMeasurement.scale(
            comm, map, List.of(new SphereMeasurement.Run(members.points, members.particles)));
    long[] extremes = extremes(parts, members, centre, scale);
    Frames frames = frames(groups, centre, extremes, members.particles);
    long[] sums = sums(parts, members, frames);
    Map<GroupProperty, double[]> found = new EnumMap<>(GroupProperty.class);
    for (GroupProperty property : GroupProperty.values()) {
      found.put(property, new double[property.width() * groups.groups()]);
    }
    IntStream.range(0, groups.groups())
        .parallel()
        .forEach(
            g -> {
              fromProfile(found, g, extremes, scale);
              fromMoments(found, g, Moments.of(sums, frames, g));
            });
    return found;
  }

  private long[] extremes(GroupParts parts, Members members, int[] centre, SphereScale scale) {
    long[] places = IntStream.of(centre).asLongStream().toArray();
    int[] centres = Arrays.stream(parts.toParts(places, 3)).mapToInt(Math::toIntExact).toArray();
    long[] rows = new long[EXTREMES * (centre.length / 3)];
    LinkCriterion metric = LinkCriterion.of(map, 1);
    double perMass = scale.oneMass() ? 0 : scale.perMass();
    try (MassProfiles profiles =
        kernels.profiles(
            members.list, members.points, members.particles, centres, metric, perMass)) {
      parts.toGroups(profiles.extremes(), EXTREMES, (g, found, at) -> join(rows, g, found, at));
      int[] divided = IntStream.range(0, centre.length / 3).filter(parts::several).toArray();
      new DividedProfiles(comm, parts, profiles, metric.isotropic()).complete(divided, rows);
    }
    return rows;
  }

  /** What is not a sum or the largest is of meaning where there is one part. */
  private static void join(long[] rows, int group, long[] found, int at) {
    int to = EXTREMES * group;
    long largest = rows[to + MassProfiles.LARGEST];
    long more = found[at + MassProfiles.LARGEST];
    rows[to + MassProfiles.NUMBER] += found[at + MassProfiles.NUMBER];
    rows[to + MassProfiles.MASS] += found[at + MassProfiles.MASS];
    rows[to + MassProfiles.LARGEST] = Long.compareUnsigned(more, largest) > 0 ? more : largest;
    for (int c = MassProfiles.LARGEST + 1; c < EXTREMES; c++) {
      rows[to + c] = found[at + c];
    }
  }

  private Frames frames(GroupCatalogue groups, int[] centre, long[] extremes, Particles particles) {
    Frames frames = new Frames(centre, groups.velocity(), new double[centre.length]);
    // Two velocities with the largest component in each dimension, in opposite directions.
    double speed = 2 * Math.sqrt(3) * particles.magnitudes().largestSpeed();
    IntStream.range(0, groups.groups())
        .parallel()
        .forEach(
            g -> {
              double radius = length(extremes[EXTREMES * g + MassProfiles.LARGEST]);
              frames.setUnits(g, MARGIN * groups.mass()[g], MARGIN * radius, MARGIN * speed);
            });
    return frames;
  }

  private long[] sums(GroupParts parts, Members members, Frames frames) {
    Frames ofParts = Frames.unpack(parts.toParts(frames.pack(), Frames.LONGS));
    long[] found = kernels.moments(members.list, members.points, members.particles, ofParts, map);
    long[] sums = new long[Moments.LONGS * frames.count()];
    parts.toGroups(
        found,
        Moments.LONGS,
        (g, rows, at) -> {
          for (int c = 0; c < Moments.LONGS; c++) {
            sums[Moments.LONGS * g + c] += rows[at + c];
          }
        });
    return sums;
  }

  private void fromProfile(
      Map<GroupProperty, double[]> found, int g, long[] extremes, SphereScale scale) {
    int at = EXTREMES * g;
    double half = length(extremes[at + MassProfiles.HALF]);
    double before = length(extremes[at + MassProfiles.BEFORE_HALF]);
    found.get(GroupProperty.HALF_MASS_RADIUS)[g] = (half + before) / 2;
    double peak = Double.longBitsToDouble(extremes[at + MassProfiles.PEAK]);
    double massOverLength =
        Math.sqrt(peak) * scale.massUnit() / (map.isotropic() ? map.largestCell() : 1);
    found.get(GroupProperty.VMAX)[g] =
        Math.sqrt(background.gravity() * massOverLength / background.scaleFactor());
    found.get(GroupProperty.VMAX_RADIUS)[g] = length(extremes[at + MassProfiles.PEAK_SQUARE]);
  }

  private void fromMoments(Map<GroupProperty, double[]> found, int g, Moments moments) {
    double toPeculiar = background.toPeculiar();
    found.get(GroupProperty.DISPERSION)[g] =
        toPeculiar * moments.dispersion(background.flow() / toPeculiar);
    for (int d = 0; d < 3; d++) {
      found.get(GroupProperty.SPIN)[3 * g + d] = toPeculiar * moments.spin(d);
    }
    found.get(GroupProperty.OFFSET)[g] = moments.offset();
  }

  private double length(long square) {
    double number = MassProfiles.number(square, map.isotropic());
    return Math.sqrt(number) * (map.isotropic() ? map.largestCell() : 1);
  }
}
