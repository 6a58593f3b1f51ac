package org.jzfof.cluster;

import java.util.function.IntPredicate;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.error.MemoryException;
import org.jzfof.fof.GlobalIndex;
import org.jzfof.neighbours.ClusterKernels;
import org.jzfof.threads.Parallel;

/**
 * Numbers the clusters of all ranks. The rank that a label belongs to adds the sums of all ranks,
 * and every rank sorts the result in the same order.
 *
 * @param clusters all clusters, by their numbers
 * @param number number of the cluster of each part on this rank
 */
record ClusterNumbers(Clusters clusters, int[] number) {
  private static final long MAX_CLUSTERS = Integer.MAX_VALUE / 5 / 2;

  /**
   * Numbers the clusters; every rank calls it.
   *
   * @param local parts of clusters, with the sums over the members on this rank
   * @param roots first member of each part on this rank
   */
  static ClusterNumbers of(
      ClusterTable local,
      int[] roots,
      ClusterKernels kernels,
      DeviceMemory memory,
      Communicator comm) {
    ClusterTable all = comm.size() == 1 ? local : join(local, roots, comm);
    int[] order = order(all, kernels, memory);
    int[] number = new int[order.length];
    Parallel.forEach(order.length, Parallel.GRAIN, n -> number[order[n]] = n);
    return new ClusterNumbers(
        new Clusters(
            ArrayParts.take(all.size(), order),
            ArrayParts.take(all.cores(), order),
            ArrayParts.take(all.firstId(), order)),
        comm.size() == 1 ? number : ofLocal(local, all, number));
  }

  /**
   * Joins the clusters of all ranks, by increasing labels. The first member of a cluster on the
   * rank of its label is the label, so that the other parts of a cluster are added there.
   */
  private static ClusterTable join(ClusterTable local, int[] roots, Communicator comm) {
    IntPredicate complete = i -> local.label()[i] == GlobalIndex.of(comm.rank(), roots[i]);
    long[][] messages = new long[comm.size()][];
    for (int r = 0; r < messages.length; r++) {
      int rank = r;
      messages[r] =
          local.select(i -> GlobalIndex.rank(local.label()[i]) == rank && !complete.test(i)).pack();
    }
    ClusterTable joined = local.select(complete);
    joined.add(ClusterTable.unpack(comm.allToAll(messages)));
    requireFew(joined.count(), comm);
    return ClusterTable.unpack(comm.allGather(joined.pack()));
  }

  private static void requireFew(long clusters, Communicator comm) {
    long[] all = {clusters};
    comm.sum(all);
    if (all[0] > MAX_CLUSTERS) {
      throw new MemoryException(
          "there are more than %d clusters: give a larger --eps or --min-points"
              .formatted(MAX_CLUSTERS));
    }
  }

  /** Sorts by decreasing size, then by ID, and, if IDs are repeated, by row. */
  private static int[] order(ClusterTable all, ClusterKernels kernels, DeviceMemory memory) {
    try (DeviceArray rows = memory.upload(all.row());
        DeviceArray ids = memory.upload(all.firstId());
        DeviceArray sizes = memory.upload(all.size());
        DeviceArray unsorted = memory.range(ElementType.I32, 0, all.count());
        DeviceArray byRow = kernels.sort(unsorted, rows, false);
        DeviceArray byId = kernels.sort(byRow, ids, false);
        DeviceArray bySize = kernels.sort(byId, sizes, true)) {
      return memory.toInts(bySize);
    }
  }

  private static int[] ofLocal(ClusterTable local, ClusterTable all, int[] number) {
    int[] numbers = new int[local.count()];
    Parallel.forEach(
        numbers.length, Parallel.GRAIN, i -> numbers[i] = number[all.indexOf(local.label()[i])]);
    return numbers;
  }
}
