package org.jzfof.centres.cpu;

import static org.jzfof.centres.PotentialTree.NODE_DOUBLES;
import static org.jzfof.device.cpu.CpuArray.doubles;
import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import java.util.Arrays;
import java.util.List;
import org.jzfof.centres.PotentialKernels.Field;
import org.jzfof.centres.PotentialTree;
import org.jzfof.centres.Softening;

/**
 * Potentials at some places at a time by the tree of one group (PotentialKernels.potentialsByTree).
 * All of them walk down together; each node is taken by those that are near to its parent. The
 * loops over places have no branches, so that processors do several steps at once.
 */
final class PotentialBatch {
  /** Places at a time. */
  static final int PLACES = 64;

  /** Cells, below which differences do not wrap around. */
  private static final double FLAT = 0x1p31;

  private final int[][] member;
  private final double[] mass;
  private final int nodesOnTop;
  private final int[][] first;
  private final int[][] anchor;
  private final double[][] node;
  private final double[] cell;
  private final Softening softening;
  private final OpeningRadii radii;
  private final double scale;

  private final Places[] below;
  private final Places all = new Places();
  private final int[] origin = new int[3];
  private final double[] extent = new double[3];
  private final double[] dx = new double[PLACES];
  private final double[] dy = new double[PLACES];
  private final double[] dz = new double[PLACES];
  private final double[] square = new double[PLACES];
  private final double[] term = new double[PLACES];
  private final int[] farOnes = new int[PLACES];
  private final long[] sum = new long[PLACES];

  /** Some of the places, in cells from the origin as doubles without rounding. */
  private static final class Places {
    private final double[] x = new double[PLACES];
    private final double[] y = new double[PLACES];
    private final double[] z = new double[PLACES];
    private final int[] which = new int[PLACES];
    private int count;

    void add(Places from, int i) {
      x[count] = from.x[i];
      y[count] = from.y[i];
      z[count] = from.z[i];
      which[count++] = from.which[i];
    }
  }

  PotentialBatch(PotentialTree tree, Field field, OpeningRadii radii, double scale) {
    List<PotentialTree.Level> levels = tree.levels();
    this.member = new int[][] {ints(tree.x()), ints(tree.y()), ints(tree.z())};
    this.mass = doubles(tree.mass());
    this.nodesOnTop = (int) longs(levels.get(levels.size() - 1).start())[1];
    this.first = levels.stream().map(level -> ints(level.first())).toArray(int[][]::new);
    this.anchor = levels.stream().map(level -> ints(level.anchor())).toArray(int[][]::new);
    this.node = levels.stream().map(level -> doubles(level.node())).toArray(double[][]::new);
    this.cell = field.cell();
    this.softening = field.softening();
    this.radii = radii;
    this.scale = scale;
    this.below = new Places[levels.size()];
    Arrays.setAll(below, level -> new Places());
  }

  /**
   * Computes the potentials at places [from, to), at most {@link #PLACES}.
   *
   * @param places fixed-point coordinates, three each
   * @param potentials takes them at the same indices
   */
  void find(int[] places, int from, int to, long[] potentials) {
    for (int d = 0; d < 3; d++) {
      origin[d] = places[3 * from + d];
    }
    double[][] column = {all.x, all.y, all.z};
    Arrays.fill(extent, 0);
    all.count = to - from;
    for (int i = 0; i < all.count; i++) {
      all.which[i] = i;
      for (int d = 0; d < 3; d++) {
        column[d][i] = places[3 * (from + i) + d] - origin[d];
        extent[d] = Math.max(extent[d], Math.abs(column[d][i]));
      }
    }
    Arrays.fill(sum, 0);
    walk(node.length - 1, 0, nodesOnTop, all);
    System.arraycopy(sum, 0, potentials, from, all.count);
  }

  private void walk(int level, int begin, int end, Places at) {
    double[] nodes = node[level];
    int[] anchors = anchor[level];
    for (int n = begin; n < end; n++) {
      int numbers = NODE_DOUBLES * n;
      findDifferences(
          anchors[3 * n],
          anchors[3 * n + 1],
          anchors[3 * n + 2],
          nodes[numbers],
          nodes[numbers + 1],
          nodes[numbers + 2],
          at);
      Places near = near(level, n, at);
      if (near.count == 0) {
        continue;
      }
      if (level == 0) {
        addMembers(first[0][n], first[0][n + 1], near);
      } else {
        walk(level - 1, first[level][n], first[level][n + 1], near);
      }
    }
  }

