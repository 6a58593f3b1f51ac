package org.jzfof.fof;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;

/** Edges between ranks against a union-find that sees them all. */
class EdgeResolverTest {
  /** A graph: vertices are spread over ranks, and every edge is known to one rank. */
  private record Graph(int ranks, int perRank, int[] ends, int[] knownTo, int[] localRoot) {
    int vertices() {
      return ranks * perRank;
    }

    long global(int vertex) {
      return GlobalIndex.of(vertex / perRank, vertex % perRank);
    }
  }

  @Test
  void randomGraphs() {
    SplittableRandom random = new SplittableRandom(5);
    for (int c = 0; c < 60; c++) {
      int ranks = 1 + random.nextInt(7);
      int perRank = 1 + random.nextInt(40);
      check(random(ranks, perRank, random.nextInt(3 * ranks * perRank), random));
    }
  }

  @Test
  void hundredThousandEdges() {
    check(random(5, 20_000, 100_000, new SplittableRandom(1)));
  }

  @Test
  void chainsThroughEveryRank() {
    for (int ranks : new int[] {2, 3, 8}) {
      int n = ranks * 50;
      // Neighbours in the chain lie on different ranks, in both directions.
      int[] vertex = IntStream.range(0, n).map(i -> i % ranks * 50 + i / ranks).toArray();
      int[] up = new int[2 * (n - 1)];
      for (int i = 0; i + 1 < n; i++) {
        up[2 * i] = vertex[i];
        up[2 * i + 1] = vertex[i + 1];
      }
      check(graph(ranks, 50, up, new SplittableRandom(ranks)));
    }
  }

  @Test
  void starsAndCycles() {
    int[] star = new int[2 * 199];
    int[] cycle = new int[2 * 200];
    for (int i = 0; i < 200; i++) {
      cycle[2 * i] = i;
      cycle[2 * i + 1] = (i * 7 + 7) % 200;
      if (i > 0) {
        star[2 * i - 2] = 199;
        star[2 * i - 1] = i - 1;
      }
    }
    check(graph(4, 50, star, new SplittableRandom(1)));
    check(graph(4, 50, cycle, new SplittableRandom(2)));
  }

  @Test
  void noEdges() {
    check(graph(3, 4, new int[0], new SplittableRandom(1)));
  }

  private static Graph random(int ranks, int perRank, int edges, SplittableRandom random) {
    int[] ends = random.ints(2L * edges, 0, ranks * perRank).toArray();
    return graph(ranks, perRank, ends, random);
  }

  private static Graph graph(int ranks, int perRank, int[] ends, SplittableRandom random) {
    int[] knownTo = random.ints(ends.length / 2, 0, ranks).toArray();
    int[] localRoot = new int[ranks * perRank];
    for (int v = 0; v < localRoot.length; v++) {
      // Some points already belong to a lower point of their rank.
      int first = v / perRank * perRank;
      localRoot[v] = random.nextInt(3) == 0 ? localRoot[first + random.nextInt(v - first + 1)] : v;
      localRoot[v] = localRoot[v] > v ? v : Math.max(first, localRoot[v]);
      localRoot[v] = localRoot[localRoot[v]] == localRoot[v] ? localRoot[v] : v;
    }
    return new Graph(ranks, perRank, ends, knownTo, localRoot);
  }

  private static void check(Graph graph) {
    List<long[]> parts = ThreadRanks.run(graph.ranks(), comm -> labels(graph, comm));
    long[] actual = parts.stream().flatMapToLong(Arrays::stream).toArray();
    assertArrayEquals(expected(graph), actual);
  }

  /** Global root of every vertex of one rank. */
  private static long[] labels(Graph graph, Communicator comm) {
    int first = comm.rank() * graph.perRank();
    long[] edges = new long[graph.ends().length];
    int length = 0;
    for (int e = 0; e < graph.knownTo().length; e++) {
      if (graph.knownTo()[e] == comm.rank()) {
        edges[length++] = graph.global(graph.ends()[2 * e]);
        edges[length++] = graph.global(graph.ends()[2 * e + 1]);
      }
    }
    EdgeResolver.Result result =
        new EdgeResolver(
                comm,
                points ->
                    Arrays.stream(points)
                        .map(p -> graph.localRoot()[first + (int) p] - first)
                        .toArray())
            .resolve(Arrays.copyOf(edges, length));
    assertTrue(result.linkRounds() <= 3 * graph.vertices() + 3, "rounds " + result.linkRounds());
    long[] labels = new long[graph.perRank()];
    Arrays.setAll(
        labels,
        v -> {
          long root = graph.localRoot()[first + v] - first;
          long label = result.labels().get(root);
          return label == LabelTable.NONE ? GlobalIndex.of(comm.rank(), root) : label;
        });
    return labels;
  }

  private static long[] expected(Graph graph) {
    int[] label = graph.localRoot().clone();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int e = 0; e < graph.ends().length; e += 2) {
        int a = find(label, graph.ends()[e]);
        int b = find(label, graph.ends()[e + 1]);
        if (a != b) {
          label[Math.max(a, b)] = Math.min(a, b);
          changed = true;
        }
      }
    }
    long[] roots = new long[label.length];
    Arrays.setAll(roots, v -> graph.global(find(label, v)));
    return roots;
  }

  private static int find(int[] label, int v) {
    while (label[v] != v) {
      v = label[v];
    }
    return v;
  }
}
