package org.jzfof.literature.btree;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;
import org.jzfof.literature.DistinctPoints;
import org.jzfof.literature.MethodIndex;

/**
 * The b-tree for SPH (arXiv:1910.02639): a cell with more points than a bucket holds is a node with
 * b³ children of equal size. The number of points determines b, which is smaller if many children
 * would be nearly empty. Algorithm 1 of the paper doubles b while few children are nearly empty.
 * This implementation follows the text of the paper, which halves b while many children are nearly
 * empty, down to the 2 of an octree.
 *
 * @param positions positions in the order of the leaves
 * @param order I32 [n] rows along a space-filling curve
 * @param cells I32 [3c] first position, end of the positions, and index of the node or -1 for each
 *     cell; the first cell is the root
 * @param nodes I32 [2m] number of children in each dimension in which the node has a width, and
 *     index of the first child cell for each node; the order of children is x fastest, then y, then
 *     z (equation 3)
 * @param bounds F64 [6m] lower corner and widths of each node
 */
public record BTree(
    DistinctPoints positions,
    DeviceArray order,
    DeviceArray cells,
    DeviceArray nodes,
    DeviceArray bounds)
    implements MethodIndex {
  @Override
  public void close() {
    Cleanup.close(positions, order, cells, nodes, bounds);
  }
}
