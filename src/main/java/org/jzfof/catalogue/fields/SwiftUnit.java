package org.jzfof.catalogue.fields;

import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * The attributes by which SWIFT and swiftsimio tell the unit of a dataset.
 *
 * @param mass exponent of the mass unit
 * @param length exponent of the length unit
 * @param time exponent of the time unit
 * @param a exponent of the scale factor
 * @param expression the unit as SWIFT writes it
 */
public record SwiftUnit(int mass, int length, int time, int a, String expression) {
  /** Masses. */
  public static final SwiftUnit MASS = new SwiftUnit(1, 0, 0, 0, "U_M  [ g ]");

  /** Comoving lengths. */
  public static final SwiftUnit LENGTH = new SwiftUnit(0, 1, 0, 1, "a U_L  [ cm ]");

  /** Peculiar velocities. */
  static final SwiftUnit VELOCITY = new SwiftUnit(0, 1, -1, 0, "U_L U_t^-1  [ cm s^-1 ]");

  /** Physical lengths times velocities. */
  static final SwiftUnit LENGTH_VELOCITY =
      new SwiftUnit(0, 2, -1, 0, "U_L^2 U_t^-1  [ cm^2 s^-1 ]");

  /** What has no unit. */
  public static final SwiftUnit NUMBER = new SwiftUnit(0, 0, 0, 0, "[ - ] ");

  /** The unit in cgs, without the scale factor. */
  double cgs(PhysicalUnits units) {
    return Math.pow(units.massG(), mass)
        * Math.pow(units.lengthCm(), length)
        * Math.pow(units.timeSeconds(), time);
  }

  /**
   * Writes them to a dataset.
   *
   * @param cgs the unit in cgs, without the scale factor
   * @param scaleFactor of the snapshot
   */
  public void writeTo(
      Hdf5Writer out, String path, String description, double cgs, double scaleFactor) {
    boolean physical = a == 0 && mass == 0;
    number(out, path, "U_M exponent", mass);
    number(out, path, "U_L exponent", length);
    number(out, path, "U_t exponent", time);
    number(out, path, "U_I exponent", 0);
    number(out, path, "U_T exponent", 0);
    number(out, path, "h-scale exponent", 0);
    number(out, path, "a-scale exponent", a);
    out.attribute(path, "Expression for physical CGS units", expression);
    out.attribute(path, "Lossy compression filter", "None");
    flag(out, path, "Value stored as physical", physical);
    flag(out, path, "Property can be converted to comoving", !physical);
    number(out, path, "Conversion factor to CGS (not including cosmological corrections)", cgs);
    number(
        out,
        path,
        "Conversion factor to physical CGS (including cosmological corrections)",
        cgs * Math.pow(scaleFactor, a));
    out.attribute(path, "Description", description);
  }

  private static void number(Hdf5Writer out, String path, String name, double value) {
    out.attribute(path, name, Hdf5Type.FLOAT64, new double[] {value});
  }

  private static void flag(Hdf5Writer out, String path, String name, boolean value) {
    out.attribute(path, name, Hdf5Type.INT32, new long[] {value ? 1 : 0});
  }
}
