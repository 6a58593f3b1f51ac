package org.jzfof.literature.btree;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;
import org.jzfof.literature.DistinctPoints;
import org.jzfof.literature.MethodIndex;

/**
 * The b-tree for SPH (arXiv:1910.02639): a cell with more points than a bucket holds is a node with
 * b³ children of one size, b being what its number of points asks for, and less where many of them
 * would be nearly empty. Algorithm 1 of the paper doubles b while few cells are so; its text, which
 * is followed here, halves b while many are, down to 2: an octree.
 *
 * @param places in the order of the leaves
 * @param order I32 [n] rows along a space-filling curve
 * @param cells I32 [3c] first place, end of the places, and number of the node or -1; the first is
 *     the root
 * @param nodes I32 [2m] children in each dimension in which the node has a width, and number of the
 *     first child; children follow one another in x, then y, then z (equation 3)
 * @param bounds F64 [6m] lower corner and widths of each node
 */
public record BTree(
    DistinctPoints places,
    DeviceArray order,
    DeviceArray cells,
    DeviceArray nodes,
    DeviceArray bounds)
    implements MethodIndex {
  @Override
  public void close() {
    Cleanup.close(places, order, cells, nodes, bounds);
  }
}
