package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueTable;
import org.jzfof.catalogue.layout.ColumnExtent;
import org.jzfof.catalogue.layout.FileRange;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.catalogue.layout.OutputFile;
import org.jzfof.catalogue.layout.RunParameters;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.Provenance;
import org.jzfof.output.Scaling;
import org.jzfof.output.SnapshotAttributes;

/** One file of a catalogue, but for the member IDs: they follow when it has been closed. */
final class GadgetCatalogueFile implements AutoCloseable {
  private static final String HEADER = "/Header";
  private static final String IDS = "/IDs/ID";

  private final Hdf5Writer out;

  /**
   * Creates the file.
   *
   * @param file where; nothing has that name
   */
  GadgetCatalogueFile(Path file) {
    out = Hdf5Writer.create(file);
  }

  /** Writes where the file comes from, first, and its /Parameters. */
  void begin(CatalogueInfo info, OutputFile product) {
    info.run().provenance().writeTo(out, product.name());
    new RunParameters(out, info).write();
  }

  /** For what else the file holds. */
  Hdf5Writer file() {
    return out;
  }

  /**
   * Writes all but the values of groups and the IDs, for which it leaves room.
   *
   * @param info what the file says about the run
   * @param plan the whole catalogue
   * @param range the part of it that stands in this file
   * @param part where this is written
   * @param file its name when it is complete
   * @return where the rows belong
   */
  List<ColumnExtent> layOut(
      CatalogueInfo info, GroupLayout.Plan plan, FileRange range, Path part, Path file) {
    writeHeader(info, plan, range);
    out.group("/Group");
    out.attribute("/Group", "NTask", Hdf5Type.INT32, range.pieces()); // pynbody asks for it
    List<ColumnExtent> places =
        new ArrayList<>(
            GroupField.reserve(
                out, plan.fields(), CatalogueTable.GROUPS, part, file, range.groups()));
    out.group("/Subhalo"); // yt takes no file without it
    places.addAll(
        GroupField.reserve(
            out, plan.fields(), CatalogueTable.SUBHALOES, part, file, range.subhaloes()));
    createIds(plan, range.ids().count())
        .ifPresent(
            at ->
                places.add(new ColumnExtent(ColumnExtent.MEMBER_IDS, part, file, at, range.ids())));
    return places;
  }

  /** Completes the file and hands it to the operating system. */
  void flush() {
    Provenance.seal(out);
    out.flush();
  }

  @Override
  public void close() {
    out.close();
  }

  private void writeHeader(CatalogueInfo info, GroupLayout.Plan plan, FileRange range) {
    out.group(HEADER);
    // Signed: yt cannot subtract unsigned counters. Subfind's older and newer word for subhaloes.
    writeCounters("Ngroups", range.groups().count(), plan.groups());
    writeCounters("Nsubgroups", range.subhaloes().count(), plan.subhaloes());
    writeCounters("Nsubhalos", range.subhaloes().count(), plan.subhaloes());
    writeCounters("Nids", range.ids().count(), plan.ids());
    out.attribute(HEADER, "NumFiles", Hdf5Type.INT32, range.pieces());
    out.attribute(HEADER, "Time", Hdf5Type.FLOAT64, info.snapshot().gadgetTime());
    out.attribute(HEADER, "Redshift", Hdf5Type.FLOAT64, info.snapshot().redshift());
    out.attribute(HEADER, "FlagDoubleprecision", Hdf5Type.INT32, 0);
    SnapshotAttributes attributes = new SnapshotAttributes(out, HEADER);
    attributes.boxSize(info.boxSize());
    attributes.cosmology(info.snapshot().cosmology());
  }

  private void writeCounters(String name, long here, long total) {
    out.attribute(HEADER, name + "_ThisFile", Hdf5Type.INT64, here);
    out.attribute(HEADER, name + "_Total", Hdf5Type.INT64, total);
  }

  /** The group stays empty when IDs of members were not asked for. */
  private OptionalLong createIds(GroupLayout.Plan plan, long ids) {
    out.group("/IDs");
    if (plan.ids() == 0 && plan.groups() > 0) {
      return OptionalLong.empty();
    }
    OptionalLong position = out.reserve(IDS, Hdf5Type.UINT64, ids);
    Scaling.NUMBER.writeTo(
        out,
        IDS,
        "IDs of the members: group by group, inside a group "
            + (plan.hasSubhaloes()
                ? "subhalo by subhalo, the most bound first, then the others "
                : "")
            + "type by type, inside a type increasing; group g starts after the GroupLen of all groups before it in this file");
    return position;
  }
}
