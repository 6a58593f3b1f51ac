package org.jzfof.subhalo.ranks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.groups.ids.RepeatedIds;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.subhalo.CandidateRanges;
import org.jzfof.subhalo.GroupUnits;
import org.jzfof.subhalo.SubhaloFinder;
import org.jzfof.subhalo.SubhaloPhysics;
import org.jzfof.subhalo.density.DensityKernels;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * Finds the subhaloes of groups that are too long for one rank: one group at a time, whose members
 * stay where they are. Short candidates are looked through by one rank each, long ones by all.
 */
public final class DistributedSubhaloes {
  /** Candidate, length and smallest ID of a subhalo. */
  private static final int KEY = 3;

  private final Communicator comm;
  private final Kernels kernels;
  private final SubhaloPhysics physics;
  private final long maximum;

  /**
   * What it works with.
   *
   * @param densities for links
   * @param subhaloes for short candidates
   * @param potentials for long ones
   */
  public record Kernels(
      DensityKernels densities,
      SubhaloFinder subhaloes,
      DistributedPotentials.Kernels potentials) {}

  /**
   * @param maximum members that move to a rank at a time
   */
  public DistributedSubhaloes(
      Communicator comm, Kernels kernels, SubhaloPhysics physics, long maximum) {
    this.comm = comm;
    this.kernels = kernels;
    this.physics = physics;
    this.maximum = maximum;
  }

  /**
   * A subhalo.
   *
   * @param rank in the group
   * @param parent rank of the one around it, or 0
   */
  public record Ranked(int rank, int parent, SubhaloTable properties) {}

  /**
   * What was found.
   *
   * @param subhaloes of the group, of which each rank has some
   * @param rank of the subhalo of each member of this rank, or {@link SubhaloMembers#NONE}
   * @param indexInType of each among the members of its type, or {@link SubhaloMembers#NONE}
   * @param first place of the first of the IDs
   * @param ids a stretch of those of all members in order
   * @param repeated members that share their ID, of which each rank has counted some
   */
  public record Result(
      List<Ranked> subhaloes,
      int[] rank,
      int[] indexInType,
      long first,
      long[] ids,
      RepeatedIds repeated) {}

  /**
   * Finds those of a group; every rank calls it.
   *
   * @param local members of this rank as one group, maybe none, without links
   */
  public Result find(SubhaloMembers local) {
    DistributedMembers members = new DistributedMembers(comm, local);
    DistributedCandidates candidates = DistributedCandidates.of(members, kernels.densities);
    GroupUnits units = DistributedUnbinding.units(members, physics);
    BoundMembers bound = new BoundMembers(members.count());
    List<DistributedSubhalo> found = new ArrayList<>();
    CandidateSubtrees families =
        new CandidateSubtrees(candidates.stretches(), maximum, comm.size());
    SubtreeUnbinding search =
        new SubtreeUnbinding(members, candidates, kernels.subhaloes, physics, units);
    for (int round = 0; round < families.rounds(); round++) {
      found.addAll(search.find(families, round, bound));
    }
    addLong(members, candidates, units, bound, found);
    return ranked(members, candidates.stretches(), bound, found);
  }

  /** Candidates that all ranks look through, one after the other; rank 0 has what is found. */
  private void addLong(
      DistributedMembers members,
      DistributedCandidates candidates,
      GroupUnits units,
      BoundMembers bound,
      List<DistributedSubhalo> found) {
    DistributedPotentials potentials =
        new DistributedPotentials(
            comm, kernels.potentials, members.local().masses(), physics.softening());
    DistributedUnbinding unbinding = new DistributedUnbinding(members, physics, units, potentials);
    DistributedMeasurement measurement = new DistributedMeasurement(members, physics, units);
    CandidateRanges stretches = candidates.stretches();
    for (int c = 0; c < stretches.count(); c++) {
      if (stretches.length()[c] > maximum) {
        DistributedUnbinding.Bound unbound = unbinding.find(free(candidates, c, bound));
        if (unbound != null) {
          SubhaloTable properties = measurement.measure(unbound);
          bound.take(c, unbound.rows(), k -> unbound.order().index()[k]);
          if (comm.rank() == 0) {
            found.add(new DistributedSubhalo(c, unbound.smallestId(), properties));
          }
        }
      }
    }
  }

  private static int[] free(DistributedCandidates candidates, int candidate, BoundMembers bound) {
    int start = candidates.stretches().start()[candidate];
    int end = start + candidates.stretches().length()[candidate];
    int[] chainIndex = candidates.chainIndex();
    return IntStream.range(0, chainIndex.length)
        .filter(i -> chainIndex[i] >= start && chainIndex[i] < end && bound.isFree(i))
        .toArray();
  }

  private Result ranked(
      DistributedMembers members,
      CandidateRanges stretches,
      BoundMembers bound,
      List<DistributedSubhalo> found) {
    List<CandidateRanges.Bound> all = all(found);
    int[] rank = stretches.ranks(all);
    long[] length = new long[all.size()];
    all.forEach(of -> length[rank[of.candidate()]] = of.length());
    List<Ranked> subhaloes =
        found.stream()
            .map(
                of ->
                    new Ranked(
                        rank[of.candidate()],
                        stretches.parent(of.candidate(), rank),
                        of.properties()))
            .toList();
    DistributedMemberOrder order = DistributedMemberOrder.of(members, bound, rank, length);
    int[] ranks = new int[members.count()];
    Arrays.setAll(ranks, i -> bound.isFree(i) ? SubhaloMembers.NONE : rank[bound.candidate(i)]);
    return new Result(
        subhaloes, ranks, order.indexInType(), order.first(), order.ids(), order.repeated());
  }

  /** What all ranks have found. */
  private List<CandidateRanges.Bound> all(List<DistributedSubhalo> found) {
    long[] keys = new long[KEY * found.size()];
    for (int i = 0; i < found.size(); i++) {
      keys[KEY * i] = found.get(i).candidate();
      keys[KEY * i + 1] = found.get(i).properties().integer(SubhaloColumn.LENGTH, 0);
      keys[KEY * i + 2] = found.get(i).smallestId();
    }
    long[] all = ArrayParts.join(comm.allGather(keys));
    return IntStream.range(0, all.length / KEY)
        .mapToObj(
            i ->
                new CandidateRanges.Bound(
                    (int) all[KEY * i], (int) all[KEY * i + 1], all[KEY * i + 2]))
        .toList();
  }
}
