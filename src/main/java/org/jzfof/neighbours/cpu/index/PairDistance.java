package org.jzfof.neighbours.cpu.index;

import org.jzfof.device.cpu.DistanceSort;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.domain.Box;
import org.jzfof.neighbours.Neighbours;

/** The distance of two points as {@link Neighbours} defines it. */
public final class PairDistance {
  private final double[] side;
  private final double[] half;

  /** Bits of a square of differences below which no other image of a point is nearer. */
  private final long ownImages;

  public PairDistance(Box box) {
    this.side = box.size();
    this.half = new double[3];
    for (int d = 0; d < 3; d++) {
      half[d] = box.periodic() ? 0.5 * side[d] : Double.POSITIVE_INFINITY;
    }
    double least = Math.min(half[0], Math.min(half[1], half[2]));
    this.ownImages = Double.doubleToRawLongBits(least * least * (1 - 0x1p-40));
  }

  /** Sides of the box [3]. */
  public double[] side() {
    return side.clone();
  }

  /** The distance of point {@code i} of one array and point {@code j} of another. */
  public double of(RealArray points, int i, RealArray others, int j) {
    return Math.sqrt(
        square(points.get(3 * i), points.get(3 * i + 1), points.get(3 * i + 2), others, j));
  }

  /** The rounded square of the distance of a position and a point, whose root is the distance. */
  public double square(double x, double y, double z, RealArray points, int i) {
    double dx = nearestImage(x, points.get(3 * i), 0);
    double dy = nearestImage(y, points.get(3 * i + 1), 1);
    double dz = nearestImage(z, points.get(3 * i + 2), 2);
    return dx * dx + dy * dy + dz * dz;
  }

  /**
   * Starts a sort with points at the squares of their distances from a query.
   *
   * @param index indices of the points, of which the first n are taken
   * @param rowOf rows of all points
   */
  public void start(
      DistanceSort sort,
      RealArray queries,
      int query,
      RealArray points,
      int[] index,
      int n,
      int[] rowOf) {
    double x = queries.get(3 * query);
    double y = queries.get(3 * query + 1);
    double z = queries.get(3 * query + 2);
    sort.fill(n);
    double[] squares = sort.distance();
    int[] rows = sort.row();
    long largest = 0;
    for (int i = 0; i < n; i++) {
      int p = index[i];
      double dx = x - points.get(3 * p);
      double dy = y - points.get(3 * p + 1);
      double dz = z - points.get(3 * p + 2);
      double square = dx * dx + dy * dy + dz * dz;
      squares[i] = square;
      rows[i] = rowOf[p];
      largest = Math.max(largest, Double.doubleToRawLongBits(square));
    }
    if (largest >= ownImages) {
      for (int i = 0; i < n; i++) {
        squares[i] = square(x, y, z, points, index[i]);
      }
    }
  }

  /** A number that increases with the coordinate, for coordinates close to an origin. */
  double sortKey(double x, double origin, int d) {
    return half[d] == Double.POSITIVE_INFINITY ? x : nearestImage(x, origin, d);
  }

  /**
   * Lower bound of the distances in one dimension of all points beyond a plane.
   *
   * @param image difference of a position and the plane, as returned by {@link #nearestImage}
   * @param slack upper bound of the error of a coordinate that is wrapped around the box
   */
  double distanceBeyond(double image, double slack, int d) {
    double distance = Math.abs(image);
    if (half[d] == Double.POSITIVE_INFINITY) {
      return distance; // roundings keep the order of differences
    }
    return distance > 0.5 * half[d] ? 0 : distance - slack;
  }

  /** The difference a - b in one dimension, around a periodic box if that is nearer. */
  public double nearestImage(double a, double b, int d) {
    // Within half a box the image is the point itself: no division.
    double difference = a - b;
    return Math.abs(difference) < half[d] ? difference : farImage(a, b, d);
  }

  /**
   * The nearest image beyond half a box. The rounding error of the difference is added back, so
   * that all images of a point have the same distance.
   */
  private double farImage(double a, double b, int d) {
    double difference = a - b;
    if (half[d] == Double.POSITIVE_INFINITY) {
      return difference;
    }
    if (side[d] == 0) {
      return 0;
    }
    double turns = Math.rint(difference / side[d]);
    if (turns == 0) {
      turns = Math.signum(difference); // the difference is half a box after rounding
    }
    double subtracted = difference - a; // Knuth's TwoSum
    double rounding = (a - (difference - subtracted)) - (b + subtracted);
    return (difference - turns * side[d]) + rounding;
  }
}
