package org.jzfof.subhalo.ranks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.config.SubhaloOptions;
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
 * Finds the subhaloes of groups that are too long for one rank, one group at a time. The members
 * stay on their ranks. Short candidates are processed by one rank each, long candidates by all
 * ranks.
 */
public final class DistributedSubhaloes {
  /** Number of longs of a subhalo: its candidate, length and smallest ID. */
  private static final int KEY = 3;

  private final Communicator comm;
  private final Kernels kernels;
  private final DoubleFunction<SubhaloPhysics> physics;
  private final long maximum;

  /**
   * Kernels of the search.
   *
   * @param densities kernels for links
   * @param subhaloes finder for short candidates
   * @param potentials kernels for long candidates
   */
  public record Kernels(
      DensityKernels densities,
      SubhaloFinder subhaloes,
      DistributedPotentials.Kernels potentials) {}

  /**
   * @param physics parameters at the time of a group, of its scale factor
   * @param maximum maximum number of members that move to a rank at a time
   */
  public DistributedSubhaloes(
      Communicator comm, Kernels kernels, DoubleFunction<SubhaloPhysics> physics, long maximum) {
    this.comm = comm;
    this.kernels = kernels;
    this.physics = physics;
    this.maximum = maximum;
  }

  /**
   * A subhalo with its rank.
   *
   * @param parent rank of the enclosing subhalo, or 0
   */
  public record Ranked(int rank, int parent, SubhaloTable properties) {}

  /**
   * Subhaloes and members of a group.
   *
   * @param subhaloes subhaloes that this rank has measured
   * @param rank rank of the subhalo of each member of this rank, or {@link SubhaloMembers#NONE}
   * @param indexInType index of each of these among the members of its type, or {@link
   *     SubhaloMembers#NONE}
   * @param first index of the first of the IDs in the order of the group
   * @param ids stretch of this rank of the IDs of all members in order
   * @param repeated members with a repeated ID that this rank has counted
   */
  public record Result(
      List<Ranked> subhaloes,
      int[] rank,
      int[] indexInType,
      long first,
      long[] ids,
      RepeatedIds repeated) {
    /**
     * Returns the rows of the subhaloes.
     *
     * @param types number of particle types
     * @param group catalogue row of the group
     */
    SubhaloTable table(SubhaloOptions options, int types, long group) {
      SubhaloTable table = SubhaloTable.allocate(options, types, subhaloes.size());
      for (int s = 0; s < subhaloes.size(); s++) {
        Ranked one = subhaloes.get(s);
        table.put(s, one.properties());
        table.put(SubhaloColumn.GROUP, s, group);
        table.put(SubhaloColumn.RANK, s, one.rank());
        table.put(SubhaloColumn.PARENT, s, one.parent());
      }
      return table;
    }
  }

  /**
   * Finds the subhaloes of a group; every rank calls it.
   *
   * @param local members of this rank as one group without links; may be empty
   * @param scaleFactor scale factor of the group; NaN if it has none, and on ranks without members
   */
  public Result find(SubhaloMembers local, double scaleFactor) {
    double[] known = {scaleFactor > 0 ? scaleFactor : 0};
    comm.max(known);
    return find(local, physics.apply(known[0] > 0 ? known[0] : Double.NaN));
  }

  private Result find(SubhaloMembers local, SubhaloPhysics ofGroup) {
    DistributedMembers members = new DistributedMembers(comm, local);
    DistributedCandidates candidates = DistributedCandidates.of(members, kernels.densities);
    GroupUnits units = DistributedUnbinding.units(members, ofGroup);
    BoundMembers bound = new BoundMembers(members.count());
    List<DistributedSubhalo> found = new ArrayList<>();
    CandidateSubtrees families =
        new CandidateSubtrees(candidates.stretches(), maximum, comm.size());
    SubtreeUnbinding search =
        new SubtreeUnbinding(members, candidates, kernels.subhaloes, ofGroup, units);
    for (int round = 0; round < families.rounds(); round++) {
      found.addAll(search.find(families, round, bound));
    }
    addLong(members, candidates, ofGroup, units, bound, found);
    return ranked(members, candidates.stretches(), bound, found);
  }

  /** Processes the long candidates on all ranks, one after the other; rank 0 stores the results. */
  private void addLong(
      DistributedMembers members,
      DistributedCandidates candidates,
      SubhaloPhysics ofGroup,
      GroupUnits units,
      BoundMembers bound,
      List<DistributedSubhalo> found) {
    DistributedPotentials potentials =
        new DistributedPotentials(comm, kernels.potentials, members.local().masses());
    DistributedUnbinding unbinding = new DistributedUnbinding(members, ofGroup, units, potentials);
    DistributedMeasurement measurement = new DistributedMeasurement(members, ofGroup, units);
    CandidateRanges stretches = candidates.stretches();
    for (int c = 0; c < stretches.count(); c++) {
      if (stretches.length()[c] > maximum) {
        DistributedUnbinding.Bound boundSet = unbinding.find(free(candidates, c, bound));
        if (boundSet != null) {
          SubhaloTable properties = measurement.measure(boundSet);
          bound.take(c, boundSet.rows(), k -> boundSet.order().index()[k]);
          if (comm.rank() == 0) {
            found.add(new DistributedSubhalo(c, boundSet.smallestId(), properties));
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
    List<Ranked> subhaloes =
        found.stream()
            .map(
                of ->
                    new Ranked(
                        rank[of.candidate()],
                        stretches.parent(of.candidate(), rank),
                        of.properties()))
            .toList();
    DistributedMemberOrder order = DistributedMemberOrder.of(members, bound, rank, all.size());
    int[] ranks = new int[members.count()];
    Arrays.setAll(ranks, i -> bound.isFree(i) ? SubhaloMembers.NONE : rank[bound.candidate(i)]);
    return new Result(
        subhaloes, ranks, order.indexInType(), order.first(), order.ids(), order.repeated());
  }

  /** Gathers the bound members that all ranks have found. */
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
