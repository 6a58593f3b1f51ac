package org.jzfof.spheres;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceMemory;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.tree.TreeLevel;

/**
 * Boxes around the points of every rank. They show of which ranks a sphere may enclose points.
 *
 * @param boxes lower and upper corner of each box of each rank [size][6·boxes]
 */
record RankExtents(int[][] boxes) {
  private static final int CORNERS = 6;

  /** Gathers the boxes of all ranks. Every rank calls this method. */
  static RankExtents of(List<SphereSource> sources, DeviceMemory memory, Communicator comm) {
    List<Long> corners = new ArrayList<>();
    for (SphereSource source : sources) {
      int[] nodes = memory.toInts(source.tree().top().nodes());
      for (int at = 0; at < nodes.length; at += TreeLevel.NODE_INTS) {
        for (int d = 0; d < 3; d++) {
          corners.add((long) nodes[at + TreeLevel.LOWER + d]);
        }
        for (int d = 0; d < 3; d++) {
          corners.add((long) nodes[at + TreeLevel.UPPER + d]);
        }
      }
    }
    long[][] all = comm.allGather(corners.stream().mapToLong(Long::longValue).toArray());
    int[][] boxes = new int[all.length][];
    for (int r = 0; r < all.length; r++) {
      boxes[r] = new int[all[r].length];
      for (int i = 0; i < boxes[r].length; i++) {
        boxes[r][i] = (int) all[r][i];
      }
    }
    return new RankExtents(boxes);
  }

  /** Returns whether a sphere may enclose points of a rank. */
  boolean meets(int rank, Spheres spheres, int sphere, LinkCriterion metric) {
    int[] box = boxes[rank];
    int[] centre = spheres.centre();
    for (int at = 0; at < box.length; at += CORNERS) {
      long square =
          metric.square(
              gap(centre[3 * sphere], box[at], box[at + 3]),
              gap(centre[3 * sphere + 1], box[at + 1], box[at + 4]),
              gap(centre[3 * sphere + 2], box[at + 2], box[at + 5]));
      if (Long.compareUnsigned(square, spheres.square()[sphere]) <= 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns the distance of a coordinate from an interval, also around the box, modulo 2^32. */
  private static long gap(int at, int lower, int upper) {
    return lower <= at && at <= upper
        ? 0
        : Math.min(Integer.toUnsignedLong(lower - at), Integer.toUnsignedLong(at - upper));
  }
}
