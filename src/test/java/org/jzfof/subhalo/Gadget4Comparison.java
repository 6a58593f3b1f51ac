package org.jzfof.subhalo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Own subhaloes of the groups of Gadget-4 beside its own.
 *
 * @param number of own subhaloes
 * @param pairs each of Gadget-4's and the own one of the same group that it has most in common with
 */
record Gadget4Comparison(int number, List<Pair> pairs) {
  /**
   * Two subhaloes.
   *
   * @param main whether theirs is the first of its group
   * @param jaccard members in common over members of any of both
   * @param sameMostBound whether the same particle is most bound
   * @param samePlace whether rank and parent are the same
   * @param maximum own over their largest circular velocity
   */
  record Pair(
      boolean main, double jaccard, boolean sameMostBound, boolean samePlace, double maximum) {}

  static Gadget4Comparison of(Gadget4Catalogue theirs) {
    OracleParticles all = theirs.particles();
    double[] density = new OracleDensity(all).of(theirs.members());
    int[][] groups = theirs.groupMembers();
    List<List<OracleSubhaloes.Subhalo>> own =
        Arrays.stream(groups)
            .map(g -> OracleDensity.order(all, density, g))
            .map(order -> OracleSubhaloes.of(all, theirs.physics(), order))
            .toList();
    int[][] members = theirs.subhaloMembers();
    long[] groupOf = theirs.file().longs("/Subhalo/SubhaloGroupNr");
    long[] rank = theirs.file().longs("/Subhalo/SubhaloRankInGr");
    long[] parent = theirs.file().longs("/Subhalo/SubhaloParentRank");
    double[] maximum = theirs.file().doubles("/Subhalo/SubhaloVmax");
    List<Pair> pairs = new ArrayList<>();
    for (int s = 0; s < members.length; s++) {
      int[] group = groups[(int) groupOf[s]];
      Pair best = new Pair(rank[s] == 0, 0, false, false, 0);
      List<OracleSubhaloes.Subhalo> candidates = own.get((int) groupOf[s]);
      for (OracleSubhaloes.Subhalo mine : candidates) {
        double jaccard = jaccard(mine.members(), members[s]);
        if (jaccard > best.jaccard()) {
          double speed =
              OracleProperties.of(all, theirs.physics(), group, mine.members(), mine.deepest())
                  .maximum();
          boolean same = mine.members()[0] == members[s][0];
          boolean place = candidates.indexOf(mine) == rank[s] && mine.parent() == parent[s];
          best = new Pair(rank[s] == 0, jaccard, same, place, speed / maximum[s]);
        }
      }
      pairs.add(best);
    }
    return new Gadget4Comparison(own.stream().mapToInt(List::size).sum(), pairs);
  }

  private static double jaccard(int[] one, int[] other) {
    Set<Integer> set = IntStream.of(one).boxed().collect(Collectors.toSet());
    long common = Arrays.stream(other).filter(set::contains).count();
    return common / (double) (one.length + other.length - common);
  }

  /** Number of pairs that something holds for. */
  long count(Predicate<Pair> which) {
    return pairs.stream().filter(which).count();
  }
}
