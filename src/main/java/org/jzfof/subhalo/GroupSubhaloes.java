package org.jzfof.subhalo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Finds the subhaloes of one group: candidates, inner ones first, and what is bound in each. */
final class GroupSubhaloes {
  private final SubhaloMembers members;
  private final int group;
  private final DensityOrder order;
  private final Candidates candidates;
  private final Unbinding unbinding;
  private final Measurement measurement;

  GroupSubhaloes(SubhaloMembers members, int group, SubhaloPhysics physics, PotentialSums sums) {
    this.members = members;
    this.group = group;
    this.order = DensityOrder.of(members, group);
    this.candidates = Candidates.of(order);
    GroupUnits units = GroupUnits.of(members, group, physics);
    this.unbinding = new Unbinding(members, physics, units, sums);
    this.measurement = new Measurement(members, physics, units);
  }

  /** What is bound in a candidate. */
  private record Found(int candidate, Unbinding.Bound bound, long smallestId) {
    int length() {
      return bound.rows().length;
    }
  }

  /** By rank. */
  List<Subhalo> find() {
    List<Found> ranked = bound();
    ranked.sort(
        Comparator.comparingInt(Found::length)
            .reversed()
            .thenComparing(Found::smallestId, Long::compareUnsigned));
    int[] rank = new int[candidates.count()];
    Arrays.fill(rank, -1);
    for (int r = 0; r < ranked.size(); r++) {
      rank[ranked.get(r).candidate()] = r;
    }
    return ranked.stream()
        .map(
            found ->
                new Subhalo(
                    Arrays.stream(found.bound().rows()).map(this::inGroup).toArray(),
                    inGroup(found.bound().deepest()),
                    parent(found.candidate(), rank),
                    measurement.measure(found.bound())))
        .toList();
  }

  private int inGroup(int row) {
    return row - members.start()[group];
  }

  /** Rank of the subhalo of the smallest candidate around one that has any, or 0. */
  private int parent(int candidate, int[] rank) {
    int at = candidate;
    do {
      if (candidates.around()[at] == at) {
        return 0;
      }
      at = candidates.around()[at];
    } while (rank[at] < 0);
    return rank[at];
  }

  private List<Found> bound() {
    boolean[] taken = new boolean[order.member().length];
    List<Found> found = new ArrayList<>();
    for (int c = 0; c < candidates.count(); c++) {
      int[] free =
          Arrays.stream(candidates.members(c))
              .map(rank -> order.member()[rank])
              .filter(row -> !taken[inGroup(row)])
              .toArray();
      Unbinding.Bound bound = unbinding.unbind(free);
      if (bound != null) {
        long smallest = members.id()[bound.deepest()];
        for (int row : bound.rows()) {
          taken[inGroup(row)] = true;
          long id = members.id()[row];
          smallest = Long.compareUnsigned(id, smallest) < 0 ? id : smallest;
        }
        found.add(new Found(c, bound, smallest));
      }
    }
    return found;
  }
}
