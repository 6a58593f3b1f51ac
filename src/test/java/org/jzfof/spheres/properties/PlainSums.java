package org.jzfof.spheres.properties;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Properties of particles inside a sphere by plain sums in double precision. */
final class PlainSums {
  private static final int LEAST_OF_SHAPE = 50;
  private static final int SWEEPS = 60;

  private final CosmologyFactors background;
  private final double radius;
  private final List<Body> bodies = new ArrayList<>();

  private record Body(double mass, double[] x, double[] v) {}

  PlainSums(CosmologyFactors background, double radius) {
    this.background = background;
    this.radius = radius;
  }

  /**
   * @param x comoving place from the centre
   * @param v stored velocity
   */
  void add(double mass, double[] x, double[] v) {
    bodies.add(new Body(mass, x, v));
  }

  private double mass() {
    return bodies.stream().mapToDouble(b -> b.mass).sum();
  }

  private double[] mean(boolean ofVelocities) {
    double[] mean = new double[3];
    for (int d = 0; d < 3; d++) {
      int k = d;
      mean[d] = bodies.stream().mapToDouble(b -> b.mass * (ofVelocities ? b.v : b.x)[k]).sum();
      mean[d] /= mass();
    }
    return mean;
  }

  double[] dispersion() {
    double[] x = mean(false);
    double[] v = mean(true);
    double sum = 0;
    for (Body body : bodies) {
      for (int d = 0; d < 3; d++) {
        double w =
            background.toPeculiar() * (body.v[d] - v[d]) + background.flow() * (body.x[d] - x[d]);
        sum += body.mass * w * w;
      }
    }
    return new double[] {Math.sqrt(sum / (3 * mass()))};
  }

  double[] spin() {
    double[] x = mean(false);
    double[] v = mean(true);
    double[] spin = new double[3];
    for (Body body : bodies) {
      for (int d = 0; d < 3; d++) {
        int e = (d + 1) % 3;
        int f = (d + 2) % 3;
        double cross =
            (body.x[e] - x[e]) * (body.v[f] - v[f]) - (body.x[f] - x[f]) * (body.v[e] - v[e]);
        spin[d] += background.toPeculiar() * body.mass * cross / mass();
      }
    }
    return spin;
  }

  /** Mean distance from the centre over the radius. */
  double meanDistance() {
    return bodies.stream().mapToDouble(b -> b.mass * length(b.x)).sum() / (mass() * radius);
  }

  static double length(double[] x) {
    return Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  }

  /** The iterative reduced inertia tensor of Allgood et al. 2006. */
  double[] axisRatios() {
    double[] ratios = {Double.NaN, Double.NaN};
    double[][] axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double[] scale = {1, 1, 1};
    if (bodies.size() < LEAST_OF_SHAPE) {
      return ratios;
    }
    for (int step = 0; step < 20; step++) {
      double[][] tensor = new double[3][3];
      int inside = 0;
      for (Body body : bodies) {
        double square = 0;
        for (int k = 0; k < 3; k++) {
          double along = 0;
          for (int d = 0; d < 3; d++) {
            along += body.x[d] * axes[k][d];
          }
          square += along * along / (scale[k] * scale[k]);
        }
        if (square > 0 && square <= radius * radius) {
          inside++;
          for (int d = 0; d < 3; d++) {
            for (int e = 0; e < 3; e++) {
              tensor[d][e] += body.mass * body.x[d] * body.x[e] / square;
            }
          }
        }
      }
      if (inside < LEAST_OF_SHAPE) {
        return new double[] {Double.NaN, Double.NaN};
      }
      double[] eigen = jacobi(tensor, axes);
      double[] before = {scale[1], scale[2]};
      for (int k = 0; k < 3; k++) {
        scale[k] = Math.max(1e-6, Math.sqrt(Math.max(0, eigen[k] / eigen[0])));
      }
      ratios = new double[] {scale[1], scale[2]};
      if (Math.abs(scale[1] - before[0]) < 1e-3 && Math.abs(scale[2] - before[1]) < 1e-3) {
        return ratios;
      }
    }
    return ratios;
  }

  /** Eigenvalues by level rotations, the largest first, and unit vectors along their axes. */
  private static double[] jacobi(double[][] a, double[][] axes) {
    double[][] v = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      int p = sweep % 3 == 2 ? 1 : 0;
      int q = sweep % 3 == 0 ? 1 : 2;
      double angle = 0.5 * Math.atan2(2 * a[p][q], a[q][q] - a[p][p]);
      double c = Math.cos(angle);
      double s = Math.sin(angle);
      for (int k = 0; k < 3; k++) {
        double x = a[k][p];
        double y = a[k][q];
        a[k][p] = c * x - s * y;
        a[k][q] = s * x + c * y;
        x = v[p][k];
        y = v[q][k];
        v[p][k] = c * x - s * y;
        v[q][k] = s * x + c * y;
      }
      for (int k = 0; k < 3; k++) {
        double x = a[p][k];
        double y = a[q][k];
        a[p][k] = c * x - s * y;
        a[q][k] = s * x + c * y;
      }
    }
    Integer[] order = {0, 1, 2};
    Arrays.sort(order, (i, j) -> Double.compare(a[j][j], a[i][i]));
    double[] eigen = new double[3];
    for (int k = 0; k < 3; k++) {
      eigen[k] = a[order[k]][order[k]];
      axes[k] = v[order[k]];
    }
    return eigen;
  }
}
