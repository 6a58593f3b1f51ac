package org.jzfof.config.search;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.jzfof.config.Decimal;
import org.jzfof.error.UsageException;

/**
 * The shells of radial profiles.
 *
 * @param edges radii of the edges of the shells in units of R200c [shells + 1], increasing
 */
public record ProfileBins(double[] edges) {
  /** Default radii of profiles. */
  public static final String DEFAULT = "0.01:3:25";

  private static final int MAXIMUM_SHELLS = 1000;
  private static final Pattern COLON = Pattern.compile(":");

  /**
   * Reads bins of equal width in the logarithm of the radius.
   *
   * @param text text of the form RMIN:RMAX:N
   * @throws UsageException if the text is not of that form, or a value is out of range
   */
  public static ProfileBins of(String text) {
    String[] words = COLON.split(text, -1);
    try {
      if (words.length == 3) {
        double smallest = Decimal.parse(words[0]);
        double largest = Decimal.parse(words[1]);
        int count = Integer.parseInt(words[2]);
        if (smallest > 0
            && smallest < largest
            && largest <= Float.MAX_VALUE
            && count > 0
            && count <= MAXIMUM_SHELLS) {
          return new ProfileBins(edges(smallest, largest, count));
        }
      }
    } catch (NumberFormatException e) {
      throw wrong(text);
    }
    throw wrong(text);
  }

  private static double[] edges(double smallest, double largest, int count) {
    double[] edges = new double[count + 1];
    Arrays.setAll(edges, e -> smallest * Math.pow(largest / smallest, (double) e / count));
    edges[count] = largest;
    return edges;
  }

  private static UsageException wrong(String text) {
    return new UsageException(
        "--profiles has '%s': give RMIN:RMAX:N, for N shells (1 to %d) between two radii above 0 in units of R200c, such as %s"
            .formatted(text, MAXIMUM_SHELLS, DEFAULT));
  }
}