  /** Adds a node to the places that are far from it; returns the others. */
  private Places near(int level, int n, Places at) {
    double in = radii.near()[level][n];
    double out = radii.far()[level][n];
    double across = radii.across()[level][n];
    boolean allNear = true;
    boolean allFar = true;
    for (int i = 0; i < at.count; i++) {
      double s = square[i];
      allNear &= s < in;
      allFar &= s > out & s < across;
    }
    if (allNear) {
      return at;
    }
    double[] nodes = node[level];
    int numbers = NODE_DOUBLES * n;
    Places near = below[level];
    near.count = 0;
    if (allFar) {
      addNode(nodes, numbers, at.count, at.which);
      return near;
    }
    int count = 0;
    for (int i = 0; i < at.count; i++) {
      double s = square[i];
      boolean isClear = s > out && s < across;
      if (s < in || !isClear && radii.isNear(nodes, numbers, dx[i], dy[i], dz[i], s)) {
        near.add(at, i);
      } else {
        dx[count] = dx[i];
        dy[count] = dy[i];
        dz[count] = dz[i];
        square[count] = s;
        farOnes[count++] = at.which[i];
      }
    }
    addNode(nodes, numbers, count, farOnes);
    return near;
  }

  /** Where something is from all places. */
  private void findDifferences(
      int px, int py, int pz, double offsetX, double offsetY, double offsetZ, Places at) {
    double ax = px - origin[0];
    double ay = py - origin[1];
    double az = pz - origin[2];
    boolean flat =
        Math.abs(ax) + extent[0] < FLAT
            && Math.abs(ay) + extent[1] < FLAT
            && Math.abs(az) + extent[2] < FLAT;
    double cx = cell[0];
    double cy = cell[1];
    double cz = cell[2];
    double[] x = at.x;
    double[] y = at.y;
    double[] z = at.z;
    if (!flat) {
      for (int i = 0; i < at.count; i++) {
        dx[i] = ((int) ax - (int) x[i]) * cx + offsetX;
        dy[i] = ((int) ay - (int) y[i]) * cy + offsetY;
        dz[i] = ((int) az - (int) z[i]) * cz + offsetZ;
      }
    } else {
      for (int i = 0; i < at.count; i++) {
        dx[i] = (ax - x[i]) * cx + offsetX;
        dy[i] = (ay - y[i]) * cy + offsetY;
        dz[i] = (az - z[i]) * cz + offsetZ;
      }
    }
    for (int i = 0; i < at.count; i++) {
      square[i] = dx[i] * dx[i] + dy[i] * dy[i] + dz[i] * dz[i];
    }
  }

  /** The mass and the second moments of a node in its centre. */
  private void addNode(double[] nodes, int numbers, int count, int[] which) {
    int moments = numbers + PotentialNodes.MOMENTS;
    double xx = nodes[moments];
    double yy = nodes[moments + 1];
    double zz = nodes[moments + 2];
    double xy = nodes[moments + 3];
    double xz = nodes[moments + 4];
    double yz = nodes[moments + 5];
    double trace = xx + yy + zz;
    double all = nodes[numbers + PotentialNodes.MASS];
    for (int i = 0; i < count; i++) {
      double x = dx[i];
      double y = dy[i];
      double z = dz[i];
      double across = xy * x * y + xz * x * z + yz * y * z;
      double along = xx * x * x + yy * y * y + zz * z * z + 2 * across;
      double inverse = 1 / Math.sqrt(square[i]);
      double inverseSquare = inverse * inverse;
      double second = inverseSquare * (1.5 * along * inverseSquare - 0.5 * trace);
      term[i] = Math.rint(inverse * (all + second) * scale);
    }
    for (int i = 0; i < count; i++) {
      sum[which[i]] += (long) term[i];
    }
  }

  private void addMembers(int from, int to, Places at) {
    double least = softening.length();
    for (int m = from; m < to; m++) {
      findDifferences(member[0][m], member[1][m], member[2][m], 0, 0, 0, at);
      double one = mass[m];
      for (int i = 0; i < at.count; i++) {
        square[i] = Math.sqrt(square[i]);
        term[i] = Math.rint(one * (1 / square[i]) * scale);
      }
      for (int i = 0; i < at.count; i++) {
        double distance = square[i];
        double exact =
            distance < least ? Math.rint(one * softening.potential(distance) * scale) : term[i];
        sum[at.which[i]] += (long) exact;
      }
    }
  }
}
