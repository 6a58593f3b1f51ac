package org.jzfof.literature;

import org.jzfof.device.ElementType;

/**
 * What the papers leave to the user of a left-balanced k-d tree.
 *
 * @param widest whether a sub-tree is split in the dimension in which its region is widest (Wald
 *     2022, arXiv:2211.00120v2, section 6) instead of all dimensions in turn
 * @param closest whether the walk keeps sub-trees on a stack, with the corner of their region that
 *     is closest to the query, instead of none (Wald 2022, arXiv:2210.12859)
 */
public record KdTreeOptions(boolean widest, boolean closest) {
  /**
   * Device bytes per point that an index takes besides the coordinates: nodes, rows, order, splits.
   */
  public long indexBytes(ElementType coordinates) {
    return 3L * coordinates.bytes() + 2L * Integer.BYTES + splitBytes();
  }

  /** Device bytes per point that building an index takes besides the coordinates. */
  public long buildBytes(ElementType coordinates, KdTreeKernels kernels) {
    long words = 2L * Long.BYTES;
    // The rows of distinct positions stay until nodes are copied from them in level order.
    long arranging = Integer.BYTES + kernels.arrangeBytes() + splitBytes();
    long copying = indexBytes(coordinates) + Integer.BYTES;
    return Math.max(words, Math.max(arranging, copying));
  }

  private long splitBytes() {
    return widest ? 1 : 0;
  }
}
