package org.jzfof.literature;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The formulas of the shape against counting node by node. */
class LeftBalancedShapeTest {
  private static long counted(long node, long count) {
    return node >= count ? 0 : 1 + counted(2 * node + 1, count) + counted(2 * node + 2, count);
  }

  @Test
  void sizesBeginningsAndPivots() {
    for (int n = 1; n <= 140; n++) {
      LeftBalancedShape shape = new LeftBalancedShape(n);
      assertEquals(LeftBalancedShape.level(n - 1) + 1, shape.levels(), "levels of " + n);
      for (int level = 0; level < shape.levels(); level++) {
        long begin = LeftBalancedShape.above(level);
        for (long node = begin; node < 2 * LeftBalancedShape.above(level) + 1; node++) {
          String name = "node " + node + " of " + n;
          assertEquals(level, LeftBalancedShape.level(node), name);
          assertEquals(counted(node, n), shape.size(node), name);
          if (node < n) {
            assertEquals(begin, shape.begin(node), name);
          }
          if (level < shape.levels() - 1) {
            assertEquals(begin + counted(2 * node + 1, n), shape.pivot(node), name);
          }
          begin += counted(node, n);
        }
      }
    }
  }

  /** Appends the nodes of a subtree, each between its two subtrees. */
  private static void inOrder(long node, long count, List<Long> nodes) {
    if (node < count) {
      inOrder(2 * node + 1, count, nodes);
      nodes.add(node);
      inOrder(2 * node + 2, count, nodes);
    }
  }

  @Test
  void symmetricOrder() {
    for (int n = 1; n <= 140; n++) {
      LeftBalancedShape shape = new LeftBalancedShape(n);
      List<Long> nodes = new ArrayList<>();
      inOrder(0, n, nodes);
      for (long node : nodes) {
        assertEquals(nodes.indexOf(node), shape.inOrder(node), "node " + node + " of " + n);
      }
    }
  }

  @Test
  void moreNodesThanAnIntCounts() {
    LeftBalancedShape shape = new LeftBalancedShape((1L << 33) + 5);
    assertEquals((1L << 33) + 5, shape.size(0));
    assertEquals(shape.count() - 1, shape.size(1) + shape.size(2));
    assertEquals(1 + shape.size(3), shape.pivot(1));
    assertEquals(shape.size(1), shape.inOrder(0));
  }
}
