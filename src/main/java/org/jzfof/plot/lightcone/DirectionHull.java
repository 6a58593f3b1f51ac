package org.jzfof.plot.lightcone;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The convex hull of directions on the sky, whose sides are great circles.
 *
 * @param corners unit vectors, in order
 * @param directions number of directions in it
 */
record DirectionHull(List<double[]> corners, int directions) {
  /** Least cosine of the angle from the mean direction: 80 degrees. */
  private static final double WIDEST = Math.cos(Math.toRadians(80));

  /** A direction, and its projection to a plane in which great circles are straight lines. */
  private record Projected(double[] direction, double u, double v) {}

  /**
   * Returns the hull of unit vectors; empty if they are more than 80 degrees from their mean, or on
   * a line.
   */
  static Optional<DirectionHull> of(List<double[]> directions) {
    double[] middle = new double[3];
    directions.forEach(x -> Arrays.setAll(middle, d -> middle[d] + x[d]));
    double length = Math.sqrt(dot(middle, middle));
    Arrays.setAll(middle, d -> middle[d] / length);
    if (!directions.stream().allMatch(x -> dot(x, middle) > WIDEST)) {
      return Optional.empty();
    }
    double[] axis = Math.abs(middle[2]) < 0.5 ? new double[] {0, 0, 1} : new double[] {1, 0, 0};
    double[] u = cross(axis, middle);
    double[] v = cross(middle, u);
    List<Projected> sorted =
        directions.stream()
            .map(x -> new Projected(x, dot(x, u) / dot(x, middle), dot(x, v) / dot(x, middle)))
            .sorted(Comparator.comparingDouble(Projected::u).thenComparingDouble(Projected::v))
            .toList();
    List<Projected> corners = new ArrayList<>(chain(sorted));
    List<Projected> back = new ArrayList<>(sorted);
    Collections.reverse(back);
    corners.addAll(chain(back));
    return corners.size() < 3
        ? Optional.empty()
        : Optional.of(
            new DirectionHull(
                corners.stream().map(Projected::direction).toList(), directions.size()));
  }

  /** Returns the corners of one half of the hull, without its last one (Andrew 1979). */
  private static List<Projected> chain(List<Projected> points) {
    List<Projected> chain = new ArrayList<>();
    for (Projected point : points) {
      while (chain.size() > 1 && !turnsLeft(chain, point)) {
        chain.remove(chain.size() - 1);
      }
      chain.add(point);
    }
    return chain.subList(0, chain.size() - 1);
  }

  private static boolean turnsLeft(List<Projected> chain, Projected next) {
    Projected from = chain.get(chain.size() - 2);
    Projected to = chain.get(chain.size() - 1);
    return (to.u - from.u) * (next.v - from.v) - (to.v - from.v) * (next.u - from.u) > 0;
  }

  /** Area in steradians: that of triangles (Van Oosterom and Strackee 1983). */
  double area() {
    double sum = 0;
    double[] a = corners.get(0);
    for (int i = 2; i < corners.size(); i++) {
      double[] b = corners.get(i - 1);
      double[] c = corners.get(i);
      double volume = Math.abs(dot(a, cross(b, c)));
      sum += 2 * Math.atan2(volume, 1 + dot(a, b) + dot(b, c) + dot(c, a));
    }
    return sum;
  }

  /**
   * Area in steradians of the convex region in which the directions are random: on average a part
   * of it that is the number of corners over that of directions and one more lies outside the hull
   * (Efron 1965, Biometrika 52, 331).
   */
  double areaOfRegion() {
    return area() / (1 - corners.size() / (directions + 1.0));
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  private static double[] cross(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }
}
