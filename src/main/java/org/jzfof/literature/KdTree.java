package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * A left-balanced k-d tree: Wald 2022 (arXiv:2211.00120v2). Its nodes are places in level order, so
 * that the number of a node says who its parent and children are. In a periodic box, of which the
 * paper does not speak, planes are at coordinates wrapped into it.
 *
 * @param nodes in level order
 * @param dimensions that are split, level by level in turn; those in which a periodic box is flat
 *     are not
 * @param order I32 [n] rows along a space-filling curve
 */
public record KdTree(DistinctPoints nodes, int[] dimensions, DeviceArray order)
    implements MethodIndex {
  @Override
  public DistinctPoints places() {
    return nodes;
  }

  @Override
  public void close() {
    Cleanup.close(nodes, order);
  }
}
