package org.jzfof.centres;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.groups.GroupSegments;
import org.jzfof.groups.MemberList;

/**
 * Finds the member of each group that is deepest in the potential of all its members: needs the
 * members of the groups of this rank, leaves one place and one ID for each. Bounds by a tree leave
 * few candidates, in some rounds that take ever smaller nodes; these are summed up over all
 * members, in integers, so that the answer depends on nothing but the particles. Of equal ones the
 * smallest ID is taken.
 */
public final class PotentialMinimum {
  private static final double[] TOLERANCES = {0.5, 0.1, 0.01};

  /** Bits of a sum of potentials. */
  private static final int BITS = 62;

  private final PotentialKernels kernels;
  private final ParticleKernels gathering;
  private final DeviceMemory memory;
  private final Communicator comm;
  private final PotentialKernels.Field field;
  private final double scale;

  /**
   * Every rank makes one.
   *
   * @param kernels of the backend that holds the members
   * @param gathering kernels of that backend
   * @param largest an upper bound for the mass of a group, the same on all ranks
   */
  public PotentialMinimum(
      PotentialKernels kernels,
      ParticleKernels gathering,
      DeviceMemory memory,
      Communicator comm,
      PotentialKernels.Field field,
      double largest) {
    this.kernels = kernels;
    this.gathering = gathering;
    this.memory = memory;
    this.comm = comm;
    this.field = field;
    double most = largest * field.softening().largest();
    this.scale = most > 0 ? Math.scalb(1.0, BITS - 1 - Math.getExponent(most)) : 1;
  }

  /**
   * Every rank calls it.
   *
   * @param segments the groups that have members on other ranks as well
   * @return of all members where this rank has the whole group or owns it, otherwise of no meaning
   */
  public GroupCentres find(
      MemberList members, SortedPoints points, Particles particles, GroupSegments segments) {
    int[] elsewhere = segments.spanning();
    try (PotentialTree bare = kernels.members(members, points, particles);
        DeviceArray lone = memory.upload(new int[bare.groups()])) {
      DeviceArray open;
      try (DeviceArray likely = kernels.likely(bare, field, elsewhere)) {
        open = kernels.undecided(bare, likely, elsewhere, lone);
      }
      if (decided(open)) {
        open.close();
        return centres(bare, lone, members, points, particles);
      }
      SegmentSums others = new SegmentSums(comm, segments);
      try (PotentialTree tree = kernels.tree(bare, field.cell(), open)) {
        for (double tolerance : TOLERANCES) {
          try (DeviceArray fewer = narrow(tree, open, segments, others, tolerance)) {
            open = kernels.undecided(tree, fewer, elsewhere, lone);
          }
        }
        try (DeviceArray left = open) {
          CandidateMembers candidates = CandidateMembers.of(tree, left, gathering, memory);
          double[] mass = CandidateMembers.masses(tree, left, gathering, memory);
          long[] potential = potentials(tree, candidates, mass, segments, others);
          long[] id = CandidateMembers.ids(members, points, particles, left, gathering, memory);
          GroupCentres centres = centres(tree, lone, members, points, particles);
          DeepestMembers deepest = DeepestMembers.of(centres, candidates, potential, id);
          deepest.join(segments, others);
          return centres;
        }
      }
    }
  }

  /** One member of each group, which for groups that are not decided is of no meaning. */
  private GroupCentres centres(
      PotentialTree tree,
      DeviceArray lone,
      MemberList members,
      SortedPoints points,
      Particles particles) {
    return new GroupCentres(
        CandidateMembers.places(tree, lone, gathering, memory),
        CandidateMembers.ids(members, points, particles, lone, gathering, memory));
  }

  /** Whether no rank has anything left to decide. */
  private boolean decided(DeviceArray open) {
    long[] left = {open.length()};
    comm.sum(left);
    return left[0] == 0;
  }

