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

  /** A number that grows with the coordinate, for coordinates close to an origin. */
  double along(double x, double origin, int d) {
    return half[d] == Double.POSITIVE_INFINITY ? x : nearestImage(x - origin, d);
  }

  /**
   * The distance in one dimension of all that is beyond a plane.
   *
   * @param image difference of a place and the plane, as from {@link #nearestImage}
   * @param slack above the errors of a coordinate that is wrapped around the box
   */
  double beyond(double image, double slack, int d) {
    double distance = Math.abs(image);
    if (half[d] == Double.POSITIVE_INFINITY) {
      return distance; // roundings keep the order of differences
    }
    return distance > 0.5 * half[d] ? 0 : distance - slack;
  }

  /** A difference in one dimension, around a periodic box if that is nearer. */
  double nearestImage(double difference, int d) {
    // Up to half a box the image is the point itself: no division.
    return Math.abs(difference) <= half[d] ? difference : farImage(difference, side[d]);
  }

  private static double farImage(double difference, double length) {
    return length == 0 ? 0 : difference - length * Math.rint(difference / length);
  }
}
