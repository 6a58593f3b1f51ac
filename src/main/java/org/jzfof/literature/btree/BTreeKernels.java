package org.jzfof.literature.btree;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;
import org.jzfof.literature.Cells;
import org.jzfof.literature.DistinctPoints;
import org.jzfof.literature.MethodQueries;
import org.jzfof.neighbours.NeighbourLists;

/** Operations that build and walk a b-tree. */
public interface BTreeKernels {
  /**
   * The cells of a tree, in the arrays of {@link BTree}.
   *
   * @param order I32 indices of positions in the order of the leaves
   */
  record Cells(DeviceArray order, DeviceArray cells, DeviceArray nodes, DeviceArray bounds)
      implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(order, cells, nodes, bounds);
    }
  }

  /** Divides the box around positions: algorithm 1. */
  Cells build(DistinctPoints positions, BTreeShape shape);

  /**
   * Counts the points within the search radius of queries: algorithm 2.
   *
   * @param counts I64 [m] receives the counts by row of the queries
   */
  void count(BTree tree, MethodQueries queries, DeviceArray counts);

  /**
   * Lists the points within the search radius of queries, by (distance, row).
   *
   * @param lists lists with valid offsets; receives rows and F64 distances
   */
  void list(BTree tree, MethodQueries queries, NeighbourLists lists);
}
