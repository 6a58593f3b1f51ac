package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * A left-balanced k-d tree: Wald 2022 (arXiv:2211.00120v2). Its nodes are positions in level order,
 * so that the index of a node determines its parent and children. In a periodic box, which the
 * paper does not treat, planes are at coordinates wrapped into the box.
 *
 * @param nodes positions in level order
 * @param dimensions dimensions that are split, one per level in turn or the widest, without those
 *     in which a periodic box is flat
 * @param splits U8 [nodes] dimension in which each node splits its sub-tree; null if dimensions
 *     take turns
 * @param order I32 [n] rows such that consecutive ones are near each other
 */
public record KdTree(
    DistinctPoints nodes,
    int[] dimensions,
    DeviceArray splits,
    DeviceArray order,
    KdTreeOptions options)
    implements MethodIndex {
  @Override
  public DistinctPoints positions() {
    return nodes;
  }

  @Override
  public void close() {
    Cleanup.close(nodes, splits, order);
  }
}