  /**
   * @param which closed
   */
  private DeviceArray narrow(
      PotentialTree tree,
      DeviceArray which,
      GroupSegments segments,
      SegmentSums others,
      double tolerance) {
    try (which;
        DeviceArray bounds = kernels.bounds(tree, field, which, tolerance)) {
      if (comm.size() > 1) {
        addOthers(tree, which, bounds, segments, others, tolerance);
      }
      try (DeviceArray deepest = kernels.deepest(tree, which, bounds)) {
        if (comm.size() == 1) {
          return kernels.candidates(tree, which, bounds, deepest);
        }
        double[] ofAll = memory.toDoubles(deepest);
        agree(ofAll, segments, others);
        try (DeviceArray agreed = memory.upload(ofAll)) {
          return kernels.candidates(tree, which, bounds, agreed);
        }
      }
    }
  }

  /** Adds what the members on other ranks make of the bounds of groups that span ranks. */
  private void addOthers(
      PotentialTree tree,
      DeviceArray which,
      DeviceArray bounds,
      GroupSegments segments,
      SegmentSums others,
      double tolerance) {
    CandidateMembers candidates = CandidateMembers.of(tree, which, gathering, memory);
    int[] some = candidates.in(segments.spanning());
    double[] sums = new double[PotentialKernels.BOUND * some.length];
    others.ask(
        candidates.places(some),
        candidates.groups(some),
        PotentialKernels.BOUND,
        (places, group) ->
            Arrays.stream(kernels.boundsAt(tree, field, places, group, tolerance))
                .mapToLong(Double::doubleToRawLongBits)
                .toArray(),
        (place, answer, at) -> {
          for (int b = 0; b < PotentialKernels.BOUND; b++) {
            sums[PotentialKernels.BOUND * place + b] += Double.longBitsToDouble(answer[at + b]);
          }
        });
    for (int from = 0; from < some.length; ) {
      int to = from + 1;
      while (to < some.length && some[to] == some[to - 1] + 1) {
        to++;
      }
      addTo(bounds, some[from], sums, from, to);
      from = to;
    }
  }

  /** Adds rows of bounds to consecutive rows. */
  private void addTo(DeviceArray bounds, int row, double[] sums, int from, int to) {
    int at = PotentialKernels.BOUND * from;
    double[] rows =
        memory.numbers(
            bounds, (long) PotentialKernels.BOUND * row, PotentialKernels.BOUND * (to - from));
    Arrays.setAll(rows, i -> rows[i] + sums[at + i]);
    memory.write(bounds, (long) PotentialKernels.BOUND * row, rows, rows.length);
  }

  /** All segments of a group have the largest lower bound of any of them. */
  private static void agree(double[] deepest, GroupSegments segments, SegmentSums others) {
    double[] own = deepest.clone();
    int[] spanning = segments.spanning();
    others.ask(
        new int[3 * spanning.length],
        spanning,
        1,
        (places, group) ->
            Arrays.stream(group).mapToLong(g -> Double.doubleToRawLongBits(own[g])).toArray(),
        (place, answer, at) ->
            deepest[spanning[place]] =
                Math.max(deepest[spanning[place]], Double.longBitsToDouble(answer[at])));
  }

  /** Potentials without that of the member itself. */
  private long[] potentials(
      PotentialTree tree,
      CandidateMembers candidates,
      double[] mass,
      GroupSegments segments,
      SegmentSums others) {
    int[] first =
        IntStream.range(0, candidates.count()).filter(i -> !candidates.repeats(i)).toArray();
    long[] sums =
        kernels.potentialsAt(
            tree, field, candidates.places(first), candidates.groups(first), scale);
    int[] some =
        IntStream.range(0, first.length)
            .filter(i -> segments.has(candidates.group()[first[i]]))
            .toArray();
    int[] members = Arrays.stream(some).map(i -> first[i]).toArray();
    others.ask(
        candidates.places(members),
        candidates.groups(members),
        1,
        (places, group) -> kernels.potentialsAt(tree, field, places, group, scale),
        (place, answer, at) -> sums[some[place]] += answer[at]);
    long[] potential = new long[candidates.count()];
    double itself = field.softening().largest();
    for (int i = 0, at = -1; i < potential.length; i++) {
      at += candidates.repeats(i) ? 0 : 1;
      potential[i] = sums[at] - (long) Math.rint(mass[i] * itself * scale);
    }
    return potential;
  }
}
