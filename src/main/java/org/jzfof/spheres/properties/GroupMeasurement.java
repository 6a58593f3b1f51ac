package org.jzfof.spheres.properties;

import static org.jzfof.spheres.properties.MassProfiles.EXTREMES;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
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
import org.jzfof.threads.Parallel;

/**
 * Measures properties of groups about their centres. The input is the members on this rank, and the
 * groups in this rank's range of the catalogue with their centres; the result is the properties of
 * these groups. The ranks exchange sums, never members.
 */
public final class GroupMeasurement {
  /** Margin for the rounding of masses and radii. */
  private static final double MARGIN = 1.001;

  private final PropertyKernels kernels;
  private final Communicator comm;
  private final FixedPoint map;
  private final DoubleFunction<CosmologyFactors> background;

  /**
   * Members of groups on this rank.
   *
   * @param number catalogue index of each group of the list
   * @param first first catalogue index of the range of each rank, and the number of all groups
   *     [size+1]
   */
  public record Members(
      MemberList list, SortedPoints points, Particles particles, long[] number, long[] first) {}

  /**
   * Every rank creates one.
   *
   * @param background factors at the time of a group, of its scale factor
   */
  public GroupMeasurement(
      PropertyKernels kernels,
      Communicator comm,
      FixedPoint map,
      DoubleFunction<CosmologyFactors> background) {
    this.kernels = kernels;
    this.comm = comm;
    this.map = map;
    this.background = background;
  }

  /**
   * Measures the properties. Every rank calls this method.
   *
   * @param groups groups in this rank's range of the catalogue
   * @param centre centre of each group, fixed-point coordinates [3G]
   * @return all properties; without velocities the dispersions and spins are 0
   */
  public Map<GroupProperty, double[]> measure(
      Members members, GroupCatalogue groups, int[] centre) {
    GroupParts parts = new GroupParts(comm, members.number, members.first);
    int[] divided =
        Parallel.indices(groups.groups(), Parallel.STREAM_GRAIN).filter(parts::isDivided).toArray();
    Map<GroupProperty, double[]> found = new EnumMap<>(GroupProperty.class);
    for (GroupProperty property : GroupProperty.ABOUT_CENTRES) {
      found.put(property, new double[property.width() * groups.groups()]);
    }
    CentredGroups centred = new CentredGroups(groups, centre, found);
    MomentFrames frames = profiles(parts, divided, members, centred);
    moments(parts, divided, members, frames, centred);
    return found;
  }

  /** Groups with their centres, and the properties found so far. */
  private record CentredGroups(
      GroupCatalogue groups, int[] centre, Map<GroupProperty, double[]> found) {
    double scaleFactor(int group) {
      return groups.lightcone().epochs().at(group);
    }
  }

