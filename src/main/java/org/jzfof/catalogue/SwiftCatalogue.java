package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.IntToDoubleFunction;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.hdf5.Hdf5Writer;

/**
 * Writes fof_output_NNNN.hdf5 as SWIFT lays out its friends-of-friends output (fof_catalogue_io.c):
 * no h in any unit, comoving lengths, group IDs from 1, no member IDs.
 */
final class SwiftCatalogue {
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
        (out, info, groups, units) -> {
          new SwiftCatalogue(out, info, groups, units).write();
          return OptionalLong.empty();
        });
  }

  private void write() {
    new SwiftMetadata(out, info, units).write(groups.groups());
    new RunParameters(out, info.in(units.withoutHubble())).write();
    out.group("/Groups");
    double h = units.perHubble();
    write("Masses", Hdf5Type.FLOAT64, 1, i -> h * groups.mass()[i]);
    describe("Masses", "FOF group masses", SwiftUnit.MASS);
    write("Centres", Hdf5Type.FLOAT64, 3, i -> h * groups.position()[i]);
    describe("Centres", "FOF group centres of mass", SwiftUnit.LENGTH);
    writeLengths("Radii", groups.enclosingRadius());
    describe("Radii", "Distance to the particle furthest from the centre", SwiftUnit.LENGTH);
    writeLengths("InertiaRadii", groups.inertiaRadius());
    String rms = "Mass-weighted root mean square distance from the centre of mass";
    describe("InertiaRadii", rms, SwiftUnit.LENGTH);
    write("GroupIDs", Hdf5Type.INT64, 1, i -> i + 1);
    describe("GroupIDs", "FOF group IDs", SwiftUnit.NUMBER);
    write("Sizes", Hdf5Type.INT64, 1, i -> groups.length()[i]);
    describe("Sizes", "FOF group length (number of particles)", SwiftUnit.NUMBER);
    write("LinkedSizes", Hdf5Type.INT64, 1, this::linked);
    describe("LinkedSizes", "Number of particles of the linked types", SwiftUnit.NUMBER);
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

  private void describe(String name, String description, SwiftUnit unit) {
    double a = info.snapshot().scaleFactor();
    unit.writeTo(out, "/Groups/" + name, description, unit.cgs(units), a);
  }
}
