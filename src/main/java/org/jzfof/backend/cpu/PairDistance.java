package org.jzfof.backend.cpu;

import org.jzfof.domain.Box;
import org.jzfof.knn.Neighbours;

/** The distance of two points as {@link Neighbours} defines it. */
final class PairDistance {
  private final double[] side;
  private final boolean periodic;

  PairDistance(Box box) {
    this.side = box.size();
    this.periodic = box.periodic();
  }

  double of(double dx, double dy, double dz) {
    double x = nearestImage(dx, side[0]);
    double y = nearestImage(dy, side[1]);
    double z = nearestImage(dz, side[2]);
    return Math.sqrt(x * x + y * y + z * z);
  }

  private double nearestImage(double difference, double length) {
    if (!periodic) {
      return difference;
    }
    if (length == 0) {
      return 0;
    }
    // Up to half a box the image is the point itself: no division.
    return Math.abs(difference) <= 0.5 * length
        ? difference
        : difference - length * Math.rint(difference / length);
  }
}
