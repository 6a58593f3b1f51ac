package org.jzfof.centres.cpu;

import static org.jzfof.centres.PotentialTree.NODE_DOUBLES;
import static org.jzfof.device.cpu.CpuArray.doubles;

import org.jzfof.centres.PotentialKernels.Field;
import org.jzfof.centres.PotentialTree;
import org.jzfof.device.DeviceArray;
import org.jzfof.threads.Parallel;

/**
 * Squared distances that decide quickly whether a node of a tree is opened
 * (PotentialKernels.potentialsByTree): it is opened below {@link #near}, and not opened between
 * {@link #far} and {@link #across}; other distances need {@link #isNear}.
 *
 * @param near squared distance below which a node is opened [levels][nodes]
 * @param far squared distance above which a node is not opened [levels][nodes]
 * @param across squared distance beyond which another image may be nearer [levels][nodes]
 */
record OpeningRadii(
    double[][] near,
    double[][] far,
    double[][] across,
    double tolerance,
    double[] half,
    double softening) {
  private static final int GRAIN = 1 << 12;

  /** Relative margin, far above the rounding errors of distances and roots. */
  private static final double MARGIN = 1e-9;

  private static final int STEPS = 60;

  static OpeningRadii of(PotentialTree tree, Field field, double tolerance) {
    int levels = tree.levels().size();
    double[] half = {field.side()[0] / 2, field.side()[1] / 2, field.side()[2] / 2};
    OpeningRadii radii =
        new OpeningRadii(
            new double[levels][],
            new double[levels][],
            new double[levels][],
            tolerance,
            half,
            doubles(tree.softening())[0]);
    for (int l = 0; l < levels; l++) {
      DeviceArray node = tree.levels().get(l).node();
      radii.fill(l, doubles(node), (int) (node.length() / NODE_DOUBLES));
    }
    return radii;
  }

  private void fill(int level, double[] nodes, int count) {
    near[level] = new double[count];
    far[level] = new double[count];
    across[level] = new double[count];
    double inside = Math.min(half[0], Math.min(half[1], half[2]));
    Parallel.forRange(
        count,
        GRAIN,
        (from, to) -> {
          for (int n = from; n < to; n++) {
            double radius = opening(nodes, NODE_DOUBLES * n);
            double in = radius * (1 - MARGIN);
            double out = radius * (1 + MARGIN);
            double edge = inside - nodes[NODE_DOUBLES * n + PotentialNodes.RADIUS];
            near[level][n] = in * in;
            far[level][n] = out * out;
            across[level][n] = edge > 0 ? edge * edge * (1 - MARGIN) : 0;
          }
        });
  }

  /**
   * Returns the distance at which the error of a node reaches the tolerance, r² (r - R) = tr P R /
   * (tolerance M).
   */
  private double opening(double[] nodes, int at) {
    double radius = nodes[at + PotentialNodes.RADIUS];
    double excess = trace(nodes, at) * radius;
    if (excess == 0) {
      return radius + softening;
    }
    double ratio = excess / (tolerance * nodes[at + PotentialNodes.MASS]);
    double root = radius + Math.cbrt(ratio); // not below the root; the function is convex beyond it
    for (int step = 0; step < STEPS && root < Double.POSITIVE_INFINITY; step++) {
      double next =
          root - (root * root * (root - radius) - ratio) / (root * (3 * root - 2 * radius));
      if (!(next < root)) {
        break;
      }
      root = next;
    }
    return Math.max(root, radius + softening);
  }

  private static double trace(double[] nodes, int at) {
    int moments = at + PotentialNodes.MOMENTS;
    return nodes[moments] + nodes[moments + 1] + nodes[moments + 2];
  }

  /** Returns whether a node at a position relative to the target is opened. */
  boolean isNear(double[] nodes, int at, double x, double y, double z, double square) {
    double radius = nodes[at + PotentialNodes.RADIUS];
    double nearest = Math.sqrt(square) - radius;
    double maxError = tolerance * nodes[at + PotentialNodes.MASS];
    return nearest < softening
        || trace(nodes, at) * radius > maxError * square * nearest
        || Math.abs(x) + radius > half[0]
        || Math.abs(y) + radius > half[1]
        || Math.abs(z) + radius > half[2];
  }
}
