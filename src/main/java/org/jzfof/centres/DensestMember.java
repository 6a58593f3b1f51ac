package org.jzfof.centres;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.groups.GroupSegments;
import org.jzfof.groups.MemberList;
import org.jzfof.spheres.DistanceRule;
import org.jzfof.spheres.GrowingRule;
import org.jzfof.spheres.NearestRule;
import org.jzfof.spheres.SphereScale;
import org.jzfof.spheres.SphereSteps;
import org.jzfof.spheres.SphereSums;
import org.jzfof.spheres.Spheres;

/**
 * Finds the linked member of each group whose 32nd nearest neighbour is nearest. The input is the
 * members of the groups of this rank; the result is a position and an ID per group. Neighbours are
 * all linked particles of the box except the member itself. Of members with equal distances the
 * smallest ID wins.
 *
 * <p>The search finds the distance for the densest member of a sample of a group, and then tests
 * which other members have as many neighbours within a smaller distance. Of these, the one with the
 * most neighbours is next, until none is left. So the search computes the distances of few members
 * only.
 */
public final class DensestMember {
  /** Rank of the neighbour that defines the distance. */
  public static final int NEIGHBOUR = 32;

  /** Radius, in mean separations, within which the neighbours of a sample are counted. */
  private static final double NEAR = 0.2;

  /** Number of members per query. */
  private static final int BLOCK = 1 << 18;

  private final ParticleKernels particleKernels;
  private final DeviceMemory memory;
  private final Communicator comm;
  private final SphereScale scale;
  private final SphereSums.Weights numbers;
  private final SphereSteps steps;

  /**
   * Every rank creates one.
   *
   * @param scale scale of particle numbers: the mass of a particle is 1
   * @param numbers weights of 1 of the linked particles of all ranks
   */
  public DensestMember(
      ParticleKernels particleKernels,
      DeviceMemory memory,
      Communicator comm,
      SphereScale scale,
      SphereSums.Weights numbers) {
    this.particleKernels = particleKernels;
    this.memory = memory;
    this.comm = comm;
    this.scale = scale;
    this.numbers = numbers;
    this.steps = new SphereSteps(comm, numbers);
  }

  /**
   * Groups with their members.
   *
   * @param linked number of linked points, which come first
   */
  public record Groups(
      MemberList members,
      SortedPoints points,
      Particles particles,
      long linked,
      GroupSegments segments) {}

  /**
   * A subset of the members.
   *
   * @param number index of each member in the member list
   * @param group group of each member, increasing
   * @param within number of points within the queried radius of each member
   */
  private record MemberSubset(int[] number, int[] group, long[] within) {
    MemberSubset of(int[] which) {
      return new MemberSubset(
          Arrays.stream(which).map(i -> number[i]).toArray(),
          Arrays.stream(which).map(i -> group[i]).toArray(),
          Arrays.stream(which).mapToLong(i -> within[i]).toArray());
    }
  }

  /**
   * Finds the densest members. Every rank calls this method.
   *
   * @return densest of all members for each group that this rank owns or has completely; undefined
   *     for other groups
   */
  public GroupCentres find(Groups groups) {
    long total = numbers.total();
    long target = Math.min(NEIGHBOUR + 1, total);
    double spacing = scale.map().largestCell() * 0x1p32 / Math.cbrt(Math.max(1, total));
    int count = groups.members.groups();
    GroupCentres result = new GroupCentres(new int[3 * count], new long[count]);
    MemberSubset remaining = linked(groups);
    MemberSubset sample = sample(groups, remaining, spacing);
    DeepestMembers next = deepest(groups, sample, sample.within);
    int[] active = IntStream.range(0, count).toArray();
    long[] square = new long[count];
    boolean started = false;
    while (steps.anywhere(active.length)) {
      measure(active, next.centres(), square, target, started ? 0 : spacing);
      started = true;
      MemberSubset near = within(groups, remaining, square, target);
      long[] less = Arrays.stream(square).map(s -> s - 1).toArray();
      MemberSubset nearer = near.of(indices(near, g -> square[g] != 0));
      remaining = within(groups, nearer, less, target);
      next = deepest(groups, remaining, remaining.within);
      DeepestMembers densest = next;
      MemberSubset last = near.of(indices(near, g -> !densest.isFound(g)));
      DeepestMembers ended = deepest(groups, last, new long[last.number.length]);
      for (int g : active) {
        if (!densest.isFound(g)) {
          System.arraycopy(ended.centres().position(), 3 * g, result.position(), 3 * g, 3);
          result.id()[g] = ended.centres().id()[g];
        }
      }
      active = Arrays.stream(active).filter(densest::isFound).toArray();
    }
    return result;
  }

