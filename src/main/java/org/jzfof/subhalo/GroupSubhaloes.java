package org.jzfof.subhalo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.device.Unsigned;
import org.jzfof.domain.Bisection;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PotentialSums;
import org.jzfof.threads.Parallel;

/**
 * Finds the subhaloes of one group: the bound members of each candidate. The unbinding of a
 * candidate starts when all candidates inside it are finished, as members that are bound there are
 * not part of it.
 */
final class GroupSubhaloes {
  private final SubhaloMembers members;
  private final int group;
  private final SubhaloPhysics physics;
  private final GroupUnits units;
  private final SubhaloCandidates candidates;

  /** Number of unfinished candidates directly inside each candidate. */
  private final int[] pendingInside;

  private final boolean[] isBound;
  private final List<BoundCandidate> found = new ArrayList<>();

  GroupSubhaloes(
      SubhaloMembers members, int group, SubhaloPhysics physics, CandidateSource source) {
    this.members = members;
    this.group = group;
    this.physics = physics;
    this.units = source.units(group);
    this.candidates = source.candidates(group);
    this.pendingInside = new int[candidates.count()];
    this.isBound = new boolean[members.length(group)];
    for (int c = 0; c < pendingInside.length - 1; c++) {
      pendingInside[candidates.enclosing(c)]++;
    }
  }

  /** The bound members of a candidate; {@code rows} are among all members, the most bound first. */
  private record BoundCandidate(int candidate, int[] rows, DeepestMember deepest, long smallestId) {
    int length() {
      return rows.length;
    }
  }

  /** The unbinding of one candidate, which runs concurrently with that of other candidates. */
  final class OpenCandidate {
    private final int candidate;
    private final Unbinding unbinding;

    private OpenCandidate(int candidate) {
      this.candidate = candidate;
      this.unbinding = new Unbinding(members, physics, units, SetReduction.SINGLE_PART, this::free);
    }

    private int[] free() {
      int[] rows = candidates.members(candidate);
      return Parallel.indices(rows.length, Parallel.STREAM_GRAIN)
          .map(i -> rows[i])
          .filter(row -> !isBound[groupIndex(row)])
          .toArray();
    }

    /** Returns the number of members of the candidate. */
    int length() {
      return candidates.length(candidate);
    }

    /**
     * Does one {@link Unbinding#step}, and stores the bound members after the last one. Open
     * candidates share no members, so that their steps may run concurrently.
     */
    PotentialSums.Request step() {
      PotentialSums.Request request = unbinding.step();
      if (request == null && unbinding.bound() != null) {
        add(candidate, unbinding.bound());
      }
      return request;
    }

    /**
     * Returns the enclosing candidate if its unbinding can start now that this one is finished, or
     * null.
     */
    OpenCandidate next() {
      int enclosing = candidates.enclosing(candidate);
      return enclosing != candidate && --pendingInside[enclosing] == 0
          ? new OpenCandidate(enclosing)
          : null;
    }
  }

  /** Returns the candidates that have no other candidates inside. */
  List<OpenCandidate> innermost() {
    return IntStream.range(0, pendingInside.length)
        .filter(c -> pendingInside[c] == 0)
        .mapToObj(OpenCandidate::new)
        .toList();
  }

  private void add(int candidate, Unbinding.Bound bound) {
    int[] rows = bound.mostBoundFirst(members);
    long[] smallest = {bound.deepest().id()};
    Parallel.forRange(
        rows.length,
        Parallel.GRAIN,
        (from, to) -> {
          long part = members.id()[rows[from]];
          for (int i = from; i < to; i++) {
            int row = rows[i];
            isBound[groupIndex(row)] = true;
            part = Unsigned.min(part, members.id()[row]);
          }
          synchronized (smallest) {
            smallest[0] = Unsigned.min(smallest[0], part);
          }
        });
    synchronized (found) {
      found.add(new BoundCandidate(candidate, rows, bound.deepest(), smallest[0]));
    }
  }

  /**
   * Returns the subhaloes by rank; all candidates must be finished.
   *
   * @param longLength number of members from which all threads share one subhalo
   */
  List<Subhalo> ranked(int longLength) {
    int[] rank =
        candidates
            .stretches()
            .ranks(
                found.stream()
                    .map(f -> new CandidateRanges.Bound(f.candidate, f.length(), f.smallestId))
                    .toList());
    found.sort(Comparator.comparingInt(f -> rank[f.candidate]));
    Subhalo[] ranked = new Subhalo[found.size()];
    int longCount = Bisection.countBelow(ranked.length, r -> found.get(r).length() >= longLength);
    Parallel.forEachLongFirst(
        longCount, ranked.length, r -> ranked[r] = measured(found.get(r), rank));
    return List.of(ranked);
  }

  private Subhalo measured(BoundCandidate one, int[] rank) {
    int[] rows = one.rows();
    int[] inGroup = new int[rows.length];
    Parallel.forEach(rows.length, Parallel.GRAIN, i -> inGroup[i] = groupIndex(rows[i]));
    return new Subhalo(
        inGroup,
        groupIndex(one.deepest().row()),
        one.candidate(),
        candidates.stretches().parent(one.candidate(), rank),
        new Measurement(members, physics, units, SetReduction.SINGLE_PART)
            .measure(rows, one.deepest()));
  }

  private int groupIndex(int row) {
    return row - members.start()[group];
  }
}
