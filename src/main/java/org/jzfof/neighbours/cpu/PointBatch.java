package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.QueryGroup;

/**
 * Points that are tested together against the queries of a group, in its frame. Scratch space; the
 * loops are such that the compiler makes vector instructions of them.
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
  private final int[] place;
  private int count;

  /**
   * @param group whose frame it is
   * @param capacity most points
   */
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
    this.place = new int[capacity];
  }

  int count() {
    return count;
  }

  /** Places of the points [count]. */
  int[] place() {
    return place;
  }

  /** Squared distances of the points from the query that was measured last [count]. */
  float[] square() {
    return square;
  }

  void clear() {
    count = 0;
  }

  /** Adds the points of a range of places. */
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
      place[at++] = i;
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
      squaresAround(group.x[query], group.y[query], group.z[query]);
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

  private void squaresAround(float qx, float qy, float qz) {
    float sideX = (float) group.side(0);
    float sideY = (float) group.side(1);
    float sideZ = (float) group.side(2);
    for (int i = 0; i < count; i++) {
      float dx = around(x[i] - qx, sideX);
      float dy = around(y[i] - qy, sideY);
      float dz = around(z[i] - qz, sideZ);
      square[i] = dx * dx + dy * dy + dz * dz;
    }
  }

  private static float around(float difference, float side) {
    float direct = Math.abs(difference);
    return Math.min(direct, Math.abs(side - direct));
  }
}
