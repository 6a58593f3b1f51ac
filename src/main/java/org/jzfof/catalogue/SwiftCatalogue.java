package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.function.IntToDoubleFunction;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.snapshot.Cosmology;
import org.jzfof.snapshot.LongSink;
import org.jzfof.snapshot.SnapshotHeader;

/**
 * Writes fof_output_NNNN.hdf5 as SWIFT lays out its friends-of-friends output (fof_catalogue_io.c):
 * no h in any unit, comoving lengths, group IDs from 1, no member IDs.
 */
final class SwiftCatalogue {
  private static final String HEADER = "/Header";

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
        (out, info, groups, units) -> new SwiftCatalogue(out, info, groups, units).write());
  }

  private void write() {
    writeHeader();
    writeUnits();
    writeCosmology();
    new RunParameters(out, info).write();
    out.group("/Groups");
    double h = units.perHubble();
    write("Masses", Hdf5Type.FLOAT64, 1, i -> h * groups.mass()[i]);
    unit("Masses", "FOF group masses", 1, 0, 0);
    write("Centres", Hdf5Type.FLOAT64, 3, i -> h * groups.position()[i]);
    unit("Centres", "FOF group centres of mass", 0, 1, 1);
    IntToDoubleFunction radii = i -> h * groups.inertiaRadius()[i];
    write("Radii", GroupColumn.real(groups.groups(), radii), 1, radii);
    unit("Radii", "Mass-weighted root mean square distance from the centre of mass", 0, 1, 1);
    write("GroupIDs", Hdf5Type.INT64, 1, i -> i + 1);
    unit("GroupIDs", "FOF group IDs", 0, 0, 0);
    write("Sizes", Hdf5Type.INT64, 1, i -> groups.length()[i]);
    unit("Sizes", "FOF group length (number of particles)", 0, 0, 0);
    groups.memberIds().stream(ignored());
  }

  /** Other ranks send their IDs to whoever writes; this format has no place for them. */
  private static LongSink ignored() {
    return (row, count, ids) -> {};
  }

  private void writeHeader() {
    SnapshotHeader snapshot = info.snapshot();
    out.group(HEADER);
    double[] box = info.boxSize().clone();
    for (int d = 0; d < 3; d++) {
      box[d] *= units.perHubble();
    }
    out.attribute(HEADER, "BoxSize", Hdf5Type.FLOAT64, box);
    number(HEADER, "Dimension", 3);
    number(HEADER, "Time", snapshot.time());
    number(HEADER, "Redshift", snapshot.redshift());
    number(HEADER, "Scale-factor", snapshot.scaleFactor());
    out.attribute(HEADER, "Code", "jzfof");
    out.attribute(HEADER, "OutputType", "FOF");
    long[] count = {groups.groups()};
    out.attribute(HEADER, "NumGroups_Total", Hdf5Type.INT64, count);
    out.attribute(HEADER, "NumGroups_ThisFile", Hdf5Type.INT64, count);
    out.attribute(HEADER, "NumFilesPerSnapshot", Hdf5Type.INT32, new long[] {1});
    out.attribute(HEADER, "ThisFile", Hdf5Type.INT32, new long[] {0});
  }

  private void writeUnits() {
    String group = "/Units";
    out.group(group);
    number(group, "Unit length in cgs (U_L)", units.lengthCm());
    number(group, "Unit mass in cgs (U_M)", units.massG());
    number(group, "Unit time in cgs (U_t)", units.lengthCm() / units.velocityCmPerS());
    number(group, "Unit current in cgs (U_I)", 1);
    number(group, "Unit temperature in cgs (U_T)", 1);
  }

  private void writeCosmology() {
    String group = "/Cosmology";
    Cosmology cosmology = info.snapshot().cosmology();
    out.group(group);
    number(group, "Redshift", info.snapshot().redshift());
    number(group, "Scale-factor", info.snapshot().scaleFactor());
    number(group, "h", cosmology.hubble());
    number(group, "Omega_m", cosmology.omegaMatter());
    number(group, "Omega_lambda", cosmology.omegaLambda());
    number(group, "Omega_b", cosmology.omegaBaryon());
  }

  /** SWIFT's attributes are arrays of length 1. What is not known is left out. */
  private void number(String object, String name, double value) {
    if (!Double.isNaN(value)) {
      out.attribute(object, name, Hdf5Type.FLOAT64, new double[] {value});
    }
  }

  private void write(String name, Hdf5Type type, int columns, IntToDoubleFunction values) {
    GroupColumn.write(out, "/Groups/" + name, type, groups.groups(), columns, values);
  }

  private void unit(String name, String description, int mass, int length, int a) {
    String path = "/Groups/" + name;
    double factor = Math.pow(units.massG(), mass) * Math.pow(units.lengthCm(), length);
    number(path, "U_M exponent", mass);
    number(path, "U_L exponent", length);
    number(path, "U_t exponent", 0);
    number(path, "U_I exponent", 0);
    number(path, "U_T exponent", 0);
    number(path, "h-scale exponent", 0);
    number(path, "a-scale exponent", a);
    number(path, "Conversion factor to CGS (not including cosmological corrections)", factor);
    number(
        path,
        "Conversion factor to physical CGS (including cosmological corrections)",
        factor * Math.pow(info.snapshot().scaleFactor(), a));
    out.attribute(path, "Description", description);
  }
}
