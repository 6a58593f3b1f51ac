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
 * Finds the linked member of each group whose 32nd nearest neighbour is nearest: needs the members
 * of the groups of this rank, leaves a place and an ID for each. Neighbours are the linked
 * particles of the whole box, the member itself not counted. Of equal ones the smallest ID is
 * taken.
 *
 * <p>The distance is found for the densest of a sample of a group, and then the others are asked
 * whether they have as many neighbours within less. Of those that have, the one with the most is
 * next, until there are none: few members have their own distances looked for.
 */
public final class DensestMember {
  /** Which neighbour has the distance. */
  public static final int NEIGHBOUR = 32;

  /** Over the mean separation: about where the neighbours of a sample are counted. */
  private static final double NEAR = 0.2;

  /** Members that are asked at a time. */
  private static final int BLOCK = 1 << 18;

  private final ParticleKernels gathering;
  private final DeviceMemory memory;
  private final Communicator comm;
  private final SphereScale scale;
  private final SphereSums.Weights numbers;
  private final SphereSteps steps;

  /**
   * Every rank makes one.
   *
   * @param scale of numbers: the mass of a particle is 1
   * @param numbers of the linked particles of all ranks
   */
  public DensestMember(
      ParticleKernels gathering,
      DeviceMemory memory,
      Communicator comm,
      SphereScale scale,
      SphereSums.Weights numbers) {
    this.gathering = gathering;
    this.memory = memory;
    this.comm = comm;
    this.scale = scale;
    this.numbers = numbers;
    this.steps = new SphereSteps(comm, numbers);
  }

  /**
   * Groups and what they are made of.
   *
   * @param linked number of points that are linked; they come first
   * @param segments the groups that have members on other ranks as well
   */
  public record Groups(
      MemberList members,
      SortedPoints points,
      Particles particles,
      long linked,
      GroupSegments segments) {}

  /**
   * Some members.
   *
   * @param number of each in the list of members
   * @param group of each, increasing
   * @param within points within the radius that was asked for
   */
  private record Some(int[] number, int[] group, long[] within) {
    Some of(int[] which) {
      return new Some(
          Arrays.stream(which).map(i -> number[i]).toArray(),
          Arrays.stream(which).map(i -> group[i]).toArray(),
          Arrays.stream(which).mapToLong(i -> within[i]).toArray());
    }
  }

  /**
   * Every rank calls it.
   *
   * @return of all members where this rank has the whole group or owns it, otherwise of no meaning
   */
  public GroupCentres find(Groups groups) {
    long total = numbers.total();
    long wanted = Math.min(NEIGHBOUR + 1, total);
    double spacing = scale.map().largestCell() * 0x1p32 / Math.cbrt(Math.max(1, total));
    int count = groups.members.groups();
    GroupCentres found = new GroupCentres(new int[3 * count], new long[count]);
    Some left = linked(groups);
    Some sample = sample(groups, left, spacing);
    DeepestMembers next = deepest(groups, sample, sample.within);
    int[] active = IntStream.range(0, count).toArray();
    long[] square = new long[count];
    boolean begun = false;
    while (steps.anywhere(active.length)) {
      measure(active, next.centres(), square, wanted, begun ? 0 : spacing);
      begun = true;
      Some near = within(groups, left, square, wanted);
      long[] less = Arrays.stream(square).map(s -> s - 1).toArray();
      Some nearer = near.of(indices(near, g -> square[g] != 0));
      left = within(groups, nearer, less, wanted);
      next = deepest(groups, left, left.within);
      DeepestMembers nearest = next;
      Some last = near.of(indices(near, g -> !nearest.found(g)));
      DeepestMembers ended = deepest(groups, last, new long[last.number.length]);
      for (int g : active) {
        if (!nearest.found(g)) {
          System.arraycopy(ended.centres().place(), 3 * g, found.place(), 3 * g, 3);
          found.id()[g] = ended.centres().id()[g];
        }
      }
      active = Arrays.stream(active).filter(nearest::found).toArray();
    }
    return found;
  }

