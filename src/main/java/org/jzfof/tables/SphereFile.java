package org.jzfof.tables;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.jzfof.catalogue.fields.GadgetProperties;
import org.jzfof.config.Crossing;
import org.jzfof.config.Overdensity;
import org.jzfof.config.Property;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.neighbours.NeighbourOrigin;
import org.jzfof.output.Scaling;
import org.jzfof.provenance.Provenance;
import org.jzfof.snapshot.header.SnapshotHeader;

/** Writes a file of spheres: a row for each group of a catalogue, in its order. */
public final class SphereFile {
  /** Group of the spheres in the file. */
  static final String GROUP = "/Group";

  /** What such a file is. */
  static final String PRODUCT = "spheres";

  private final SphereTable table;
  private final Hdf5Writer out;

  private SphereFile(SphereTable table, Hdf5Writer out) {
    this.table = table;
    this.out = out;
  }

  /** Writes the file; nothing has that name. */
  public static void write(Path file, SphereTable table) {
    try (Hdf5Writer out = Hdf5Writer.create(file)) {
      table.origin().run().provenance().writeTo(out, PRODUCT);
      int groups = table.groups();
      table.origin().writeTo(out, new NeighbourOrigin.Rows(0, groups, groups, 1));
      new SphereFile(table, out).writeGroups();
      if (table.profiles() != null) {
        new ProfileFields(out, table.profiles()).write(table.origin().snapshot());
      }
      Provenance.seal(out);
    }
  }

  private void writeGroups() {
    SnapshotHeader snapshot = table.origin().snapshot();
    Scaling length = Scaling.length(snapshot);
    Scaling mass = Scaling.mass(snapshot.units());
    String particles = table.spheres().options().particles() + " ";
    String crossing = table.spheres().options().crossing().name().toLowerCase(Locale.ROOT);
    out.group(GROUP);
    if (table.spheres().options().properties().contains(Property.CONTAMINATION)) {
      long[] linked = Arrays.stream(table.linked()).asLongStream().toArray();
      out.attribute(GROUP, "LinkedTypes", Hdf5Type.INT32, linked);
    }
    String position = GROUP + "/GroupPos";
    out.dataset(position, Hdf5Type.FLOAT64, table.groups(), 3);
    out.write(position, 0, table.groups(), table.centres().position());
    length.writeTo(out, position, "centre of the spheres: " + table.centres().description());
    if (table.centres().id() != null) {
      write("CentreID", Hdf5Type.UINT64, "ID of the centre in the table", table.centres().id());
    }
    GroupSpheres spheres = table.spheres();
    int limits = spheres.limits().size();
    for (int s = 0; s < limits; s++) {
      Overdensity limit = spheres.limits().get(s);
      String inside =
          "inside the sphere around GroupPos with a mean density of %s (%s crossing; 0 if there is none)"
              .formatted(limit.description(), crossing);
      String of = limit.inNames();
      write("Group_M_" + of, mass, "mass of " + particles + inside, column(spheres.mass(), s));
      write("Group_R_" + of, length, "radius, of what is " + inside, column(spheres.radius(), s));
      int sphere = s;
      long[] numbers = new long[table.groups()];
      Arrays.setAll(numbers, g -> spheres.number()[g * limits + sphere]);
      write("Group_N_" + of, Hdf5Type.INT64, "number of " + particles + inside, numbers);
      if (spheres.several() != null) {
        Arrays.setAll(numbers, g -> spheres.several()[g * limits + sphere] ? 1 : 0);
        write(Crossing.FLAG + of, Hdf5Type.UINT8, Crossing.flag(limit.description()), numbers);
      }
    }
    GadgetProperties.ofSpheres(snapshot, spheres, table.properties(), "GroupPos")
        .forEach(this::writeProperty);
  }

  private void writeProperty(GadgetProperties.Column column) {
    String dataset = GROUP + "/" + column.name();
    int groups = table.groups();
    double[] values = new double[groups * column.width()];
    Arrays.setAll(values, column.values());
    if (column.width() == 1) {
      out.dataset(dataset, Hdf5Type.FLOAT64, groups);
    } else {
      out.dataset(dataset, Hdf5Type.FLOAT64, groups, column.width());
    }
    out.write(dataset, 0, groups, values);
    column.scaling().writeTo(out, dataset, column.description());
  }

  private void write(String name, Hdf5Type type, String description, long[] values) {
    String dataset = GROUP + "/" + name;
    out.dataset(dataset, type, values.length);
    out.write(dataset, 0, values.length, values);
    Scaling.NUMBER.writeTo(out, dataset, description);
  }

  private double[] column(double[] values, int sphere) {
    double[] column = new double[table.groups()];
    for (int g = 0; g < column.length; g++) {
      column[g] = values[g * table.spheres().limits().size() + sphere];
    }
    return column;
  }

  private void write(String name, Scaling unit, String description, double[] values) {
    String dataset = GROUP + "/" + name;
    out.dataset(dataset, Hdf5Type.FLOAT64, values.length);
    out.write(dataset, 0, values.length, values);
    unit.writeTo(out, dataset, description);
  }
}
