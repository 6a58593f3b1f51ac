package org.jzfof.snapshot.file;

import java.util.Arrays;
import java.util.List;
import org.jzfof.error.SnapshotException;

/** Reads the scale factor of a snapshot; invalid and contradictory values are rejected. */
public final class ScaleFactor {
  /** Relative tolerance: codes copy a and z from parameter files that hold few digits. */
  private static final double TOLERANCE = 1e-3;

  private static final List<String> GROUPS = List.of(SnapshotFile.HEADER, "/Cosmology");

  private ScaleFactor() {}

  /** Whether a is the scale factor at redshift z; false if either is NaN. */
  static boolean fits(double a, double z) {
    return a > 0 && Math.abs(a * (1 + z) - 1) < TOLERANCE;
  }

  /**
   * The scale factor; 1 for a run without expansion and for a light cone.
   *
   * @param trusted whether the stored scale factor is used even if the redshift contradicts it
   * @throws SnapshotException if Time or Redshift has several values, or the scale factor is
   *     missing, not finite, not positive, or (unless trusted) contradicts the redshift
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
    double value = f.number(GROUPS, name);
    return Double.isNaN(value) ? "missing or no number" : String.valueOf(value);
  }
}
