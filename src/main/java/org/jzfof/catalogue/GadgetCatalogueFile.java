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

/** One file of a catalogue without the member IDs, which are written after it has been closed. */
final class GadgetCatalogueFile implements AutoCloseable {
  private static final String HEADER = "/Header";
  private static final String IDS = "/IDs/ID";

  private final Hdf5Writer out;

  /**
   * Creates the file.
   *
   * @param file no file of this name may exist
   */
  GadgetCatalogueFile(Path file) {
    out = Hdf5Writer.create(file);
  }

  /** Writes the provenance first, and /Parameters. */
  void begin(CatalogueInfo info, OutputFile product) {
    info.run().provenance().writeTo(out, product.name());
    new RunParameters(out, info).write();
  }

  /** The open file, for further content. */
  Hdf5Writer file() {
    return out;
  }

  /**
   * Writes everything except the values of groups and the IDs, for which it reserves space.
   *
   * @param part temporary path of this file
   * @param file path of the complete file
   * @return extents of the columns in the file
   */
  List<ColumnExtent> layOut(
      CatalogueInfo info, GroupLayout.Plan plan, FileRange range, Path part, Path file) {
    writeHeader(info, plan, range);
    out.group("/Group");
    out.attribute("/Group", "NTask", Hdf5Type.INT32, range.pieces()); // pynbody requires NTask
    List<ColumnExtent> extents =
        new ArrayList<>(
            GroupField.reserve(
                out, plan.fields(), CatalogueTable.GROUPS, part, file, range.groups()));
    out.group("/Subhalo"); // yt rejects a file without this group
    extents.addAll(
        GroupField.reserve(
            out, plan.fields(), CatalogueTable.SUBHALOES, part, file, range.subhaloes()));
    createIds(plan, range.ids().count())
        .ifPresent(
            at ->
                extents.add(
                    new ColumnExtent(ColumnExtent.MEMBER_IDS, part, file, at, range.ids())));
    return extents;
  }

  /** Completes the file and passes it to the operating system. */
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
    // Signed, because yt cannot subtract unsigned counters. Both names of Subfind for subhaloes,
    // the older and the newer one.
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

  private void writeCounters(String name, long inFile, long total) {
    out.attribute(HEADER, name + "_ThisFile", Hdf5Type.INT64, inFile);
    out.attribute(HEADER, name + "_Total", Hdf5Type.INT64, total);
  }

  /** Creates the group of the IDs, which stays empty if member IDs were not requested. */
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
                ? "subhalo by subhalo, in each type by type, the most bound first, then the others "
                : "")
            + "type by type, inside a type increasing; group g starts after the GroupLen of all groups before it in this file");
    if (plan.hasSubhaloes()) {
      out.attribute(IDS, GroupLayout.BY_TYPE, Hdf5Type.INT32, 1);
    }
    return position;
  }
}
