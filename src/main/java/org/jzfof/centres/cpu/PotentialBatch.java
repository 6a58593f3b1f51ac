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
 * Potentials at a batch of targets by the tree of one group (PotentialKernels.potentialsByTree).
 * The targets walk down the tree together; each node is compared with the targets that are near to
 * its parent. The loops over targets have no branches, so that they are vectorised.
 */
final class PotentialBatch {
  /** Maximum number of targets per batch. */
  static final int MAX_TARGETS = 64;

  /** Number of cells below which differences do not wrap around. */
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

  private final Targets[] nearAtLevel;
  private final Targets batch = new Targets();
  private final int[] origin = new int[3];
  private final double[] extent = new double[3];
  private final double[] dx = new double[MAX_TARGETS];
  private final double[] dy = new double[MAX_TARGETS];
  private final double[] dz = new double[MAX_TARGETS];
  private final double[] square = new double[MAX_TARGETS];
  private final double[] term = new double[MAX_TARGETS];
  private final int[] farTargets = new int[MAX_TARGETS];
  private final long[] sum = new long[MAX_TARGETS];

  /** A subset of the targets, in cells from the origin as exact doubles. */
  private static final class Targets {
    private final double[] x = new double[MAX_TARGETS];
    private final double[] y = new double[MAX_TARGETS];
    private final double[] z = new double[MAX_TARGETS];
    private final int[] which = new int[MAX_TARGETS];
    private int count;

    void add(Targets from, int i) {
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
    this.softening = new Softening(doubles(tree.softening())[0]);
    this.radii = radii;
    this.scale = scale;
    this.nearAtLevel = new Targets[levels.size()];
    Arrays.setAll(nearAtLevel, level -> new Targets());
  }

  /**
   * Computes the potentials at targets [from, to), at most {@link #MAX_TARGETS}.
   *
   * @param positions fixed-point coordinates of all targets, three each
   * @param potentials receives the potentials at the indices of the targets
   */
  void find(int[] positions, int from, int to, long[] potentials) {
    for (int d = 0; d < 3; d++) {
      origin[d] = positions[3 * from + d];
    }
    double[][] column = {batch.x, batch.y, batch.z};
    Arrays.fill(extent, 0);
    batch.count = to - from;
    for (int i = 0; i < batch.count; i++) {
      batch.which[i] = i;
      for (int d = 0; d < 3; d++) {
        column[d][i] = positions[3 * (from + i) + d] - origin[d];
        extent[d] = Math.max(extent[d], Math.abs(column[d][i]));
      }
    }
    Arrays.fill(sum, 0);
    walk(node.length - 1, 0, nodesOnTop, batch);
    System.arraycopy(sum, 0, potentials, from, batch.count);
  }

  private void walk(int level, int begin, int end, Targets at) {
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
      Targets near = near(level, n, at);
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

  /** Adds a node to the targets that are far from it, and returns the other targets. */
  private Targets near(int level, int n, Targets at) {
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
    Targets near = nearAtLevel[level];
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
        farTargets[count++] = at.which[i];
      }
    }
    addNode(nodes, numbers, count, farTargets);
    return near;
  }

  /** Computes the differences of a point from all targets. */
  private void findDifferences(
      int px, int py, int pz, double offsetX, double offsetY, double offsetZ, Targets at) {
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

  /** Adds the mass and the second moments of a node at its centre of mass. */
  private void addNode(double[] nodes, int numbers, int count, int[] which) {
    int moments = numbers + PotentialNodes.MOMENTS;
    double xx = nodes[moments];
    double yy = nodes[moments + 1];
    double zz = nodes[moments + 2];
    double xy = nodes[moments + 3];
    double xz = nodes[moments + 4];
    double yz = nodes[moments + 5];
    double trace = xx + yy + zz;
    double total = nodes[numbers + PotentialNodes.MASS];
    for (int i = 0; i < count; i++) {
      double x = dx[i];
      double y = dy[i];
      double z = dz[i];
      double across = xy * x * y + xz * x * z + yz * y * z;
      double along = xx * x * x + yy * y * y + zz * z * z + 2 * across;
      double inverse = 1 / Math.sqrt(square[i]);
      double inverseSquare = inverse * inverse;
      double second = inverseSquare * (1.5 * along * inverseSquare - 0.5 * trace);
      term[i] = Math.rint(inverse * (total + second) * scale);
    }
    for (int i = 0; i < count; i++) {
      sum[which[i]] += (long) term[i];
    }
  }

  private void addMembers(int from, int to, Targets at) {
    double softeningLength = softening.length();
    for (int m = from; m < to; m++) {
      findDifferences(member[0][m], member[1][m], member[2][m], 0, 0, 0, at);
      double memberMass = mass[m];
      for (int i = 0; i < at.count; i++) {
        square[i] = Math.sqrt(square[i]);
        term[i] = Math.rint(memberMass * (1 / square[i]) * scale);
      }
      for (int i = 0; i < at.count; i++) {
        double distance = square[i];
        double exact =
            distance < softeningLength
                ? Math.rint(memberMass * softening.potential(distance) * scale)
                : term[i];
        sum[at.which[i]] += (long) exact;
      }
    }
  }
}
