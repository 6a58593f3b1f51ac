package org.jzfof.subhalo.ranks;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.subhalo.SaddleTree;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * The tree of saddle points of a group. Each rank has a stretch of the members by decreasing
 * density, and in the end the complete tree. An edge outside the forest of a stretch is also
 * outside the forest of all edges, so that a rank keeps at most as many edges as there are basins.
 */
final class DistributedSaddles {
  private static final long NONE = SubhaloMembers.NONE;

  /** Number of longs of an edge: the rank of its member, and two basins of 32 bits each. */
  private static final int LONGS = 2;

  private final Communicator comm;
  private final long[] start;
  private final int first;
  private final int[] basin;
  private final int[] branch;
  private final SaddleTree tree;

  /**
   * Every rank calls the constructor.
   *
   * @param start rank by density of the first member of each stretch, and the number of members
   *     [size+1]
   * @param nearest rank by density of the nearest denser member of each member of the stretch, or
   *     {@link SubhaloMembers#NONE}
   * @param second rank by density of the second nearest one, likewise
   */
  DistributedSaddles(Communicator comm, long[] start, long[] nearest, long[] second) {
    this.comm = comm;
    this.start = start;
    this.first = (int) start[comm.rank()];
    int[] peakOf = peaks(nearest);
    int[] peak = all(IntStream.range(0, peakOf.length).filter(i -> peakOf[i] == first + i));
    this.basin = Arrays.stream(peakOf).map(p -> Arrays.binarySearch(peak, p)).toArray();
    this.tree = new SaddleTree(peak);
    long[] edges = comm.broadcast(forest(peak, edges(second)), 0);
    join(tree, edges);
    this.branch = tree.branches(first, basin);
    long[] members = new long[tree.nodes()];
    for (int node : branch) {
      members[node]++;
    }
    comm.sum(members);
    tree.setMembers(members);
  }

  /** Returns the tree with the lengths of its branches, the same on all ranks. */
  SaddleTree tree() {
    return tree;
  }

  /** Returns the branch of each member of the stretch. */
  int[] branch() {
    return branch;
  }

  /** Gathers the ranks by density of members of all stretches. */
  private int[] all(IntStream ofStretch) {
    long[][] all = comm.allGather(ofStretch.mapToLong(i -> first + i).toArray());
    return Arrays.stream(ArrayParts.join(all)).mapToInt(r -> (int) r).toArray();
  }

  /**
   * Returns the ranks by density of the peaks of members. Pointers lead to a peak or to a member of
   * an earlier stretch; pointer jumping doubles their reach in each step.
   */
  private int[] peaks(long[] nearest) {
    int[] to = new int[nearest.length];
    for (int i = 0; i < to.length; i++) {
      int next = (int) nearest[i];
      to[i] = next == NONE ? first + i : next < first ? next : to[next - first];
    }
    int[] open = IntStream.range(0, to.length).filter(i -> to[i] < first).toArray();
    while (any(open.length)) {
      long[] requested = Arrays.stream(open).mapToLong(i -> to[i]).toArray();
      int[] answers = fetch(to, requested);
      int left = 0;
      for (int k = 0; k < open.length; k++) {
        to[open[k]] = answers[k];
        if (answers[k] != requested[k]) {
          open[left++] = open[k];
        }
      }
      open = Arrays.copyOf(open, left);
    }
    return to;
  }

  /** Fetches values of members of any stretch. */
  private int[] fetch(int[] values, long[] members) {
    return RowTransfer.ofRequests(comm, start, members).moved(values, 1);
  }

  private boolean any(int open) {
    long[] all = {open};
    comm.sum(all);
    return all[0] > 0;
  }

  /** Returns the edges of the members of the stretch. */
  private long[] edges(long[] second) {
    int[] linked = IntStream.range(0, second.length).filter(i -> second[i] != NONE).toArray();
    long[] requested = Arrays.stream(linked).mapToLong(i -> second[i]).toArray();
    int[] other = fetch(basin, requested);
    return IntStream.range(0, linked.length)
        .filter(k -> other[k] != basin[linked[k]])
        .mapToObj(
            k ->
                LongStream.of(
                    first + linked[k], (long) basin[linked[k]] << Integer.SIZE | other[k]))
        .flatMapToLong(edge -> edge)
        .toArray();
  }

  /** Joins basins by edges, and returns the edges of the forest. */
  private static long[] join(SaddleTree forest, long[] edges) {
    long[] kept = new long[edges.length];
    int count = 0;
    for (int e = 0; e < edges.length; e += LONGS) {
      int one = (int) (edges[e + 1] >> Integer.SIZE);
      if (forest.join((int) edges[e], one, (int) edges[e + 1])) {
        kept[count++] = edges[e];
        kept[count++] = edges[e + 1];
      }
    }
    return Arrays.copyOf(kept, count);
  }

  /**
   * Returns on rank 0 the edges of the forest of all stretches, in order; on other ranks only part
   * of them.
   */
  private long[] forest(int[] peak, long[] ofStretch) {
    SaddleTree forest = new SaddleTree(peak);
    long[] edges = join(forest, ofStretch);
    for (int step = 1; step < comm.size(); step *= 2) {
      long[][] sent = new long[comm.size()][0];
      if (comm.rank() % (2 * step) == step) {
        sent[comm.rank() - step] = edges;
      }
      // Edges from higher ranks come later in the order.
      long[] arrived = ArrayParts.join(comm.allToAll(sent));
      edges = ArrayParts.join(new long[][] {edges, join(forest, arrived)});
    }
    return edges;
  }
}
