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
   * @param place I32 [m] index of the nearest point within the linking length; what {@code none}
   *     was where there is none
   * @param square I64 [m] {@link LinkCriterion#square} of its distance; {@link
   *     LinkCriterion#largestSquare} where there is none
   */
  record Nearest(DeviceArray place, DeviceArray square) implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(place, square);
    }
  }

  /**
   * Finds the nearest point of each query within the linking length; of several equally near ones,
   * the one with the smallest x, then y, then z in fixed point. (Points at one place are of one
   * group, so that any of them will do.)
   *
   * @param tree over the points
   * @param points in Morton order
   * @param queries in Morton order
   * @param none stands for no point
   */
  Nearest nearest(
      Tree tree, SortedPoints points, SortedPoints queries, LinkCriterion criterion, int none);

  /**
   * Queries that may have a point of some nodes no farther away than what they have found.
   *
   * @param nodes at least one
   * @param queries in Morton order
   * @param square I64 [m] as in {@link Nearest}
   * @return indices of queries, increasing
   */
  int[] nearNodes(
      TreeLevel nodes, SortedPoints queries, DeviceArray square, LinkCriterion criterion);
}