  /** The members that are linked. */
  private Some linked(Groups groups) {
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
    return new Some(number, group, new long[number.length]);
  }

  /** Some of each group, as many as the root of their number, and what is near to them. */
  private Some sample(Groups groups, Some all, double spacing) {
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

  private static int[] indices(Some some, IntPredicate ofGroup) {
    return IntStream.range(0, some.group.length).filter(i -> ofGroup.test(some.group[i])).toArray();
  }

  /**
   * Finds the squares of distances within which some places have what is wanted.
   *
   * @param square of each group: above that of the place, but for the first time
   * @param spacing first guess of the distance for the first time, otherwise 0
   */
  private void measure(
      int[] active, GroupCentres places, long[] square, long wanted, double spacing) {
    int[] centre = new int[3 * active.length];
    for (int i = 0; i < active.length; i++) {
      System.arraycopy(places.place(), 3 * active[i], centre, 3 * i, 3);
    }
    long[] there = numbers.within(new Spheres(centre, new long[active.length]));
    int[] apart = IntStream.range(0, active.length).filter(i -> there[i] < wanted).toArray();
    int[] some = new int[3 * apart.length];
    for (int i = 0; i < apart.length; i++) {
      System.arraycopy(centre, 3 * apart[i], some, 3 * i, 3);
    }
    DistanceRule[] rules = new DistanceRule[apart.length];
    Arrays.setAll(
        rules,
        i ->
            spacing > 0
                ? new GrowingRule(scale, wanted, 0, spacing / 16, 1)
                : new NearestRule(wanted, 0, square[active[apart[i]]] - 1, wanted));
    steps.run(some, rules);
    for (int g : active) {
      square[g] = 0;
    }
    for (int i = 0; i < apart.length; i++) {
      square[active[apart[i]]] = rules[i].nearest();
    }
  }

  /** The members that have what is wanted within the squares of their groups. */
  private Some within(Groups groups, Some some, long[] square, long wanted) {
    long[] within = new long[some.number.length];
    SharedBlocks.forEach(
        comm,
        within.length,
        BLOCK,
        (from, count) -> {
          int at = (int) from;
          int end = at + (int) count;
          int[] places = places(groups, Arrays.copyOfRange(some.number, at, end));
          long[] squares = Arrays.stream(some.group, at, end).mapToLong(g -> square[g]).toArray();
          long[] sums = numbers.within(new Spheres(places, squares));
          System.arraycopy(sums, 0, within, at, sums.length);
        });
    return new Some(some.number, some.group, within)
        .of(IntStream.range(0, within.length).filter(i -> within[i] >= wanted).toArray());
  }

  private int[] places(Groups groups, int[] member) {
    int[] point = memory.pick(groups.members.members(), 1, member);
    DeviceArray[] columns = {groups.points.x(), groups.points.y(), groups.points.z()};
    int[] places = new int[3 * member.length];
    for (int d = 0; d < 3; d++) {
      int[] values = memory.pick(columns[d], 1, point);
      for (int i = 0; i < values.length; i++) {
        places[3 * i + d] = values[i];
      }
    }
    return places;
  }

  /** The member of each group, on all its ranks, with the largest value. */
  private DeepestMembers deepest(Groups groups, Some some, long[] value) {
    int count = groups.members.groups();
    long[] id;
    try (DeviceArray which = memory.upload(some.number)) {
      id =
          CandidateMembers.ids(
              groups.members, groups.points, groups.particles, which, gathering, memory);
    }
    GroupCentres centres = new GroupCentres(new int[3 * count], new long[count]);
    CandidateMembers candidates = new CandidateMembers(some.group, places(groups, some.number));
    DeepestMembers deepest = DeepestMembers.of(centres, candidates, value, id);
    deepest.join(groups.segments, new SegmentSums(comm, groups.segments));
    return deepest;
  }
}
