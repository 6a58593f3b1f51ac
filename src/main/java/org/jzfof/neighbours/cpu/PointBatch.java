package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.QueryGroup;

/**
 * Points that are tested together against the queries of a group, in the frame of the group. The
 * compiler vectorises the loops. One object serves one batch after another.
 */
final class PointBatch {
  private final QueryGroup group;
  private final int[] fixedX;
  private final int[] fixedY;
  private final int[] fixedZ;
  private final float[] scale = new float[3];
  private final float[] x;
  private final float[] y;
  private final float[] z;
  private final float[] square;
  private final int[] point;
  private int count;

  PointBatch(CpuNeighbourIndex index, QueryGroup group, int capacity) {
    this.group = group;
    this.fixedX = ints(index.points().x());
    this.fixedY = ints(index.points().y());
    this.fixedZ = ints(index.points().z());
    for (int d = 0; d < 3; d++) {
      scale[d] = (float) index.units().cell()[d];
    }
    this.x = new float[capacity];
    this.y = new float[capacity];
    this.z = new float[capacity];
    this.square = new float[capacity];
    this.point = new int[capacity];
  }

  int count() {
    return count;
  }

  /** Indices of the points [count]. */
  int[] point() {
    return point;
  }

  /** Squared distances of the points from the query that was measured last [count]. */
  float[] square() {
    return square;
  }

  void clear() {
    count = 0;
  }

  /** Adds the points [from, to) of the index. */
  void add(int from, int to) {
    int originX = group.origin[0];
    int originY = group.origin[1];
    int originZ = group.origin[2];
    float scaleX = scale[0];
    float scaleY = scale[1];
    float scaleZ = scale[2];
    int at = count;
    for (int i = from; i < to; i++) {
      x[at] = (fixedX[i] - originX) * scaleX;
      y[at] = (fixedY[i] - originY) * scaleY;
      z[at] = (fixedZ[i] - originZ) * scaleZ;
      point[at++] = i;
    }
    count = at;
  }

  /**
   * Computes the squared distances of all points from a query.
   *
   * @param wrapping whether differences are wrapped around the box
   */
  void measure(int query, boolean wrapping) {
    if (wrapping) {
      wrappedSquares(group.x[query], group.y[query], group.z[query]);
    } else {
      squares(group.x[query], group.y[query], group.z[query]);
    }
  }

  private void squares(float qx, float qy, float qz) {
    int n = count;
    for (int i = 0; i < n; i++) {
      float dx = x[i] - qx;
      float dy = y[i] - qy;
      float dz = z[i] - qz;
      square[i] = dx * dx + dy * dy + dz * dz;
    }
  }

  private void wrappedSquares(float qx, float qy, float qz) {
    float sideX = (float) group.side(0);
    float sideY = (float) group.side(1);
    float sideZ = (float) group.side(2);
    for (int i = 0; i < count; i++) {
      float dx = wrapped(x[i] - qx, sideX);
      float dy = wrapped(y[i] - qy, sideY);
      float dz = wrapped(z[i] - qz, sideZ);
      square[i] = dx * dx + dy * dy + dz * dz;
    }
  }

  private static float wrapped(float difference, float side) {
    float direct = Math.abs(difference);
    return Math.min(direct, Math.abs(side - direct));
  }
}