  /** Returns the members that are linked. */
  private MemberSubset linked(Groups groups) {
    long[] start = memory.toLongs(groups.members.start());
    int[] point = memory.toInts(groups.members.members());
    int[] number =
        IntStream.range(0, point.length)
            .filter(i -> Integer.toUnsignedLong(point[i]) < groups.linked)
            .toArray();
    int[] group = new int[number.length];
    for (int i = 0, g = 0; i < number.length; i++) {
      while (start[g + 1] <= number[i]) {
        g++;
      }
      group[i] = g;
    }
    return new MemberSubset(number, group, new long[number.length]);
  }

  /**
   * Returns a sample of each group, as many members as the square root of their number, and counts
   * their neighbours.
   */
  private MemberSubset sample(Groups groups, MemberSubset all, double spacing) {
    IntStream.Builder which = IntStream.builder();
    int end;
    for (int from = 0; from < all.group.length; from = end) {
      end = from + 1;
      while (end < all.group.length && all.group[end] == all.group[from]) {
        end++;
      }
      int step = (int) Math.sqrt(end - from);
      for (int i = from; i < end; i += step) {
        which.add(i);
      }
    }
    long[] square = new long[groups.members.groups()];
    Arrays.fill(square, scale.square(NEAR * spacing));
    return within(groups, all.of(which.build().toArray()), square, 0);
  }

  private static int[] indices(MemberSubset members, IntPredicate ofGroup) {
    return IntStream.range(0, members.group.length)
        .filter(i -> ofGroup.test(members.group[i]))
        .toArray();
  }

  /**
   * Finds the squared distances within which positions have the target number of points.
   *
   * @param square squared distance of each group; an upper bound except in the first call
   * @param spacing first guess of the distance in the first call, otherwise 0
   */
  private void measure(
      int[] active, GroupCentres centres, long[] square, long target, double spacing) {
    int[] centre = new int[3 * active.length];
    for (int i = 0; i < active.length; i++) {
      System.arraycopy(centres.position(), 3 * active[i], centre, 3 * i, 3);
    }
    long[] atCentre = numbers.within(new Spheres(centre, new long[active.length]));
    int[] apart = IntStream.range(0, active.length).filter(i -> atCentre[i] < target).toArray();
    int[] apartCentres = new int[3 * apart.length];
    for (int i = 0; i < apart.length; i++) {
      System.arraycopy(centre, 3 * apart[i], apartCentres, 3 * i, 3);
    }
    DistanceRule[] rules = new DistanceRule[apart.length];
    Arrays.setAll(
        rules,
        i ->
            spacing > 0
                ? new GrowingRule(scale, target, 0, spacing / 16, 1)
                : new NearestRule(target, 0, square[active[apart[i]]] - 1, target));
    steps.run(apartCentres, rules);
    for (int g : active) {
      square[g] = 0;
    }
    for (int i = 0; i < apart.length; i++) {
      square[active[apart[i]]] = rules[i].nearest();
    }
  }

  /**
   * Returns the members that have the target number of points within the squared distances of their
   * groups.
   */
  private MemberSubset within(Groups groups, MemberSubset members, long[] square, long target) {
    long[] within = new long[members.number.length];
    SharedBlocks.forEach(
        comm,
        within.length,
        BLOCK,
        (from, count) -> {
          int at = (int) from;
          int end = at + (int) count;
          int[] positions = positions(groups, Arrays.copyOfRange(members.number, at, end));
          long[] squares =
              Arrays.stream(members.group, at, end).mapToLong(g -> square[g]).toArray();
          long[] sums = numbers.within(new Spheres(positions, squares));
          System.arraycopy(sums, 0, within, at, sums.length);
        });
    return new MemberSubset(members.number, members.group, within)
        .of(IntStream.range(0, within.length).filter(i -> within[i] >= target).toArray());
  }

  private int[] positions(Groups groups, int[] member) {
    int[] point = memory.pick(groups.members.members(), 1, member);
    DeviceArray[] columns = {groups.points.x(), groups.points.y(), groups.points.z()};
    int[] positions = new int[3 * member.length];
    for (int d = 0; d < 3; d++) {
      int[] values = memory.pick(columns[d], 1, point);
      for (int i = 0; i < values.length; i++) {
        positions[3 * i + d] = values[i];
      }
    }
    return positions;
  }

  /** Returns the member of each group, on all its ranks, with the largest value. */
  private DeepestMembers deepest(Groups groups, MemberSubset members, long[] value) {
    int count = groups.members.groups();
    long[] id;
    try (DeviceArray which = memory.upload(members.number)) {
      id =
          CandidateMembers.ids(
              groups.members, groups.points, groups.particles, which, particleKernels, memory);
    }
    GroupCentres centres = new GroupCentres(new int[3 * count], new long[count]);
    CandidateMembers candidates =
        new CandidateMembers(members.group, positions(groups, members.number));
    DeepestMembers deepest = DeepestMembers.of(centres, candidates, value, id);
    deepest.mergeRanks(groups.segments, new SegmentSums(comm, groups.segments));
    return deepest;
  }
}
