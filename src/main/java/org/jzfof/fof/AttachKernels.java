package org.jzfof.fof;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeLevel;

/** Device operations of the search for the nearest primary particle. */
public interface AttachKernels {
  /**
   * The nearest point of each query.
   *
   * @param index I32 [m] index of the nearest point within the linking length, or the value {@code
   *     none}
   * @param square I64 [m] {@link LinkCriterion#square} of its distance; {@link
   *     LinkCriterion#largestSquare} without such a point
   */
  record Nearest(DeviceArray index, DeviceArray square) implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(index, square);
    }
  }

  /**
   * Finds the nearest point of each query within the linking length; of equally near points, the
   * one with the smallest x, then y, then z in fixed point. (Points at the same position are in one
   * group, so that any of them is correct.)
   *
   * @param none value that stands for no point
   */
  Nearest nearest(
      Tree tree, SortedPoints points, SortedPoints queries, LinkCriterion criterion, int none);

  /**
   * Returns the queries to which the given nodes may have a point that is not farther than the
   * nearest point found.
   *
   * @param nodes nodes, at least one
   * @param square I64 [m] as in {@link Nearest}
   * @return indices of queries, increasing
   */
  int[] nearNodes(
      TreeLevel nodes, SortedPoints queries, DeviceArray square, LinkCriterion criterion);
}
