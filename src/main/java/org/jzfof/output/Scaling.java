package org.jzfof.output;

import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.snapshot.header.Units;

/**
 * A unit in the notation of Gadget-4: value · a^a · h^h · toCgs is physical and in cgs.
 *
 * @param units description for the user
 * @param a exponent of the scale factor
 * @param h exponent of the Hubble parameter
 * @param toCgs the unit in cgs; NaN if the snapshot does not state it, 0 for pure numbers
 */
public record Scaling(
    String units, double a, double h, int length, int mass, int velocity, double toCgs) {
  /** The unit of pure numbers. */
  public static final Scaling NUMBER = new Scaling("dimensionless", 0, 0, 0, 0, 0, 0);

  /** The unit of angles on the sky. */
  public static final Scaling DEGREES = new Scaling("deg", 0, 0, 0, 0, 0, 0);

  /** Returns the unit of lengths of a snapshot, comoving in a run with expansion. */
  public static Scaling length(SnapshotHeader snapshot) {
    Units units = snapshot.units();
    int a = snapshot.comoving() ? 1 : 0;
    return new Scaling(lengthName(snapshot), a, hubble(units), 1, 0, 0, units.lengthCm());
  }

  private static String lengthName(SnapshotHeader snapshot) {
    return (snapshot.comoving() ? "comoving " : "") + UnitLabels.length(snapshot.units());
  }

  /** Returns the unit of masses. */
  public static Scaling mass(Units units) {
    return new Scaling(UnitLabels.mass(units), 0, hubble(units), 0, 1, 0, units.massG());
  }

  /** Returns the unit of peculiar velocities. */
  public static Scaling peculiarVelocity(Units units) {
    return new Scaling(UnitLabels.velocity(units), 0, 0, 0, 0, 1, units.velocityCmPerS());
  }

  /** Returns the unit of masses over volumes, comoving in a run with expansion. */
  public static Scaling density(SnapshotHeader snapshot) {
    Units units = snapshot.units();
    String name = UnitLabels.mass(units) + " / (" + lengthName(snapshot) + ")^3";
    double toCgs = units.massG() / Math.pow(units.lengthCm(), 3);
    int a = snapshot.comoving() ? -3 : 0;
    return new Scaling(name, a, -2 * hubble(units), -3, 1, 0, toCgs);
  }

  /** Returns the square of the unit. */
  public Scaling squared() {
    return new Scaling(
        "(" + units + ")^2", 2 * a, 2 * h, 2 * length, 2 * mass, 2 * velocity, toCgs * toCgs);
  }

  private static double hubble(Units units) {
    return units.perHubble() ? -1 : 0;
  }

  /** Writes the unit and a description as attributes of a dataset. */
  public void writeTo(Hdf5Writer out, String dataset, String description) {
    out.variableText(dataset, "units", units);
    out.variableText(dataset, "description", description);
    if (!Double.isNaN(toCgs)) {
      out.attribute(dataset, "a_scaling", Hdf5Type.FLOAT64, a);
      out.attribute(dataset, "h_scaling", Hdf5Type.FLOAT64, h);
      out.attribute(dataset, "length_scaling", Hdf5Type.FLOAT64, length);
      out.attribute(dataset, "mass_scaling", Hdf5Type.FLOAT64, mass);
      out.attribute(dataset, "velocity_scaling", Hdf5Type.FLOAT64, velocity);
      out.attribute(dataset, "to_cgs", Hdf5Type.FLOAT64, toCgs);
    }
  }
}
