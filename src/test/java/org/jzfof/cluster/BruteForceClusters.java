package org.jzfof.cluster;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jzfof.neighbours.search.BruteForceNeighbours;

/** DBSCAN by looking at every pair; a border point goes to its nearest core. */
record BruteForceClusters(BruteForceNeighbours brute, long[] ids, double eps, int minPoints) {
  record Found(long[] cluster, boolean[] core, Clusters clusters) {}

  Found find() {
    double[] xyz = brute.points();
    int n = ids.length;
    int[][] within = new int[n][];
    Arrays.setAll(within, i -> brute.within(xyz, i, p -> eps));
    boolean[] core = new boolean[n];
    for (int i = 0; i < n; i++) {
      core[i] = within[i].length >= minPoints;
    }
    int[] seed = new int[n];
    Arrays.fill(seed, -1);
    for (int i = 0; i < n; i++) {
      if (core[i] && seed[i] < 0) {
        spread(i, within, core, seed);
      }
    }
    for (int i = 0; i < n; i++) {
      if (!core[i]) {
        seed[i] = seedOfNearest(i, within[i], core, seed);
      }
    }
    return numbered(seed, core);
  }

  private static void spread(int from, int[][] within, boolean[] core, int[] seed) {
    int[] open = new int[seed.length];
    int count = 1;
    open[0] = from;
    seed[from] = from;
    while (count > 0) {
      for (int j : within[open[--count]]) {
        if (core[j] && seed[j] < 0) {
          seed[j] = from;
          open[count++] = j;
        }
      }
    }
  }

  private int seedOfNearest(int i, int[] near, boolean[] core, int[] seed) {
    return Arrays.stream(near)
        .filter(j -> core[j])
        .boxed()
        .min(
            Comparator.<Integer>comparingDouble(j -> brute.distance(brute.points(), i, j))
                .thenComparing((a, b) -> Long.compareUnsigned(ids[a], ids[b])))
        .map(j -> seed[j])
        .orElse(-1);
  }

  private Found numbered(int[] seed, boolean[] core) {
    List<List<Integer>> members =
        IntStream.range(0, seed.length)
            .boxed()
            .filter(i -> seed[i] >= 0)
            .collect(Collectors.groupingBy(i -> seed[i]))
            .values()
            .stream()
            .sorted(
                Comparator.<List<Integer>>comparingInt(of -> -of.size())
                    .thenComparing((a, b) -> Long.compareUnsigned(least(a), least(b))))
            .toList();
    long[] cluster = new long[seed.length];
    Arrays.fill(cluster, -1);
    for (int c = 0; c < members.size(); c++) {
      for (int i : members.get(c)) {
        cluster[i] = c;
      }
    }
    return new Found(
        cluster,
        core,
        new Clusters(
            members.stream().mapToLong(List::size).toArray(),
            members.stream().mapToLong(of -> of.stream().filter(i -> core[i]).count()).toArray(),
            members.stream().mapToLong(this::least).toArray()));
  }

  private long least(List<Integer> rows) {
    return rows.stream().map(i -> ids[i]).min(Long::compareUnsigned).orElseThrow();
  }
}