  /** Sets the properties that follow from the profiles, and returns the frames of the groups. */
  private MomentFrames profiles(
      GroupParts parts, int[] divided, Members members, CentredGroups centred) {
    SphereScale scale =
        SphereMeasurement.scale(
            comm,
            map,
            List.of(new SphereMeasurement.ParticleSet(members.points, members.particles)));
    GroupCatalogue groups = centred.groups;
    MomentFrames frames = MomentFrames.allocate(groups.groups());
    // Two velocities with the largest component in each dimension and opposite directions differ by
    // this.
    double speed = 2 * Math.sqrt(3) * members.particles.magnitudes().largestSpeed();
    GroupParts.PartConsumer consumer =
        (g, extremes, at) -> {
          fromProfile(centred, g, extremes, at, scale);
          double radius = length(extremes[at + MassProfiles.LARGEST]);
          frames.set(g, centred.centre, groups.sums().velocity(), 3 * g);
          frames.setUnits(g, MARGIN * groups.sums().mass()[g], MARGIN * radius, MARGIN * speed);
        };
    long[] half =
        scale.oneMass() ? HalfMass.members(groups.sums().length(), scale.massUnit()) : null;
    int[] centres = new int[3 * parts.count()];
    long[] halfOfParts = half == null ? null : new long[parts.count()];
    parts.toParts(columns(centred.centre, half), columns(centres, halfOfParts));
    long[] rows = new long[EXTREMES * divided.length];
    LinkCriterion metric = LinkCriterion.of(map, 1);
    double perMass = scale.oneMass() ? 0 : scale.perMass();
    try (MassProfiles profiles =
        kernels.profiles(
            members.list, members.points, members.particles, centres, metric, perMass)) {
      parts.toGroups(
          profiles.extremes(halfOfParts),
          EXTREMES,
          joining(divided, rows, GroupMeasurement::join, consumer));
      new DividedProfiles(comm, parts, profiles, metric.isotropic()).complete(divided, rows, half);
    }
    for (int i = 0; i < divided.length; i++) {
      consumer.accept(divided[i], rows, EXTREMES * i);
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
      CentredGroups centred) {
    MomentFrames ofParts = MomentFrames.allocate(parts.count());
    parts.toParts(frames.columns(), ofParts.columns());
    GroupParts.PartConsumer consumer =
        (g, sums, at) -> fromMoments(centred, g, Moments.of(sums, at, frames, g));
    long[] rows = new long[Moments.LONGS * divided.length];
    parts.toGroups(
        kernels.moments(members.list, members.points, members.particles, ofParts, map),
        Moments.LONGS,
        joining(divided, rows, GroupMeasurement::add, consumer));
    for (int i = 0; i < divided.length; i++) {
      consumer.accept(divided[i], rows, Moments.LONGS * i);
    }
  }

  /** Adds the row of a part to the row of its group. */
  @FunctionalInterface
  private interface Join {
    void join(long[] rows, int index, long[] found, int at);
  }

  /**
   * Returns a consumer that joins the rows of the parts of divided groups, and passes on the rows
   * of other groups.
   */
  private static GroupParts.PartConsumer joining(
      int[] divided, long[] rows, Join join, GroupParts.PartConsumer consumer) {
    return (g, found, at) -> {
      int index = Arrays.binarySearch(divided, g);
      if (index < 0) {
        consumer.accept(g, found, at);
      } else {
        join.join(rows, index, found, at);
      }
    };
  }

  private static void add(long[] rows, int index, long[] found, int at) {
    for (int c = 0; c < Moments.LONGS; c++) {
      rows[Moments.LONGS * index + c] += found[at + c];
    }
  }

  /** Joins number, mass and largest square; the other columns follow from queries. */
  private static void join(long[] rows, int index, long[] found, int at) {
    int to = EXTREMES * index;
    long largest = rows[to + MassProfiles.LARGEST];
    long more = found[at + MassProfiles.LARGEST];
    rows[to + MassProfiles.NUMBER] += found[at + MassProfiles.NUMBER];
    rows[to + MassProfiles.MASS] += found[at + MassProfiles.MASS];
    rows[to + MassProfiles.LARGEST] = Long.compareUnsigned(more, largest) > 0 ? more : largest;
  }

  private void fromProfile(
      CentredGroups centred, int g, long[] extremes, int at, SphereScale scale) {
    Map<GroupProperty, double[]> found = centred.found;
    CosmologyFactors then = background.apply(centred.scaleFactor(g));
    double half = length(extremes[at + MassProfiles.HALF]);
    double before = length(extremes[at + MassProfiles.BEFORE_HALF]);
    found.get(GroupProperty.HALF_MASS_RADIUS)[g] = (half + before) / 2;
    double peak = Double.longBitsToDouble(extremes[at + MassProfiles.PEAK]);
    double massOverLength =
        Math.sqrt(peak) * scale.massUnit() / (map.isotropic() ? map.largestCell() : 1);
    found.get(GroupProperty.VMAX)[g] =
        Math.sqrt(then.gravity() * massOverLength / then.scaleFactor());
    found.get(GroupProperty.VMAX_RADIUS)[g] = length(extremes[at + MassProfiles.PEAK_SQUARE]);
  }

  private void fromMoments(CentredGroups centred, int g, Moments moments) {
    Map<GroupProperty, double[]> found = centred.found;
    CosmologyFactors then = background.apply(centred.scaleFactor(g));
    double toPeculiar = then.toPeculiar();
    found.get(GroupProperty.DISPERSION)[g] =
        toPeculiar * moments.dispersion(then.flow() / toPeculiar);
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
