package org.jzfof.cluster;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import org.jzfof.comm.Communicator;

/**
 * Numbers the clusters. Each rank sums over its particles, the rank that a label belongs to adds
 * the sums of all ranks, and every rank sorts the result in the same order.
 */
public final class ClusterNumbers {
  /** Label and number of a particle without a cluster. */
  public static final long NONE = -1;

  private ClusterNumbers() {}

  /**
   * Replaces the labels of all particles by the numbers of their clusters; every rank calls it.
   *
   * @param label {@link org.jzfof.fof.GlobalIndex} of the cluster of each particle of this rank, or
   *     {@link #NONE}; changed
   * @param core flags of the core points
   * @param firstRow row of the first particle of this rank among those of all ranks
   */
  public static Clusters number(
      long[] label, boolean[] core, IntToLongFunction id, long firstRow, Communicator comm) {
    ClusterSums local = new ClusterSums();
    for (int i = 0; i < label.length; i++) {
      if (label[i] != NONE) {
        local.add(label[i], 1, core[i] ? 1 : 0, id.applyAsLong(i), firstRow + i);
      }
    }
    ClusterSums joined = new ClusterSums();
    joined.addAll(comm.allToAll(local.rowsByRank(comm.size())));
    ClusterSums all = new ClusterSums();
    all.addAll(comm.allGather(joined.rows()));
    int[] order = all.order();
    int[] number = new int[order.length];
    for (int n = 0; n < order.length; n++) {
      number[order[n]] = n;
    }
    Arrays.setAll(label, i -> label[i] == NONE ? NONE : number[all.indexOf(label[i])]);
    return new Clusters(
        column(all, order, ClusterSums.SIZE),
        column(all, order, ClusterSums.CORES),
        column(all, order, ClusterSums.ID));
  }

  private static long[] column(ClusterSums all, int[] order, int column) {
    return Arrays.stream(order).mapToLong(i -> all.get(i, column)).toArray();
  }
}
