package org.jzfof.spheres.properties;

import static org.jzfof.spheres.properties.MassProfiles.EXTREMES;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.TypedColumns;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.values.GroupProperty;
import org.jzfof.spheres.SphereMeasurement;
import org.jzfof.spheres.SphereScale;

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
  private final CosmologyFactors background;

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
      PropertyKernels kernels, Communicator comm, FixedPoint map, CosmologyFactors background) {
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
    int[] divided = IntStream.range(0, groups.groups()).filter(parts::several).toArray();
    Map<GroupProperty, double[]> found = new EnumMap<>(GroupProperty.class);
    for (GroupProperty property : GroupProperty.ABOUT_CENTRES) {
      found.put(property, new double[property.width() * groups.groups()]);
    }
    MomentFrames frames = profiles(parts, divided, members, new Around(groups, centre, found));
    moments(parts, divided, members, frames, found);
    return found;
  }

  /** Groups with their centres, and what is found. */
  private record Around(GroupCatalogue groups, int[] centre, Map<GroupProperty, double[]> found) {}

  /** Puts what follows from the profiles; returns the frames of the groups. */
  private MomentFrames profiles(GroupParts parts, int[] divided, Members members, Around around) {
    SphereScale scale =
        SphereMeasurement.scale(
            comm, map, List.of(new SphereMeasurement.Run(members.points, members.particles)));
    GroupCatalogue groups = around.groups;
    MomentFrames frames = MomentFrames.allocate(groups.groups());
    // Two velocities with the largest component in each dimension, in opposite directions.
    double speed = 2 * Math.sqrt(3) * members.particles.magnitudes().largestSpeed();
    GroupParts.Taker take =
        (g, extremes, at) -> {
          fromProfile(around.found, g, extremes, at, scale);
          double radius = length(extremes[at + MassProfiles.LARGEST]);
          frames.set(g, around.centre, groups.sums().velocity(), 3 * g);
          frames.setUnits(g, MARGIN * groups.sums().mass()[g], MARGIN * radius, MARGIN * speed);
        };
    long[] half =
        scale.oneMass() ? HalfMass.members(groups.sums().length(), scale.massUnit()) : null;
    int[] centres = new int[3 * parts.count()];
    long[] halfOfParts = half == null ? null : new long[parts.count()];
    parts.toParts(columns(around.centre, half), columns(centres, halfOfParts));
    long[] rows = new long[EXTREMES * divided.length];
    LinkCriterion metric = LinkCriterion.of(map, 1);
    double perMass = scale.oneMass() ? 0 : scale.perMass();
    try (MassProfiles profiles =
        kernels.profiles(
            members.list, members.points, members.particles, centres, metric, perMass)) {
      parts.toGroups(
          profiles.extremes(halfOfParts),
          EXTREMES,
          joining(divided, rows, GroupMeasurement::join, take));
      new DividedProfiles(comm, parts, profiles, metric.isotropic()).complete(divided, rows, half);
    }
    for (int i = 0; i < divided.length; i++) {
      take.take(divided[i], rows, EXTREMES * i);
    }
    return frames;
  }

  private static TypedColumns columns(int[] centre, long[] half) {
    TypedColumns columns = new TypedColumns();
    return half == null ? columns.ints(centre, 3) : columns.longs(half, 1).ints(centre, 3);
  }

  private void moments(
      GroupParts parts,
      int[] divided,
      Members members,
      MomentFrames frames,
      Map<GroupProperty, double[]> found) {
    MomentFrames ofParts = MomentFrames.allocate(parts.count());
    parts.toParts(frames.columns(), ofParts.columns());
    GroupParts.Taker take = (g, sums, at) -> fromMoments(found, g, Moments.of(sums, at, frames, g));
    long[] rows = new long[Moments.LONGS * divided.length];
    parts.toGroups(
        kernels.moments(members.list, members.points, members.particles, ofParts, map),
        Moments.LONGS,
        joining(divided, rows, GroupMeasurement::add, take));
    for (int i = 0; i < divided.length; i++) {
      take.take(divided[i], rows, Moments.LONGS * i);
    }
  }

  /** Joins a row of a part to another row. */
  @FunctionalInterface
  private interface Join {
    void join(long[] rows, int place, long[] found, int at);
  }

  /** What is found in the parts of divided groups is joined, that of others taken. */
  private static GroupParts.Taker joining(
      int[] divided, long[] rows, Join join, GroupParts.Taker take) {
    return (g, found, at) -> {
      int place = Arrays.binarySearch(divided, g);
      if (place < 0) {
        take.take(g, found, at);
      } else {
        join.join(rows, place, found, at);
      }
    };
  }

  private static void add(long[] rows, int place, long[] found, int at) {
    for (int c = 0; c < Moments.LONGS; c++) {
      rows[Moments.LONGS * place + c] += found[at + c];
    }
  }

  /** Number, mass and largest square, of which the rest follows. */
  private static void join(long[] rows, int place, long[] found, int at) {
    int to = EXTREMES * place;
    long largest = rows[to + MassProfiles.LARGEST];
    long more = found[at + MassProfiles.LARGEST];
    rows[to + MassProfiles.NUMBER] += found[at + MassProfiles.NUMBER];
    rows[to + MassProfiles.MASS] += found[at + MassProfiles.MASS];
    rows[to + MassProfiles.LARGEST] = Long.compareUnsigned(more, largest) > 0 ? more : largest;
  }

  private void fromProfile(
      Map<GroupProperty, double[]> found, int g, long[] extremes, int at, SphereScale scale) {
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
