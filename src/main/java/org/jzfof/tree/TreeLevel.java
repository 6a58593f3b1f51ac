package org.jzfof.tree;

import org.jzfof.device.DeviceArray;

/**
 * One level of the tree: nodes in Morton order that together hold every point once.
 *
 * <p>A node is {@link #NODE_INTS} integers: the lower corner of the tight box of its points, the
 * index of its first child (a node of the next finer level, or a point), the upper corner, and the
 * number of children. The flag {@link #ONE_GROUP} is set once all points of the node are known to
 * be in one group.
 *
 * @param nodes I32 [8·count]
 */
public record TreeLevel(long count, DeviceArray nodes) implements AutoCloseable {
  /** Integers per node. */
  public static final int NODE_INTS = 8;

  /** Position of the lower corner in a node. */
  public static final int LOWER = 0;

  /** Position of the index of the first child in a node. */
  public static final int FIRST = 3;

  /** Position of the upper corner in a node. */
  public static final int UPPER = 4;

  /** Position of the number of children and the flag in a node. */
  public static final int SIZE = 7;

  /** Largest number of children of a node. */
  public static final int MAX_SIZE = 1 << 30;

  /** Flag of a node whose points are known to be in one group. */
  public static final int ONE_GROUP = 0x80000000;

  @Override
  public void close() {
    nodes.close();
  }
}
