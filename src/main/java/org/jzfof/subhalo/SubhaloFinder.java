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
 * Finds subhaloes. The candidates of many groups advance concurrently, from one sum of potentials
 * to the next, so that a device computes many sums at once. Only these sums run on the device;
 * everything else runs on the host.
 */
public final class SubhaloFinder {
  /**
   * Total number of members of groups that are processed concurrently, unless a single group has
   * more.
   */
  private static final int CONCURRENT_MEMBERS = 1 << 23;

  /** Number of members of a candidate from which all threads share the candidate. */
  private static final int LONG = 1 << 17;

  private final PotentialSumKernels kernels;
  private final int concurrentMembers;
  private final int longCandidate;

  public SubhaloFinder(PotentialSumKernels kernels) {
    this(kernels, CONCURRENT_MEMBERS, LONG);
  }

  SubhaloFinder(PotentialSumKernels kernels, int concurrentMembers, int longCandidate) {
    this.kernels = kernels;
    this.concurrentMembers = concurrentMembers;
    this.longCandidate = longCandidate;
  }

  /**
   * Finds the subhaloes of each group by rank: by decreasing length, equally long ones by the
   * smallest member ID. The result depends neither on the order of members and groups nor on the
   * device.
   *
   * @param physics parameters of each group
   * @return subhaloes of each group, in the order of the groups; an empty list if nothing is bound
   * @throws IllegalArgumentException if a link goes to a member that is not denser
   */
  public List<List<Subhalo>> find(SubhaloMembers members, List<SubhaloPhysics> physics) {
    return find(members, physics, CandidateSource.ofLinks(members, physics));
  }

  /**
   * Finds subhaloes in given candidates. A group may be part of a larger group.
   *
   * @param members members whose links are ignored
   * @param physics parameters of each group
   */
  public List<List<Subhalo>> find(
      SubhaloMembers members, List<SubhaloPhysics> physics, CandidateSource candidates) {
    Search search = new Search(members, physics, candidates);
    int[] longest =
        IntStream.range(0, members.groups())
            .boxed()
            .sorted(Comparator.comparingInt(group -> -members.length(group)))
            .mapToInt(group -> group)
            .toArray();
    List<List<Subhalo>> found = new ArrayList<>(Collections.nCopies(members.groups(), List.of()));
    try (PotentialSums sums = kernels.open(members.masses())) {
      for (int from = 0, to; from < longest.length; from = to) {
        int count = members.length(longest[from]);
        for (to = from + 1; to < longest.length; to++) {
          count += members.length(longest[to]);
          if (count > concurrentMembers) {
            break;
          }
        }
        find(search, Arrays.copyOfRange(longest, from, to), sums, found);
      }
    }
    return List.copyOf(found);
  }

  private record Search(
      SubhaloMembers members, List<SubhaloPhysics> physics, CandidateSource candidates) {
    GroupSubhaloes group(int group) {
      return new GroupSubhaloes(members, group, physics.get(group), candidates);
    }
  }

  private void find(Search search, int[] groups, PotentialSums sums, List<List<Subhalo>> found) {
    GroupSubhaloes[] searches = new GroupSubhaloes[groups.length];
    List<List<GroupSubhaloes.OpenCandidate>> innermost =
        new ArrayList<>(Collections.nCopies(groups.length, List.of()));
    int longCount =
        Bisection.countBelow(groups.length, g -> search.members.length(groups[g]) >= longCandidate);
    Parallel.forEachLongFirst(
        longCount,
        groups.length,
        g -> {
          searches[g] = search.group(groups[g]);
          innermost.set(g, searches[g].innermost());
        });
    List<GroupSubhaloes.OpenCandidate> open = innermost.stream().flatMap(List::stream).toList();
    while (!open.isEmpty()) {
      open = step(open, sums);
    }
    Parallel.forEachLongFirst(
        longCount, groups.length, g -> found.set(groups[g], searches[g].ranked(longCandidate)));
  }

  /** Returns the unfinished candidates, and those whose unbinding can start now. */
  private List<GroupSubhaloes.OpenCandidate> step(
      List<GroupSubhaloes.OpenCandidate> open, PotentialSums sums) {
    int[] order = longestFirst(open);
    int longCount =
        Bisection.countBelow(order.length, i -> open.get(order[i]).length() >= longCandidate);
    PotentialSums.Request[] requests = new PotentialSums.Request[order.length];
    Parallel.forEachLongFirst(
        longCount, order.length, i -> requests[i] = open.get(order[i]).step());
    sums.add(Arrays.stream(requests).filter(Objects::nonNull).toList());
    List<GroupSubhaloes.OpenCandidate> next = new ArrayList<>();
    for (int i = 0; i < order.length; i++) {
      GroupSubhaloes.OpenCandidate one = open.get(order[i]);
      GroupSubhaloes.OpenCandidate remaining = requests[i] == null ? one.next() : one;
      if (remaining != null) {
        next.add(remaining);
      }
    }
    return next;
  }

  private static int[] longestFirst(List<GroupSubhaloes.OpenCandidate> open) {
    long[] key = new long[open.size()];
    Arrays.setAll(key, i -> (long) -open.get(i).length() << Integer.SIZE | i);
    Parallel.sort(key);
    return Arrays.stream(key).mapToInt(k -> (int) k).toArray();
  }
}
