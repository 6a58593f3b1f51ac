package org.jzfof.literature.cpu;

import static org.jzfof.device.cpu.CpuArray.bytes;

import org.jzfof.literature.KdTree;
import org.jzfof.literature.LeftBalancedShape;

/** Dimensions in which the nodes of a k-d tree are split. */
final class KdSplits {
  private final int[] dimensions;
  private final byte[] widest;

  KdSplits(KdTree tree) {
    this.dimensions = tree.dimensions();
    this.widest = tree.splits() == null ? null : bytes(tree.splits());
  }

  int of(int node) {
    return widest == null
        ? dimensions[LeftBalancedShape.level(node) % dimensions.length]
        : widest[node];
  }
}
