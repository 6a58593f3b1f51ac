package org.jzfof.snapshot.header;

import java.util.Locale;

/** Labels of units, such as Mpc/h; units without a common name are given in cgs. */
public final class UnitLabels {
  /** The mass of the sun in g. */
  public static final double SOLAR_MASS_G = 1.98892e33;

  private static final double PARSEC_CM = 3.0856776e18;

  private UnitLabels() {}

  /** Label of the length unit; lengths in a snapshot are comoving. */
  public static String length(Units units) {
    double parsecs = units.lengthCm() / PARSEC_CM;
    String name =
        near(parsecs, 1e6)
            ? "Mpc"
            : near(parsecs, 1e3) ? "kpc" : near(parsecs, 1) ? "pc" : plain(units.lengthCm(), "cm");
    return name + perHubble(units);
  }

  /** Label of the mass unit. */
  public static String mass(Units units) {
    double suns = units.massG() / SOLAR_MASS_G;
    String name =
        near(suns, 1e10) ? "1e10 Msun" : near(suns, 1) ? "Msun" : plain(units.massG(), "g");
    return name + perHubble(units);
  }

  /** Label of the velocity unit. */
  public static String velocity(Units units) {
    return near(units.velocityCmPerS(), 1e5) ? "km/s" : plain(units.velocityCmPerS(), "cm/s");
  }

  /** Labels of lengths, masses and velocities. */
  public static String all(Units units) {
    return "%s, %s, %s".formatted(length(units), mass(units), velocity(units));
  }

  /** Whether two length units are equal; both must be stated. */
  public static boolean sameLength(Units a, Units b) {
    return a.perHubble() == b.perHubble() && near(a.lengthCm(), b.lengthCm());
  }

  private static String perHubble(Units units) {
    return units.perHubble() ? "/h" : "";
  }

  private static String plain(double value, String unit) {
    return Double.isNaN(value)
        ? "unit of the snapshot"
        : String.format(Locale.ROOT, "(%.6g %s)", value, unit);
  }

  /** Whether two units agree: codes round the parsec and the solar mass differently. */
  private static boolean near(double value, double target) {
    return Math.abs(value - target) <= 5e-3 * target;
  }
}
