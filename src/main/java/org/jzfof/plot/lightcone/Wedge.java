package org.jzfof.plot.lightcone;

import java.awt.geom.Path2D;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A projection of redshift and right ascension to a plane: the observer is at the origin, the
 * redshift is the distance from it, and the middle of the right ascensions points upward, with the
 * larger ones to the left.
 *
 * @param middle right ascension in the middle, in degrees
 * @param opening width in right ascension, in degrees, up to 360
 * @param stretch degrees of the picture per degree of right ascension
 * @param depth redshift of the outer edge
 */
record Wedge(double middle, double opening, double stretch, double depth) {
  /** Width in the picture of a narrow wedge, in degrees. */
  private static final double NARROWEST = 60;

  /** A gap in right ascension below which the wedge is a circle, in degrees. */
  private static final double LEAST_GAP = 20;

  /** Space beside the outermost groups, as a fraction of their width. */
  private static final double EDGE = 0.02;

  private static final int TURN = 360;

  /** Returns the wedge that contains the groups. */
  static Wedge around(LightconeGroups groups) {
    double[] ra = Arrays.stream(groups.rightAscension()).sorted().toArray();
    int last =
        IntStream.range(0, ra.length)
            .boxed()
            .max((i, j) -> Double.compare(gap(ra, i), gap(ra, j)))
            .orElseThrow();
    double gap = gap(ra, last);
    double depth = groups.largestRedshift();
    if (gap < LEAST_GAP) {
      return new Wedge(TURN / 2.0, TURN, 1, depth);
    }
    double opening = Math.max(1e-3, (TURN - gap) * (1 + 2 * EDGE));
    double middle = (ra[(last + 1) % ra.length] + (TURN - gap) / 2) % TURN;
    return new Wedge(middle, opening, Math.max(1, NARROWEST / opening), depth);
  }

  /** Returns the gap behind a right ascension, of those in increasing order. */
  private static double gap(double[] ra, int i) {
    return i + 1 < ra.length ? ra[i + 1] - ra[i] : ra[0] + TURN - ra[i];
  }

  boolean isCircle() {
    return opening == TURN;
  }

  /** Angle from the middle in the picture, in radians, of a right ascension in degrees. */
  private double angle(double rightAscension) {
    double difference = Math.IEEEremainder(rightAscension - middle, TURN);
    return Math.toRadians(stretch * difference);
  }

  /** Returns x and y of a redshift and a right ascension. */
  double[] place(double redshift, double rightAscension) {
    return at(redshift, angle(rightAscension));
  }

  private static double[] at(double redshift, double angle) {
    return new double[] {-redshift * Math.sin(angle), redshift * Math.cos(angle)};
  }

  /** Returns x and y at a redshift on the edge with the smallest right ascension. */
  double[] onEdge(double redshift) {
    return at(redshift, -half());
  }

  private double half() {
    return Math.toRadians(stretch * opening / 2);
  }

  /** Returns the arc of a redshift. */
  Path2D arc(double redshift) {
    Path2D path = new Path2D.Double();
    int steps = 200;
    for (int i = 0; i <= steps; i++) {
      double[] at = at(redshift, half() * (2.0 * i / steps - 1));
      if (i == 0) {
        path.moveTo(at[0], at[1]);
      } else {
        path.lineTo(at[0], at[1]);
      }
    }
    return path;
  }

  /** Returns the outline: the outer arc, and for less than a circle the sides. */
  Path2D outline() {
    Path2D path = arc(depth);
    if (!isCircle()) {
      path.lineTo(0, 0);
      path.closePath();
    }
    return path;
  }
}
