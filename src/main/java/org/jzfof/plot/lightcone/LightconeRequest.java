package org.jzfof.plot.lightcone;

import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.config.Overdensity;
import org.jzfof.error.UsageException;
import org.jzfof.plot.Figure;
import org.jzfof.plot.ModelRequest;

/**
 * The settings of a picture of the groups of a light cone.
 *
 * @param mass overdensity of the spheres whose masses are drawn; null for the masses of the groups
 * @param band declinations of the wedge in degrees, from and to; null for 20 degrees in the middle
 *     of the groups
 * @param massLimits lower limits of the masses that are counted, in the unit of the picture; null
 *     for limits that fit the catalogue
 * @param redshiftBins first and last redshift of the counts, and the number of bins; null for ten
 *     bins up to the last group
 * @param skyArea area of the cone on the sky in square degrees; null for an estimate from the
 *     groups
 * @param height height of the picture in pixels
 */
public record LightconeRequest(
    Path catalogue,
    Overdensity mass,
    double[] band,
    double[] massLimits,
    double[] redshiftBins,
    Double skyArea,
    ModelRequest models,
    int height) {
  private static final int MOST_LIMITS = 5;
  private static final int MOST_BINS = 1000;

  /**
   * @throws UsageException if a value is out of range; the message names the option
   */
  public LightconeRequest {
    Figure.requireHeight(height);
    require(
        band == null || band.length == 2 && -90 <= band[0] && band[0] < band[1] && band[1] <= 90,
        "--band",
        band,
        "two declinations from -90 to 90, such as --band=-10,10");
    require(
        massLimits == null
            || massLimits.length <= MOST_LIMITS && Arrays.stream(massLimits).allMatch(m -> m > 0),
        "--mass-limits",
        massLimits,
        "up to " + MOST_LIMITS + " masses above 0, such as --mass-limits 1e12,1e13");
    require(
        redshiftBins == null || arePossible(redshiftBins),
        "--redshift-bins",
        redshiftBins,
        "the first and the last redshift and a number of bins, such as --redshift-bins 0,0.5,10");
    require(
        skyArea == null || skyArea > 0 && skyArea <= SkyArea.WHOLE + 1,
        "--sky-area",
        skyArea == null ? null : new double[] {skyArea},
        "square degrees, of which the sky has 41253");
  }

  private static boolean arePossible(double... bins) {
    return bins.length == 3
        && bins[0] >= 0
        && bins[1] > bins[0]
        && Double.isFinite(bins[1])
        && bins[2] >= 1
        && bins[2] <= MOST_BINS
        && bins[2] == Math.rint(bins[2]);
  }

  private static void require(boolean good, String option, double[] values, String remedy) {
    if (!good) {
      String text = Arrays.toString(values);
      throw new UsageException(
          "%s is %s: give %s".formatted(option, text.substring(1, text.length() - 1), remedy));
    }
  }
}
