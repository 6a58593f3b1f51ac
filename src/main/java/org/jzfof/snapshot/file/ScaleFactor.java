package org.jzfof.snapshot.file;

import java.util.Arrays;
import java.util.List;
import org.jzfof.error.SnapshotException;

/** The scale factor of a snapshot; refused if it is invalid or contradicts the redshift. */
public final class ScaleFactor {
  /** Codes print a and z with few digits into parameter files and copy them from there. */
  private static final double TOLERANCE = 1e-3;

  private static final List<String> PLACES = List.of(SnapshotFile.HEADER, "/Cosmology");

  private ScaleFactor() {}

  /** Whether a is the scale factor at redshift z; not where either is unknown. */
  static boolean fits(double a, double z) {
    return a > 0 && Math.abs(a * (1 + z) - 1) < TOLERANCE;
  }

  /**
   * The scale factor; 1 in a run without expansion, and of a light cone.
   *
   * @param trusted whether the stored scale factor holds where the redshift contradicts it
   * @throws SnapshotException where Time or Redshift is several numbers, or it is missing, not
   *     finite, not above 0, or (unless trusted) not that of the redshift
   */
  public static double of(SnapshotFile f, Dialect dialect, boolean trusted) {
    requireOne(f, "Time");
    requireOne(f, "Redshift");
    if (!dialect.comoving(f)) {
      if (!trusted) {
        dialect.requireNoExpansion(f);
      }
      return 1;
    }
    if (dialect.isLightcone(f)) {
      return 1;
    }
    double a = dialect.scaleFactor(f);
    if (!(a > 0) || Double.isInfinite(a)) {
      throw new SnapshotException(
          "%s of %s is %s, and the run is cosmological: write the right %s into the file"
              .formatted(
                  dialect.scaleFactorFrom(f),
                  f.path(),
                  stored(f, dialect.scaleFactorFrom(f)),
                  dialect.scaleFactorFrom(f)));
    }
    double z = f.number(SnapshotFile.HEADER, "Redshift");
    if (!trusted && !Double.isNaN(z) && !fits(a, z)) {
      throw new SnapshotException(
          "%s of %s is %s and Redshift is %s, which belongs to a scale factor of %.6g: repair one of them, or use the first as the scale factor with --trust-headers"
              .formatted(dialect.scaleFactorFrom(f), f.path(), a, z, 1 / (1 + z)));
    }
    return a;
  }

  private static void requireOne(SnapshotFile f, String name) {
    double[] values = f.numbers(SnapshotFile.HEADER, name);
    if (values.length > 1) {
      throw new SnapshotException(
          "%s of %s is %s: one number is expected; write the right one into the file"
              .formatted(name, f.path(), Arrays.toString(values)));
    }
  }

  private static String stored(SnapshotFile f, String name) {
    double value = f.number(PLACES, name);
    return Double.isNaN(value) ? "missing or no number" : String.valueOf(value);
  }
}
