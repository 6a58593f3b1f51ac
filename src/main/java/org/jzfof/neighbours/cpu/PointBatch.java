package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.domain.DistanceBatch;
import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.QueryGroup;

/**
 * Points that are tested together against the queries of a group, in the frame of the group. One
 * object serves one batch after another.
 */
final class PointBatch {
  private final QueryGroup group;
  private final DistanceBatch points;
  private final int[] fixedX;
  private final int[] fixedY;
  private final int[] fixedZ;
  private final float[] scale = new float[3];
  private final float[] side = new float[3];

  PointBatch(CpuNeighbourIndex index, QueryGroup group, int capacity) {
    this.group = group;
    this.points = new DistanceBatch(capacity);
    this.fixedX = ints(index.points().x());
    this.fixedY = ints(index.points().y());
    this.fixedZ = ints(index.points().z());
    for (int d = 0; d < 3; d++) {
      scale[d] = (float) index.units().cell()[d];
      side[d] = (float) group.side(d);
    }
  }

  /** The points, and their squared distances from the query that was measured last. */
  DistanceBatch points() {
    return points;
  }

  /** Adds the points [from, to) of the index, for which there must be room. */
  void add(int from, int to) {
    int originX = group.origin[0];
    int originY = group.origin[1];
    int originZ = group.origin[2];
    float scaleX = scale[0];
    float scaleY = scale[1];
    float scaleZ = scale[2];
    for (int i = from; i < to; i++) {
      points.add(
          (fixedX[i] - originX) * scaleX,
          (fixedY[i] - originY) * scaleY,
          (fixedZ[i] - originZ) * scaleZ,
          i);
    }
  }

  /**
   * Computes the squared distances of all points from a query.
   *
   * @param wrapping whether differences are wrapped around the box
   */
  void measure(int query, boolean wrapping) {
    if (wrapping) {
      points.measureWrapped(group.x[query], group.y[query], group.z[query], side);
    } else {
      points.measure(group.x[query], group.y[query], group.z[query]);
    }
  }
}
