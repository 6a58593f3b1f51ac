package org.jzfof.fof;

import java.util.function.IntPredicate;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceMemory;
import org.jzfof.tree.TreeLevel;

/**
 * A few boxes around the points of each other rank, so that ranks which are far from each other
 * exchange no more than these. A range of the Morton order is not a box: a single box around it may
 * extend far into other domains.
 *
 * @param level the boxes as nodes, rank by rank
 * @param start first node of each rank, and their number [size+1]
 */
record RankBoxes(TreeLevel level, long[] start) {
  private static final int BOXES = 4;
  private static final int SIDES = 3;

  /**
   * Exchanges the boxes. Every rank calls this method.
   *
   * @param top coarsest nodes of this rank
   * @param requested ranks whose boxes this rank needs
   */
  static RankBoxes of(
      TreeLevel top, IntPredicate requested, DeviceMemory memory, Communicator comm) {
    long[][] boxes = comm.allGather(boxes(memory.toInts(top.nodes())));
    for (int r = 0; r < boxes.length; r++) {
      boxes[r] = requested.test(r) ? boxes[r] : new long[0];
    }
    long[] sides = ArrayParts.join(boxes);
    int count = sides.length / SIDES;
    int[] nodes = new int[TreeLevel.NODE_INTS * count];
    for (int b = 0; b < count; b++) {
      int node = TreeLevel.NODE_INTS * b;
      for (int d = 0; d < SIDES; d++) {
        nodes[node + TreeLevel.LOWER + d] = (int) (sides[SIDES * b + d] >> Integer.SIZE);
        nodes[node + TreeLevel.UPPER + d] = (int) sides[SIDES * b + d];
      }
      nodes[node + TreeLevel.SIZE] = 1;
    }
    return new RankBoxes(
        new TreeLevel(count, memory.upload(nodes)),
        ArrayParts.offsets(boxes.length, r -> boxes[r].length / SIDES));
  }

  /** Returns boxes around equal runs of nodes, as pairs of a lower and an upper side. */
  private static long[] boxes(int[] nodes) {
    int count = nodes.length / TreeLevel.NODE_INTS;
    int runs = Math.min(BOXES, count);
    long[] sides = new long[SIDES * runs];
    for (int run = 0; run < runs; run++) {
      int from = TreeLevel.NODE_INTS * (count * run / runs);
      int to = TreeLevel.NODE_INTS * (count * (run + 1) / runs);
      for (int d = 0; d < SIDES; d++) {
        int lower = Integer.MAX_VALUE;
        int upper = Integer.MIN_VALUE;
        for (int node = from; node < to; node += TreeLevel.NODE_INTS) {
          lower = Math.min(lower, nodes[node + TreeLevel.LOWER + d]);
          upper = Math.max(upper, nodes[node + TreeLevel.UPPER + d]);
        }
        sides[SIDES * run + d] = (long) lower << Integer.SIZE | upper & 0xffffffffL;
      }
    }
    return sides;
  }
}
