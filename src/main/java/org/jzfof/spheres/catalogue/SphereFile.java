package org.jzfof.spheres.catalogue;

import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.catalogue.columns.CatalogueRows;
import org.jzfof.catalogue.columns.ColumnDatasets;
import org.jzfof.catalogue.columns.GadgetStyle;
import org.jzfof.catalogue.columns.SphereColumns;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.config.Property;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.hdf5.DirectWriter;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.output.Provenance;
import org.jzfof.output.Scaling;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.threads.Parallel;

/** Writes a file of spheres, with one row per group of a catalogue, in catalogue order. */
public final class SphereFile {
  /** HDF5 group of the spheres in the file. */
  static final String GROUP = "/Group";

  /** Product name of a file of spheres. */
  static final String PRODUCT = "spheres";

  private final SphereTable table;
  private final DirectWriter out;

  private SphereFile(SphereTable table, DirectWriter out) {
    this.table = table;
    this.out = out;
  }

  /** Writes the file, which must not exist. */
  public static void write(Path file, SphereTable table) {
    try (DirectWriter out = DirectWriter.create(file)) {
      table.origin().run().provenance().writeTo(out.library(), PRODUCT);
      int groups = table.groups();
      table.origin().writeTo(out.library(), new NeighbourOrigin.Rows(0, groups, groups, 1));
      new SphereFile(table, out).writeGroups();
      if (table.profiles() != null) {
        new ProfileFields(out, table.profiles()).write(table.origin().snapshot());
      }
      Provenance.seal(out.library());
    }
  }

  private void writeGroups() {
    SnapshotHeader snapshot = table.origin().snapshot();
    out.library().group(GROUP);
    if (table.spheres().options().properties().contains(Property.CONTAMINATION)) {
      long[] linked = Arrays.stream(table.linked()).asLongStream().toArray();
      out.library().attribute(GROUP, "LinkedTypes", Hdf5Type.INT32, linked);
    }
    String position = GROUP + "/GroupPos";
    out.dataset(position, Hdf5Type.FLOAT64, table.groups(), 3);
    out.write(position, table.centres().position());
    Scaling.length(snapshot)
        .writeTo(
            out.library(), position, "centre of the spheres: " + table.centres().description());
    if (table.centres().id() != null) {
      String id = GROUP + "/CentreID";
      out.dataset(id, Hdf5Type.UINT64, table.groups());
      out.write(id, table.centres().id());
      Scaling.NUMBER.writeTo(out.library(), id, "ID of the centre in the table");
    }
    GroupCatalogue groups =
        GroupCatalogue.allocate(table.groups(), snapshot.types())
            .withSpheres(table.spheres(), table.properties());
    ColumnDatasets.of(
            GadgetStyle.ofSpheres(snapshot),
            CatalogueRows.ofSpheres(groups),
            SphereColumns.at(table.spheres().limits()))
        .forEach(this::write);
  }

  private void write(GroupField field) {
    int groups = table.groups();
    long[] dims = field.columns() == 1 ? new long[] {groups} : new long[] {groups, field.columns()};
    out.library().dataset(field.path(), field.type(), dims);
    double[] values = new double[groups * field.columns()];
    Parallel.forEach(
        values.length, Parallel.GRAIN, i -> values[i] = field.values().applyAsDouble(i));
    out.library().write(field.path(), 0, groups, values);
    field.label().writeTo(out.library(), field.path());
  }
}
