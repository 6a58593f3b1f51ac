package org.jzfof.subhalo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.domain.Bisection;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PotentialSums;
import org.jzfof.threads.Parallel;

/**
 * The subhaloes of one group: candidates, and what is bound in each. A candidate is begun when all
 * those inside it are done, as what is bound there is not part of it.
 */
final class GroupSubhaloes {
  private final SubhaloMembers members;
  private final int group;
  private final SubhaloPhysics physics;
  private final GroupUnits units;
  private final SubhaloCandidates candidates;

  /** Candidates of each that are directly inside it and not done. */
  private final int[] inside;

  private final boolean[] taken;
  private final List<Found> found = new ArrayList<>();

  /**
   * @param source of its candidates
   */
  GroupSubhaloes(
      SubhaloMembers members, int group, SubhaloPhysics physics, CandidateSource source) {
    this.members = members;
    this.group = group;
    this.physics = physics;
    this.units = source.units(group);
    this.candidates = source.candidates(group);
    this.inside = new int[candidates.count()];
    this.taken = new boolean[members.length(group)];
    for (int c = 0; c < inside.length - 1; c++) {
      inside[candidates.around(c)]++;
    }
  }

  /** What is bound in a candidate. */
  private record Found(int candidate, int[] rows, DeepestMember deepest, long smallestId) {
    int length() {
      return rows.length;
    }
  }

  /** The unbinding of one candidate, beside those of others. */
  final class Open {
    private final int candidate;
    private final Unbinding unbinding;

    private Open(int candidate) {
      this.candidate = candidate;
      this.unbinding = new Unbinding(members, physics, units, SetReduction.WHOLE, this::free);
    }

    private int[] free() {
      int[] rows = candidates.members(candidate);
      return Parallel.indices(rows.length, Parallel.STREAM_GRAIN)
          .map(i -> rows[i])
          .filter(row -> !taken[inGroup(row)])
          .toArray();
    }

    /** Members of the candidate. */
    int length() {
      return candidates.length(candidate);
    }

    /**
     * As {@link Unbinding#step}; takes what is bound in the end. Candidates that are open share no
     * members, so that they may do so side by side.
     */
    PotentialSums.Request step() {
      PotentialSums.Request request = unbinding.step();
      if (request == null && unbinding.bound() != null) {
        take(candidate, unbinding.bound());
      }
      return request;
    }

    /** The candidate around this one, which is done, if it can be begun now; or null. */
    Open next() {
      int around = candidates.around(candidate);
      return around != candidate && --inside[around] == 0 ? new Open(around) : null;
    }
  }

  /** The candidates that have no others inside. */
  List<Open> innermost() {
    return IntStream.range(0, inside.length)
        .filter(c -> inside[c] == 0)
        .mapToObj(Open::new)
        .toList();
  }

  private void take(int candidate, Unbinding.Bound bound) {
    int[] rows = bound.mostBoundFirst(members);
    long[] smallest = {bound.deepest().id()};
    Parallel.forRange(
        rows.length,
        Parallel.GRAIN,
        (from, to) -> {
          long least = members.id()[rows[from]];
          for (int i = from; i < to; i++) {
            int row = rows[i];
            taken[inGroup(row)] = true;
            least = SubhaloMembers.smaller(least, members.id()[row]);
          }
          synchronized (smallest) {
            smallest[0] = SubhaloMembers.smaller(smallest[0], least);
          }
        });
    synchronized (found) {
      found.add(new Found(candidate, rows, bound.deepest(), smallest[0]));
    }
  }

  /**
   * By rank, when all candidates are done.
   *
   * @param longOne members of such a one
   */
  List<Subhalo> ranked(int longOne) {
    int[] rank =
        candidates
            .stretches()
            .ranks(
                found.stream()
                    .map(f -> new CandidateRanges.Bound(f.candidate, f.length(), f.smallestId))
                    .toList());
    found.sort(Comparator.comparingInt(f -> rank[f.candidate]));
    Subhalo[] ranked = new Subhalo[found.size()];
    int many = Bisection.countBelow(ranked.length, r -> found.get(r).length() >= longOne);
    Parallel.forEachLongFirst(many, ranked.length, r -> ranked[r] = measured(found.get(r), rank));
    return List.of(ranked);
  }

  private Subhalo measured(Found one, int[] rank) {
    int[] rows = one.rows();
    int[] inGroup = new int[rows.length];
    Parallel.forEach(rows.length, Parallel.GRAIN, i -> inGroup[i] = inGroup(rows[i]));
    return new Subhalo(
        inGroup,
        inGroup(one.deepest().row()),
        one.candidate(),
        candidates.stretches().parent(one.candidate(), rank),
        new Measurement(members, physics, units, SetReduction.WHOLE).measure(rows, one.deepest()));
  }

  private int inGroup(int row) {
    return row - members.start()[group];
  }
}
