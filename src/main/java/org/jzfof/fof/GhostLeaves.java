package org.jzfof.fof;

import org.jzfof.error.Cleanup;
import org.jzfof.tree.TreeLevel;

/**
 * Leaves of other ranks that are near local points, with their points.
 *
 * @param leaves leaves in Morton order, rank by rank; first children are indices of the points
 * @param points points of the leaves; a leaf of coincident points has only its first
 * @param start first point of each rank, and the number of points [size+1]
 */
public record GhostLeaves(TreeLevel leaves, GhostPoints points, long[] start)
    implements AutoCloseable {
  @Override
  public void close() {
    Cleanup.close(leaves, points);
  }
}
