package org.jzfof.plot.lightcone;

import java.util.Locale;
import java.util.stream.IntStream;
import org.jzfof.lightcone.NestedPixels;

/**
 * The area that a light cone covers on the sky.
 *
 * @param squareDegrees the area
 * @param nside resolution of the HEALPix pixels by which it was estimated; 0 if it is known
 */
record SkyArea(double squareDegrees, int nside) {
  /** Square degrees of the sky. */
  static final double WHOLE = 4 * Math.PI * Math.pow(180 / Math.PI, 2);

  /** Mean number of groups of an occupied pixel: more, and edges of the cone would be coarse. */
  private static final int GROUPS_OF_A_PIXEL = 8;

  private static final int FINEST = 256;

  /**
   * Returns the area of the pixels in which there are groups: of the finest ones that have eight
   * groups on average, so that few pixels inside the cone have none. Pixels at its edges count as a
   * whole, so that the area of a small cone is too large.
   */
  static SkyArea of(LightconeGroups groups) {
    SkyArea area = at(1, groups);
    for (int nside = 2; nside <= FINEST; nside *= 2) {
      SkyArea finer = at(nside, groups);
      if (finer.pixels() * GROUPS_OF_A_PIXEL > groups.count()) {
        return area;
      }
      area = finer;
    }
    return area;
  }

  private static SkyArea at(int nside, LightconeGroups groups) {
    NestedPixels pixels = new NestedPixels(nside);
    long occupied =
        IntStream.range(0, groups.count())
            .mapToLong(
                g -> {
                  double[] x = groups.direction(g);
                  return pixels.pixel(x[0], x[1], x[2]);
                })
            .distinct()
            .count();
    return new SkyArea(WHOLE * occupied / pixels.count(), nside);
  }

  private double pixels() {
    return squareDegrees / WHOLE * new NestedPixels(nside).count();
  }

  double steradians() {
    return squareDegrees / WHOLE * 4 * Math.PI;
  }

  /** Returns a description for the picture. */
  String text() {
    String area = String.format(Locale.ROOT, "%.5g deg²", squareDegrees);
    return nside == 0
        ? "sky area " + area
        : "sky area " + area + " (pixels of nside " + nside + ")";
  }
}
