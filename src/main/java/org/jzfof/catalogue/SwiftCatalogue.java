package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.snapshot.LongSink;

/**
 * Writes fof_output_NNNN.hdf5 as SWIFT lays out its friends-of-friends output (fof_catalogue_io.c):
 * no h in any unit, comoving lengths, group IDs from 1, no member IDs.
 */
final class SwiftCatalogue {
  private static final Unit MASS = new Unit(1, 0, 0, "U_M  [ g ]");
  private static final Unit LENGTH = new Unit(0, 1, 1, "a U_L  [ cm ]");
  private static final Unit NUMBER = new Unit(0, 0, 0, "[ - ] ");

  private final Hdf5Writer out;
  private final CatalogueInfo info;
  private final GroupCatalogue groups;
  private final PhysicalUnits units;

  private SwiftCatalogue(
      Hdf5Writer out, CatalogueInfo info, GroupCatalogue groups, PhysicalUnits units) {
    this.out = out;
    this.info = info;
    this.groups = groups;
    this.units = units;
  }

  /**
   * The writer of such a file.
   *
   * @param folder that gets it
   * @param snapshotNumber for its name; digits are filled up to four
   */
  static CatalogueWriter in(Path folder, String snapshotNumber) {
    String number =
        snapshotNumber.matches("\\d{1,3}")
            ? "0".repeat(4 - snapshotNumber.length()) + snapshotNumber
            : snapshotNumber;
    return new SingleFileCatalogue(
        folder.resolve("fof_output_" + number + ".hdf5"),
        "swift",
        info -> info.in(PhysicalUnits.of(info.snapshot(), "swift").withoutHubble()),
        (out, info, groups, units) -> new SwiftCatalogue(out, info, groups, units).write());
  }

  private void write() {
    new SwiftMetadata(out, info, units).write(groups.groups());
    new RunParameters(out, info.in(units.withoutHubble())).write();
    out.group("/Groups");
    double h = units.perHubble();
    write("Masses", Hdf5Type.FLOAT64, 1, i -> h * groups.mass()[i]);
    describe("Masses", "FOF group masses", MASS);
    write("Centres", Hdf5Type.FLOAT64, 3, i -> h * groups.position()[i]);
    describe("Centres", "FOF group centres of mass", LENGTH);
    writeLengths("Radii", groups.enclosingRadius());
    describe("Radii", "Distance to the particle furthest from the centre", LENGTH);
    writeLengths("InertiaRadii", groups.inertiaRadius());
    String rms = "Mass-weighted root mean square distance from the centre of mass";
    describe("InertiaRadii", rms, LENGTH);
    write("GroupIDs", Hdf5Type.INT64, 1, i -> i + 1);
    describe("GroupIDs", "FOF group IDs", NUMBER);
    write("Sizes", Hdf5Type.INT64, 1, i -> groups.length()[i]);
    describe("Sizes", "FOF group length (number of particles)", NUMBER);
    write("LinkedSizes", Hdf5Type.INT64, 1, this::linked);
    describe("LinkedSizes", "Number of particles of the linked types", NUMBER);
    groups.memberIds().stream(ignored());
  }

  /** Other ranks send their IDs to whoever writes; this format has no place for them. */
  private static LongSink ignored() {
    return (row, count, ids) -> {};
  }

  private void number(String object, String name, double value) {
    out.attribute(object, name, Hdf5Type.FLOAT64, new double[] {value});
  }

  private void write(String name, Hdf5Type type, int columns, IntToDoubleFunction values) {
    GroupColumn.write(out, "/Groups/" + name, type, groups.groups(), columns, values);
  }

  private void writeLengths(String name, double[] values) {
    IntToDoubleFunction lengths = i -> units.perHubble() * values[i];
    write(name, GroupColumn.real(groups.groups(), lengths), 1, lengths);
  }

  /** Members of a group that were linked, not attached. */
  private double linked(int group) {
    return Arrays.stream(info.primaryTypes())
        .mapToLong(type -> groups.lengthType()[group * groups.types() + type])
        .sum();
  }

  /** The exponents of a unit, and its name in SWIFT's way; masses and lengths are comoving. */
  private record Unit(int mass, int length, int a, String expression) {
    boolean physical() {
      return mass == 0 && length == 0;
    }
  }

  private void describe(String name, String description, Unit unit) {
    String path = "/Groups/" + name;
    double factor = Math.pow(units.massG(), unit.mass) * Math.pow(units.lengthCm(), unit.length);
    number(path, "U_M exponent", unit.mass);
    number(path, "U_L exponent", unit.length);
    number(path, "U_t exponent", 0);
    number(path, "U_I exponent", 0);
    number(path, "U_T exponent", 0);
    number(path, "h-scale exponent", 0);
    number(path, "a-scale exponent", unit.a);
    out.attribute(path, "Expression for physical CGS units", unit.expression);
    out.attribute(path, "Lossy compression filter", "None");
    flag(path, "Value stored as physical", unit.physical());
    flag(path, "Property can be converted to comoving", !unit.physical());
    number(path, "Conversion factor to CGS (not including cosmological corrections)", factor);
    number(
        path,
        "Conversion factor to physical CGS (including cosmological corrections)",
        factor * Math.pow(info.snapshot().scaleFactor(), unit.a));
    out.attribute(path, "Description", description);
  }

  private void flag(String object, String name, boolean value) {
    out.attribute(object, name, Hdf5Type.INT32, new long[] {value ? 1 : 0});
  }
}
