package org.jzfof.centres.cpu;

import static org.jzfof.centres.PotentialTree.FANOUT;
import static org.jzfof.centres.PotentialTree.NODE_DOUBLES;
import static org.jzfof.device.cpu.CpuArray.doubles;
import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import org.jzfof.centres.PotentialKernels.Field;
import org.jzfof.centres.PotentialTree;
import org.jzfof.centres.Softening;

/** Sums the potential of the members of a group at one position after another. */
final class PotentialWalk {
  /** Relative error of sums of doubles in any order, and of the integers that decide in the end. */
  private static final double ROUNDING = 1e-9;

  private final long[] start;
  private final int[] x;
  private final int[] y;
  private final int[] z;
  private final double[] mass;
  private final long[][] nodeStart;
  private final int[][] first;
  private final int[][] anchor;
  private final double[][] node;
  private final double[] cell;
  private final double[] half;
  private final double[] softenings;

  private int px;
  private int py;
  private int pz;
  private Softening softening;
  private int endOfGroup;
  private double tolerance;
  private double estimate;
  private double error;

  PotentialWalk(PotentialTree tree, Field field) {
    this.start = longs(tree.start());
    this.x = ints(tree.x());
    this.y = ints(tree.y());
    this.z = ints(tree.z());
    this.mass = doubles(tree.mass());
    this.nodeStart =
        tree.levels().stream().map(level -> longs(level.start())).toArray(long[][]::new);
    this.first = tree.levels().stream().map(level -> ints(level.first())).toArray(int[][]::new);
    this.anchor = tree.levels().stream().map(level -> ints(level.anchor())).toArray(int[][]::new);
    this.node = tree.levels().stream().map(level -> doubles(level.node())).toArray(double[][]::new);
    this.cell = field.cell();
    this.half = new double[] {field.side()[0] / 2, field.side()[1] / 2, field.side()[2] / 2};
    this.softenings = doubles(tree.softening());
  }

  private void setTarget(int targetX, int targetY, int targetZ, int group) {
    softening = new Softening(softenings[group]);
    px = targetX;
    py = targetY;
    pz = targetZ;
  }

  /** Bounds the potential at a position; {@link #estimate} and {@link #error} return the result. */
  void bound(int targetX, int targetY, int targetZ, int group, double maxError) {
    setTarget(targetX, targetY, targetZ, group);
    tolerance = maxError;
    endOfGroup = (int) start[group + 1];
    estimate = 0;
    error = 0;
    int top = nodeStart.length - 1;
    // skip upper levels that repeat the few nodes of a group
    while (top > 0 && nodeStart[top - 1][group + 1] - nodeStart[top - 1][group] <= FANOUT) {
      top--;
    }
    walk(top, (int) nodeStart[top][group], (int) nodeStart[top][group + 1]);
    error += ROUNDING * estimate;
  }

  /** Returns the estimate at the last position. */
  double estimate() {
    return estimate;
  }

  /** Returns the softening at the last position. */
  Softening softening() {
    return softening;
  }

  /** Returns the maximum error of the estimate at the last position. */
  double error() {
    return error;
  }

  private void walk(int level, int from, int to) {
    for (int n = from; n < to; n++) {
      if (accept(level, n)) {
        continue;
      }
      if (level == 0) {
        add(first[0][n], Math.min(first[0][n + 1], endOfGroup));
      } else {
        walk(level - 1, first[level][n], first[level][n + 1]);
      }
    }
  }

  /**
   * Adds a node as its mass and its second moments P at its centre of mass if that is accurate
   * enough. The term of first order vanishes, the term of second order is (3 n·P·n - tr P) / (2
   * r³), and the remainder of a member at a distance d is at most d³ / (r³ (r - d)), as Legendre
   * polynomials are at most 1.
   */
  private boolean accept(int level, int n) {
    int at = NODE_DOUBLES * n;
    double[] nodes = node[level];
    double dx = (anchor[level][3 * n] - px) * cell[0] + nodes[at];
    double dy = (anchor[level][3 * n + 1] - py) * cell[1] + nodes[at + 1];
    double dz = (anchor[level][3 * n + 2] - pz) * cell[2] + nodes[at + 2];
    double square = dx * dx + dy * dy + dz * dz;
    double distance = Math.sqrt(square);
    double radius = nodes[at + PotentialNodes.RADIUS];
    double nearest = distance - radius;
    if (nearest < softening.length()
        || Math.abs(dx) + radius > half[0]
        || Math.abs(dy) + radius > half[1]
        || Math.abs(dz) + radius > half[2]) {
      return false;
    }
    int moments = at + PotentialNodes.MOMENTS;
    double trace = nodes[moments] + nodes[moments + 1] + nodes[moments + 2];
    double potential = nodes[at + PotentialNodes.MASS] / distance;
    double cube = square * distance;
    double remainder = trace * radius / (cube * nearest);
    if (remainder > tolerance * potential) {
      return false;
    }
    double along =
        nodes[moments] * dx * dx
            + nodes[moments + 1] * dy * dy
            + nodes[moments + 2] * dz * dz
            + 2
                * (nodes[moments + 3] * dx * dy
                    + nodes[moments + 4] * dx * dz
                    + nodes[moments + 5] * dy * dz);
    estimate += potential + (3 * along / square - trace) / (2 * cube);
    error += remainder;
    return true;
  }

  private void add(int from, int to) {
    for (int m = from; m < to; m++) {
      estimate += mass[m] * softening.potential(distance(m));
    }
  }

  private double distance(int m) {
    double dx = (x[m] - px) * cell[0];
    double dy = (y[m] - py) * cell[1];
    double dz = (z[m] - pz) * cell[2];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  /** Returns the potential of all members of a group at a position, as an integer. */
  long potential(int targetX, int targetY, int targetZ, int group, double scale) {
    setTarget(targetX, targetY, targetZ, group);
    long sum = 0;
    for (int m = (int) start[group]; m < start[group + 1]; m++) {
      sum += (long) Math.rint(mass[m] * softening.potential(distance(m)) * scale);
    }
    return sum;
  }
}
