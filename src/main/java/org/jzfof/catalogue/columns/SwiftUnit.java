package org.jzfof.catalogue.columns;

import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * The attributes with which SWIFT and swiftsimio describe the unit of a dataset. SOAP marks all
 * measured quantities as convertible, including velocities and ratios, which are the same in
 * comoving coordinates (property_table.py, swift_units.py). Programs that convert everything they
 * read, such as swiftgalaxy, rely on it.
 *
 * @param a exponent of the scale factor by which a comoving value becomes physical
 * @param expression the unit in SWIFT's notation
 */
public record SwiftUnit(int mass, int length, int time, int a, Stored stored, String expression) {
  /** Frame of the values of a dataset. */
  enum Stored {
    /** Comoving values. */
    COMOVING,
    /** Physical values, which can be made comoving. */
    PHYSICAL,
    /** Values that are the same in both frames, such as IDs. */
    NEITHER
  }

  /** Attribute with the unit in cgs, without the scale factor. */
  public static final String TO_CGS =
      "Conversion factor to CGS (not including cosmological corrections)";

  /** Masses. */
  public static final SwiftUnit MASS = new SwiftUnit(1, 0, 0, 0, Stored.COMOVING, "U_M  [ g ]");

  /** Comoving lengths. */
  public static final SwiftUnit LENGTH =
      new SwiftUnit(0, 1, 0, 1, Stored.COMOVING, "a U_L  [ cm ]");

  /** Peculiar velocities. */
  static final SwiftUnit VELOCITY =
      new SwiftUnit(0, 1, -1, 0, Stored.PHYSICAL, "U_L U_t^-1  [ cm s^-1 ]");

  /** Physical lengths times velocities. */
  static final SwiftUnit LENGTH_VELOCITY =
      new SwiftUnit(0, 2, -1, 1, Stored.PHYSICAL, "U_L^2 U_t^-1  [ cm^2 s^-1 ]");

  /** Masses over times. */
  static final SwiftUnit MASS_RATE =
      new SwiftUnit(1, 0, -1, 0, Stored.PHYSICAL, "U_M U_t^-1  [ g s^-1 ]");

  /** Ratios of measured values. */
  static final SwiftUnit RATIO = new SwiftUnit(0, 0, 0, 0, Stored.PHYSICAL, "[ - ] ");

  /** Counts, IDs and rows. */
  public static final SwiftUnit NUMBER = new SwiftUnit(0, 0, 0, 0, Stored.NEITHER, "[ - ] ");

  /** Returns the unit in cgs, without the scale factor. */
  double cgs(PhysicalUnits units) {
    return Math.pow(units.massG(), mass)
        * Math.pow(units.lengthCm(), length)
        * Math.pow(units.timeSeconds(), time);
  }

  /**
   * Writes the attributes to a dataset.
   *
   * @param cgs the unit in cgs, without the scale factor
   */
  public void writeTo(
      Hdf5Writer out, String path, String description, double cgs, double scaleFactor) {
    number(out, path, "U_M exponent", mass);
    number(out, path, "U_L exponent", length);
    number(out, path, "U_t exponent", time);
    number(out, path, "U_I exponent", 0);
    number(out, path, "U_T exponent", 0);
    number(out, path, "h-scale exponent", 0);
    number(out, path, "a-scale exponent", a);
    out.attribute(path, "Expression for physical CGS units", expression);
    out.attribute(path, "Lossy compression filter", "None");
    flag(out, path, "Value stored as physical", stored != Stored.COMOVING);
    flag(out, path, "Property can be converted to comoving", stored != Stored.NEITHER);
    number(out, path, TO_CGS, cgs);
    number(
        out,
        path,
        "Conversion factor to physical CGS (including cosmological corrections)",
        stored == Stored.COMOVING ? cgs * Math.pow(scaleFactor, a) : cgs);
    out.attribute(path, "Description", description);
  }

  private static void number(Hdf5Writer out, String path, String name, double value) {
    out.attribute(path, name, Hdf5Type.FLOAT64, new double[] {value});
  }

  private static void flag(Hdf5Writer out, String path, String name, boolean value) {
    out.attribute(path, name, Hdf5Type.INT32, new long[] {value ? 1 : 0});
  }
}
