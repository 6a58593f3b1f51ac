package org.jzfof.backend.cpu;

import static org.jzfof.backend.cpu.CpuArray.ints;

import java.util.List;
import org.jzfof.tree.TreePlane;

/**
 * Finds the points that may be among the nearest of a group of queries: walks the tree once for the
 * group, near nodes first, and tests the points of leaves against each query by distances in
 * floats. One instance per thread of work, since it holds scratch space.
 */
final class GroupSearch {
  private static final long UNSIGNED = 0xffffffffL;
  private static final int LEAST_BATCH = 96;

  private final CpuNeighbourIndex index;
  private final QueryGroup group;
  private final NearestList[] nearest = new NearestList[QueryGroup.MAX_QUERIES];
  private final int k;
  private final int[][] planes;
  private final int[] stackNode;
  private final double[] stackSquare;
  private final float[] scale = new float[3];
  private int depth;

  private final float[] x;
  private final float[] y;
  private final float[] z;
  private final float[] square;
  private final int[] place;
  private int batch;
  private boolean wrapping;
  private double limit;

  GroupSearch(CpuNeighbourIndex index, QueryGroup group, int k) {
    this.index = index;
    this.group = group;
    this.k = k;
    List<TreePlane> all = index.planes();
    this.planes = new int[all.size()][];
    for (int p = 0; p < planes.length; p++) {
      planes[p] = ints(all.get(p).nodes());
    }
    int top = planes.length == 0 ? 0 : (int) all.get(planes.length - 1).count();
    int capacity = top + planes.length * CpuNeighbourIndex.SHAPE.maxChildren();
    this.stackNode = new int[2 * capacity];
    this.stackSquare = new double[capacity];
    for (int d = 0; d < 3; d++) {
      scale[d] = (float) index.units().cell()[d];
    }
    int size = Math.max(LEAST_BATCH, k / 4) + CpuNeighbourIndex.SHAPE.maxLeafPoints();
    this.x = new float[size];
    this.y = new float[size];
    this.z = new float[size];
    this.square = new float[size];
    this.place = new int[size];
    for (int q = 0; q < nearest.length; q++) {
      nearest[q] = new NearestList(k);
    }
  }

  /**
   * Searches for the queries of the group as it is set.
   *
   * @param reach distance in length units beyond which nothing is wanted, for each query
   */
  void run(double[] reach) {
    wrapping = false;
    walk(reach);
    if (group.wraps(Math.sqrt(limit))) {
      wrapping = true;
      walk(reach);
    }
  }

  /** What was found for a query of the group. */
  NearestList nearest(int query) {
    return nearest[query];
  }

  private void walk(double[] reach) {
    double error = group.error(wrapping);
    limit = 0;
    for (int q = 0; q < group.count(); q++) {
      double r = reach[q] * index.units().perLength();
      nearest[q].start(r * r, error);
      limit = Math.max(limit, nearest[q].limit());
    }
    batch = 0;
    depth = 0;
    if (planes.length > 0) {
      push(planes.length - 1, 0, index.planes().get(planes.length - 1).count());
    }
    while (depth > 0) {
      depth--;
      if (stackSquare[depth] <= limit) {
        int plane = stackNode[2 * depth + 1];
        int at = stackNode[2 * depth];
        int first = Nodes.first(planes[plane], at);
        int size = Nodes.size(planes[plane], at);
        if (plane > 0) {
          push(plane - 1, first, first + (long) size);
        } else {
          gather(first, first + size);
        }
      }
    }
    test();
  }

  /** Puts nodes within the limit on the stack, the nearest on top. */
  private void push(int plane, int from, long to) {
    int[] nodes = planes[plane];
    int bottom = depth;
    for (int node = from; node < to; node++) {
      int at = Nodes.at(node);
      double square = squareTo(nodes, at);
      if (square <= limit) {
        int i = depth++;
        while (i > bottom && stackSquare[i - 1] < square) {
          stackSquare[i] = stackSquare[i - 1];
          stackNode[2 * i] = stackNode[2 * i - 2];
          stackNode[2 * i + 1] = plane;
          i--;
        }
        stackSquare[i] = square;
        stackNode[2 * i] = at;
        stackNode[2 * i + 1] = plane;
      }
    }
  }

  /** Squared lower distance of the boxes of the group and a node. */
  private double squareTo(int[] nodes, int at) {
    double dx = gap(nodes, at, 0);
    double dy = gap(nodes, at, 1);
    double dz = gap(nodes, at, 2);
    return dx * dx + dy * dy + dz * dz;
  }

  private double gap(int[] nodes, int at, int d) {
    int lower = nodes[at + TreePlane.LOWER + d];
    double half = 0.5 * (nodes[at + TreePlane.UPPER + d] - lower & UNSIGNED);
    double between = Math.abs((lower - group.origin[d]) + half - group.middle[d]);
    double nearer = Math.min(between, index.units().period() - between);
    return Math.max(0, nearer - half - group.half[d]) * index.units().cell()[d];
  }

  /** Adds the points of a leaf to the batch. */
  private void gather(int from, int to) {
    if (to - from <= CpuNeighbourIndex.SHAPE.maxLeafPoints()) {
      gatherRange(from, to);
      return;
    }
    // Of points with the same coordinates only the first k matter.
    for (int i = from; i < to; ) {
      int end = index.endOfSame(i, to);
      int wanted = Math.min(end, i + k);
      for (int j = i; j < wanted; j += CpuNeighbourIndex.SHAPE.maxLeafPoints()) {
        gatherRange(j, Math.min(wanted, j + CpuNeighbourIndex.SHAPE.maxLeafPoints()));
      }
      i = end;
    }
  }

  private void gatherRange(int from, int to) {
    int[] px = ints(index.points().x());
    int[] py = ints(index.points().y());
    int[] pz = ints(index.points().z());
    int at = batch;
    for (int i = from; i < to; i++) {
      x[at] = (px[i] - group.origin[0]) * scale[0];
      y[at] = (py[i] - group.origin[1]) * scale[1];
      z[at] = (pz[i] - group.origin[2]) * scale[2];
      place[at++] = i;
    }
    batch = at;
    if (batch > x.length - CpuNeighbourIndex.SHAPE.maxLeafPoints()) {
      test();
    }
  }

  /** Tests the batch against each query. */
  private void test() {
    double most = 0;
    for (int q = 0; q < group.count(); q++) {
      if (wrapping) {
        squaresAround(group.x[q], group.y[q], group.z[q]);
      } else {
        squares(group.x[q], group.y[q], group.z[q]);
      }
      nearest[q].add(square, place, batch);
      nearest[q].tighten();
      most = Math.max(most, nearest[q].limit());
    }
    limit = most;
    batch = 0;
  }

  private void squares(float qx, float qy, float qz) {
    int n = batch;
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
    for (int i = 0; i < batch; i++) {
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
