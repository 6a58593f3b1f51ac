package org.jzfof.subhalo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jzfof.domain.Bisection;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.subhalo.potential.PotentialSumKernels;
import org.jzfof.subhalo.potential.PotentialSums;
import org.jzfof.threads.Parallel;

/**
 * Finds subhaloes: candidates of many groups go on side by side, from one sum of potentials to the
 * next, so that a device has many sums to do at once. All but these is done on the host.
 */
public final class SubhaloFinder {
  /** Members of groups that go on side by side, unless a single group has more. */
  private static final int SIDE_BY_SIDE = 1 << 23;

  /** Members of a candidate from which on all threads share its members. */
  private static final int LONG = 1 << 17;

  private final PotentialSumKernels kernels;
  private final int sideBySide;
  private final int longCandidate;

  public SubhaloFinder(PotentialSumKernels kernels) {
    this(kernels, SIDE_BY_SIDE, LONG);
  }

  SubhaloFinder(PotentialSumKernels kernels, int sideBySide, int longCandidate) {
    this.kernels = kernels;
    this.sideBySide = sideBySide;
    this.longCandidate = longCandidate;
  }

  /**
   * Finds the subhaloes of each group by rank: the longest first, of equal ones that with the
   * smallest member ID. The answer depends neither on the order of members and groups nor on the
   * device.
   *
   * @return for each group, in order; none where nothing is bound
   * @throws IllegalArgumentException if a member that is said to be denser is not
   */
  public List<List<Subhalo>> find(SubhaloMembers members, SubhaloPhysics physics) {
    return find(members, physics, CandidateSource.ofLinks(members, physics));
  }

  /**
   * Finds subhaloes in candidates that are given. A group may be part of a larger one.
   *
   * @param members of which the links are of no meaning
   */
  public List<List<Subhalo>> find(
      SubhaloMembers members, SubhaloPhysics physics, CandidateSource candidates) {
    Search search = new Search(members, physics, candidates);
    int[] longest =
        IntStream.range(0, members.groups())
            .boxed()
            .sorted(Comparator.comparingInt(group -> -members.length(group)))
            .mapToInt(group -> group)
            .toArray();
    List<List<Subhalo>> found = new ArrayList<>(Collections.nCopies(members.groups(), List.of()));
    try (PotentialSums sums = kernels.open(members.masses(), physics.softening())) {
      for (int from = 0, to; from < longest.length; from = to) {
        int count = members.length(longest[from]);
        for (to = from + 1; to < longest.length; to++) {
          count += members.length(longest[to]);
          if (count > sideBySide) {
            break;
          }
        }
        find(search, Arrays.copyOfRange(longest, from, to), sums, found);
      }
    }
    return List.copyOf(found);
  }

  private record Search(
      SubhaloMembers members, SubhaloPhysics physics, CandidateSource candidates) {
    GroupSubhaloes group(int group) {
      return new GroupSubhaloes(members, group, physics, candidates);
    }
  }

  private void find(Search search, int[] groups, PotentialSums sums, List<List<Subhalo>> found) {
    GroupSubhaloes[] some = new GroupSubhaloes[groups.length];
    List<List<GroupSubhaloes.Open>> innermost =
        new ArrayList<>(Collections.nCopies(groups.length, List.of()));
    int many =
        Bisection.countBelow(groups.length, g -> search.members.length(groups[g]) >= longCandidate);
    Parallel.forEachLongFirst(
        many,
        groups.length,
        g -> {
          some[g] = search.group(groups[g]);
          innermost.set(g, some[g].innermost());
        });
    List<GroupSubhaloes.Open> open = innermost.stream().flatMap(List::stream).toList();
    while (!open.isEmpty()) {
      open = step(open, sums);
    }
    Parallel.forEachLongFirst(
        many, groups.length, g -> found.set(groups[g], some[g].ranked(longCandidate)));
  }

  /** Returns the candidates that are not done, and those that can be begun now. */
  private List<GroupSubhaloes.Open> step(List<GroupSubhaloes.Open> open, PotentialSums sums) {
    int[] order = longestFirst(open);
    int many =
        Bisection.countBelow(order.length, i -> open.get(order[i]).length() >= longCandidate);
    PotentialSums.Request[] requests = new PotentialSums.Request[order.length];
    Parallel.forEachLongFirst(many, order.length, i -> requests[i] = open.get(order[i]).step());
    sums.add(Arrays.stream(requests).filter(Objects::nonNull).toList());
    List<GroupSubhaloes.Open> next = new ArrayList<>();
    for (int i = 0; i < order.length; i++) {
      GroupSubhaloes.Open one = open.get(order[i]);
      GroupSubhaloes.Open going = requests[i] == null ? one.next() : one;
      if (going != null) {
        next.add(going);
      }
    }
    return next;
  }

  private static int[] longestFirst(List<GroupSubhaloes.Open> open) {
    long[] key = new long[open.size()];
    Arrays.setAll(key, i -> (long) -open.get(i).length() << Integer.SIZE | i);
    Parallel.sort(key);
    return Arrays.stream(key).mapToInt(k -> (int) k).toArray();
  }
}
