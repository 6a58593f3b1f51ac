package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.output.Scaling;
import org.jzfof.output.SnapshotAttributes;
import org.jzfof.provenance.Provenance;

/** One file of a catalogue, but for the member IDs: they follow when it has been closed. */
final class CataloguePiece implements AutoCloseable {
  private static final String HEADER = "/Header";
  private static final String IDS = "/IDs/ID";

  private final Hdf5Writer out;

  /**
   * Creates the file.
   *
   * @param file where; nothing has that name
   */
  CataloguePiece(Path file) {
    out = Hdf5Writer.create(file);
  }

  /** Writes where the file comes from, first, and its /Parameters. */
  void begin(CatalogueInfo info, Product product) {
    info.provenance().writeTo(out, product.name());
    new RunParameters(out, info).write();
  }

  /** For what else the file holds. */
  Hdf5Writer file() {
    return out;
  }

  /**
   * Writes all but the IDs, for which it leaves room.
   *
   * @param info what the file says about the run
   * @param groups all groups of the catalogue
   * @param fields all datasets of /Group, over all groups
   * @param range the part of them that stands in this file
   * @return position in the file of the first ID, if there is one
   */
  OptionalLong writeAllButIds(
      CatalogueInfo info, GroupCatalogue groups, List<GroupField> fields, PieceRange range) {
    writeHeader(info, groups, range);
    out.group("/Group");
    out.attribute("/Group", "NTask", Hdf5Type.INT32, range.pieces()); // pynbody asks for it
    for (GroupField field : fields) {
      writeField(field, range);
    }
    out.group("/Subhalo"); // yt takes no file without it
    return createIds(groups.memberIds().count() > 0 || groups.groups() == 0, range.ids());
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

  private void writeHeader(CatalogueInfo info, GroupCatalogue groups, PieceRange range) {
    out.group(HEADER);
    // Signed: yt cannot subtract unsigned counters. Subfind's older and newer word for subhaloes.
    writeCounters("Ngroups", range.groups(), groups.groups());
    writeCounters("Nsubgroups", 0, 0);
    writeCounters("Nsubhalos", 0, 0);
    writeCounters("Nids", range.ids(), groups.memberIds().count());
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

  private void writeField(GroupField field, PieceRange range) {
    String path = "/Group/" + field.name();
    int first = range.firstGroup() * field.columns();
    GroupColumn.write(
        out,
        path,
        field.type(),
        range.groups(),
        field.columns(),
        i -> field.values().applyAsDouble(first + i));
    field.scaling().writeTo(out, path, field.description());
  }

  /** The group stays empty when IDs of members were not asked for. */
  private OptionalLong createIds(boolean asked, long ids) {
    out.group("/IDs");
    if (!asked) {
      return OptionalLong.empty();
    }
    OptionalLong position = out.reserve(IDS, Hdf5Type.UINT64, ids);
    Scaling.NUMBER.writeTo(
        out,
        IDS,
        "IDs of the members: group by group, inside a group type by type, inside a type increasing;"
            + " group g starts after the GroupLen of all groups before it in this file");
    return position;
  }
}
