package org.jzfof.backend.cpu;

import org.jzfof.domain.Box;
import org.jzfof.knn.Neighbours;

/** The distance of two points as {@link Neighbours} defines it. */
final class PairDistance {
  private final double[] side;
  private final double[] half;

  PairDistance(Box box) {
    this.side = box.size();
    this.half = new double[3];
    for (int d = 0; d < 3; d++) {
      half[d] = box.periodic() ? 0.5 * side[d] : Double.POSITIVE_INFINITY;
    }
  }

  double of(double dx, double dy, double dz) {
    return Math.sqrt(square(dx, dy, dz));
  }

  /** The square of the distance, rounded; its root is the distance. */
  double square(double dx, double dy, double dz) {
    double x = nearestImage(dx, 0);
    double y = nearestImage(dy, 1);
    double z = nearestImage(dz, 2);
    return x * x + y * y + z * z;
  }

  private double nearestImage(double difference, int d) {
    // Up to half a box the image is the point itself: no division.
    return Math.abs(difference) <= half[d] ? difference : farImage(difference, side[d]);
  }

  private static double farImage(double difference, double length) {
    return length == 0 ? 0 : difference - length * Math.rint(difference / length);
  }
}
