package org.jzfof.plot.lightcone;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jzfof.lightcone.NestedPixels;

/**
 * The area that a light cone covers on the sky.
 *
 * @param steradians the area
 * @param estimated whether it was estimated from the groups
 */
record SkyArea(double steradians, boolean estimated) {
  private static final double SQUARE_DEGREES = Math.pow(180 / Math.PI, 2);

  /** Square degrees of the sky. */
  static final double WHOLE = 4 * Math.PI * SQUARE_DEGREES;

  /** Mean number of groups of an occupied pixel, with which few are empty by chance. */
  private static final int GROUPS_OF_A_PIXEL = 8;

  private static final int FINEST = 256;

  /** Returns an area that is known. */
  static SkyArea of(double squareDegrees) {
    return new SkyArea(squareDegrees / SQUARE_DEGREES, false);
  }

  /**
   * Estimates the area: that of a convex region with the groups if they are on less than half the
   * sky, or of the pixels with groups if that is less. Pixels at edges count as a whole, and a
   * region need not be convex, so the smaller one is the better one.
   */
  static SkyArea of(LightconeGroups groups) {
    List<double[]> directions =
        IntStream.range(0, groups.count()).mapToObj(groups::direction).toList();
    double region =
        DirectionHull.of(directions).map(DirectionHull::areaOfRegion).orElse(4 * Math.PI);
    return new SkyArea(Math.min(region, ofPixels(directions)), true);
  }

  /**
   * Returns the area of the pixels in which there are groups: of the finest ones that have eight
   * groups on average.
   */
  static double ofPixels(List<double[]> directions) {
    long occupied = occupied(1, directions);
    double area = 4 * Math.PI * occupied / new NestedPixels(1).count();
    for (int nside = 2; nside <= FINEST; nside *= 2) {
      occupied = occupied(nside, directions);
      if (occupied * GROUPS_OF_A_PIXEL > directions.size()) {
        break;
      }
      area = 4 * Math.PI * occupied / new NestedPixels(nside).count();
    }
    return area;
  }

  private static long occupied(int nside, List<double[]> directions) {
    NestedPixels pixels = new NestedPixels(nside);
    return directions.stream().mapToLong(x -> pixels.pixel(x[0], x[1], x[2])).distinct().count();
  }

  double squareDegrees() {
    return steradians * SQUARE_DEGREES;
  }

  /** Returns a description for the picture. */
  String text() {
    double area = squareDegrees();
    String digits = String.format(Locale.ROOT, area < 100 ? "%.3g" : "%.0f", area);
    return "sky area " + (estimated ? "about " : "") + digits + " deg²";
  }
}
