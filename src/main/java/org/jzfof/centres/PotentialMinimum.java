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
 * Finds the member of each group that is deepest in the potential of all its members. The input is
 * the members of the groups of this rank; the result is one position and one ID per group. Bounds
 * by a tree leave few candidates, in rounds with smaller and smaller nodes. The potentials of the
 * candidates are then summed over all members, in integers, so that the result depends only on the
 * particles. Of members with equal potentials the smallest ID wins.
 */
public final class PotentialMinimum {
  private static final double[] TOLERANCES = {0.5, 0.1, 0.01};

  /** Number of bits of a sum of potentials. */
  private static final int BITS = 62;

  private final PotentialKernels kernels;
  private final ParticleKernels particleKernels;
  private final DeviceMemory memory;
  private final Communicator comm;
  private final PotentialKernels.Field field;
  private final double scale;

  /**
   * Every rank creates one.
   *
   * @param maxPotential upper bound of the mass of a group times the largest potential of a unit
   *     mass, the same on all ranks
   */
  public PotentialMinimum(
      PotentialKernels kernels,
      ParticleKernels particleKernels,
      DeviceMemory memory,
      Communicator comm,
      PotentialKernels.Field field,
      double maxPotential) {
    this.kernels = kernels;
    this.particleKernels = particleKernels;
    this.memory = memory;
    this.comm = comm;
    this.field = field;
    this.scale = maxPotential > 0 ? Math.scalb(1.0, BITS - 1 - Math.getExponent(maxPotential)) : 1;
  }

  /**
   * Finds the deepest members. Every rank calls this method.
   *
   * @param softening length of the {@link Softening} of each group of the list
   * @return deepest of all members for each group that this rank owns or has completely; undefined
   *     for other groups
   */
  public GroupCentres find(
      MemberList members,
      SortedPoints points,
      Particles particles,
      double[] softening,
      GroupSegments segments) {
    int[] spanning = segments.spanning();
    try (PotentialTree bare = kernels.members(members, points, particles, softening);
        DeviceArray decided = memory.upload(new int[bare.groups()])) {
      DeviceArray candidateList;
      try (DeviceArray likely = kernels.likely(bare, field, spanning)) {
        candidateList = kernels.undecided(bare, likely, spanning, decided);
      }
      if (isDecided(candidateList)) {
        candidateList.close();
        return centres(bare, decided, members, points, particles);
      }
      SegmentSums others = new SegmentSums(comm, segments);
      try (PotentialTree tree = kernels.tree(bare, field.cell(), candidateList)) {
        for (double tolerance : TOLERANCES) {
          try (DeviceArray fewer =
              reduceCandidates(tree, candidateList, segments, others, tolerance)) {
            candidateList = kernels.undecided(tree, fewer, spanning, decided);
          }
        }
        try (DeviceArray left = candidateList) {
          CandidateMembers candidates = CandidateMembers.of(tree, left, particleKernels, memory);
          double[] mass = CandidateMembers.masses(tree, left, particleKernels, memory);
          long[] potential = potentials(tree, candidates, mass, softening, segments, others);
          long[] id =
              CandidateMembers.ids(members, points, particles, left, particleKernels, memory);
          GroupCentres centres = centres(tree, decided, members, points, particles);
          DeepestMembers deepest = DeepestMembers.of(centres, candidates, potential, id);
          deepest.mergeRanks(segments, others);
          return centres;
        }
      }
    }
  }

  /** Returns the decided member of each group; undefined for other groups. */
  private GroupCentres centres(
      PotentialTree tree,
      DeviceArray decided,
      MemberList members,
      SortedPoints points,
      Particles particles) {
    return new GroupCentres(
        CandidateMembers.positions(tree, decided, particleKernels, memory),
        CandidateMembers.ids(members, points, particles, decided, particleKernels, memory));
  }

  /** Returns whether no rank has undecided groups. */
  private boolean isDecided(DeviceArray candidateList) {
    long[] left = {candidateList.length()};
    comm.sum(left);
    return left[0] == 0;
  }

  /**
   * Returns the members that remain candidates at a tolerance.
   *
   * @param which members, closed
   */
  private DeviceArray reduceCandidates(
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
        mergeBounds(ofAll, segments, others);
        try (DeviceArray merged = memory.upload(ofAll)) {
          return kernels.candidates(tree, which, bounds, merged);
        }
      }
    }
  }

  /** Adds the contributions of members on other ranks to the bounds of groups that span ranks. */
  private void addOthers(
      PotentialTree tree,
      DeviceArray which,
      DeviceArray bounds,
      GroupSegments segments,
      SegmentSums others,
      double tolerance) {
    CandidateMembers candidates = CandidateMembers.of(tree, which, particleKernels, memory);
    int[] subset = candidates.in(segments.spanning());
    double[] sums = new double[PotentialKernels.BOUND * subset.length];
    others.query(
        candidates.positions(subset),
        candidates.groups(subset),
        PotentialKernels.BOUND,
        (positions, group) ->
            Arrays.stream(kernels.boundsAt(tree, field, positions, group, tolerance))
                .mapToLong(Double::doubleToRawLongBits)
                .toArray(),
        (index, answer, at) -> {
          for (int b = 0; b < PotentialKernels.BOUND; b++) {
            sums[PotentialKernels.BOUND * index + b] += Double.longBitsToDouble(answer[at + b]);
          }
        });
    for (int from = 0; from < subset.length; ) {
      int to = from + 1;
      while (to < subset.length && subset[to] == subset[to - 1] + 1) {
        to++;
      }
      addTo(bounds, subset[from], sums, from, to);
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

  /** Gives all segments of a group the largest lower bound of any segment. */
  private static void mergeBounds(double[] deepest, GroupSegments segments, SegmentSums others) {
    double[] local = deepest.clone();
    int[] spanning = segments.spanning();
    others.query(
        new int[3 * spanning.length],
        spanning,
        1,
        (positions, group) ->
            Arrays.stream(group).mapToLong(g -> Double.doubleToRawLongBits(local[g])).toArray(),
        (index, answer, at) ->
            deepest[spanning[index]] =
                Math.max(deepest[spanning[index]], Double.longBitsToDouble(answer[at])));
  }

  /** Returns the potentials of the candidates, without their own contribution. */
  private long[] potentials(
      PotentialTree tree,
      CandidateMembers candidates,
      double[] mass,
      double[] softening,
      GroupSegments segments,
      SegmentSums others) {
    int[] first =
        IntStream.range(0, candidates.count()).filter(i -> !candidates.repeats(i)).toArray();
    long[] sums =
        kernels.potentialsAt(
            tree, field, candidates.positions(first), candidates.groups(first), scale);
    int[] subset =
        IntStream.range(0, first.length)
            .filter(i -> segments.has(candidates.group()[first[i]]))
            .toArray();
    int[] members = Arrays.stream(subset).map(i -> first[i]).toArray();
    others.query(
        candidates.positions(members),
        candidates.groups(members),
        1,
        (positions, group) -> kernels.potentialsAt(tree, field, positions, group, scale),
        (index, answer, at) -> sums[subset[index]] += answer[at]);
    long[] potential = new long[candidates.count()];
    for (int i = 0, at = -1; i < potential.length; i++) {
      at += candidates.repeats(i) ? 0 : 1;
      double selfPotential = new Softening(softening[candidates.group()[i]]).largest();
      potential[i] = sums[at] - (long) Math.rint(mass[i] * selfPotential * scale);
    }
    return potential;
  }
}
