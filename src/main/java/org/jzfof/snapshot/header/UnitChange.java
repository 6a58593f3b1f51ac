package org.jzfof.snapshot.header;

import java.util.Optional;

/**
 * Conversion from one system of units to another.
 *
 * @param units target units
 */
public record UnitChange(Units units, double length, double mass, double velocity) {
  /** Relative tolerance: codes round the parsec and the solar mass differently. */
  private static final double TOLERANCE = 1e-3;

  /** A conversion with factors of 1. */
  public static UnitChange none(Units units) {
    return new UnitChange(units, 1, 1, 1);
  }

  /**
   * The conversion from the units of a snapshot to those that readers of Gadget's layout assume:
   * Mpc/h, 1e10 Msun/h and km/s, without h in a run without expansion. A unit that differs from its
   * target by a power of ten and the rounding of constants is multiplied by exactly that power.
   *
   * @return conversion; empty if the snapshot does not state its units, or h where it is needed
   */
  public static Optional<UnitChange> toGadget(SnapshotHeader snapshot) {
    Units from = snapshot.units();
    Units to =
        new Units(
            tenfold(from.lengthCm(), Units.MPC.lengthCm()),
            tenfold(from.massG(), Units.MPC.massG()),
            tenfold(from.velocityCmPerS(), Units.MPC.velocityCmPerS()),
            from.perHubble() || snapshot.comoving());
    return between(from, to, snapshot.cosmology().hubble());
  }

  /**
   * @param hubble Hubble parameter h, required if only one of the units carries it
   * @return conversion; empty if a unit, or h where it is needed, is not known
   */
  public static Optional<UnitChange> between(Units from, Units to, double hubble) {
    double h = from.perHubble() == to.perHubble() ? 1 : to.perHubble() ? hubble : 1 / hubble;
    UnitChange change =
        new UnitChange(
            to,
            h * factor(from.lengthCm(), to.lengthCm()),
            h * factor(from.massG(), to.massG()),
            factor(from.velocityCmPerS(), to.velocityCmPerS()));
    double all = change.length * change.mass * change.velocity;
    return all > 0 && all < Double.POSITIVE_INFINITY ? Optional.of(change) : Optional.empty();
  }

  /** Whether any number changes. */
  public boolean changes() {
    return length != 1 || mass != 1 || velocity != 1;
  }

  /**
   * A unit times a power of ten if the product is the target within the tolerance, else the target.
   */
  private static double tenfold(double unit, double target) {
    double multiple = unit * powerOfTen(target / unit);
    return Math.abs(multiple - target) <= TOLERANCE * target ? multiple : target;
  }

  private static double factor(double from, double to) {
    double power = powerOfTen(from / to);
    return Math.abs(from - power * to) <= TOLERANCE * from ? power : from / to;
  }

  private static double powerOfTen(double near) {
    return Math.pow(10, Math.rint(Math.log10(near)));
  }
}
