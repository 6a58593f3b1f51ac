package org.jzfof.catalogue.particles;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jzfof.catalogue.SingleFile;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.CatalogueTable;
import org.jzfof.catalogue.layout.ColumnExtent;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.catalogue.layout.OutputFile;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.ExistingFile;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Scaling;
import org.jzfof.output.Transaction;

/**
 * Writes postprocessing/offsets/offsets_NNN.hdf5 beside the output folder, as IllustrisTNG has it.
 * illustris_python finds in it the file that contains a group, and the rows of its particles in the
 * snapshot in group order.
 *
 * <p>All output folders in one parent folder share this path, so that the file belongs to one of
 * them.
 */
public final class OffsetsFile implements GroupLayout {
  private static final String FILES = "/FileOffsets";
  private static final String GROUP = "/Group";

  /** Group of the subhaloes. */
  public static final String SUBHALO = "/Subhalo";

  private static final String ROWS =
      "first row of each group in the snapshot in group order, per particle type";
  private static final String ROWS_OF_SUBHALOES =
      "first row of each subhalo in the snapshot in group order, per particle type";

  private final OutputFile product;
  private final int pieces;
  private final long[] counts;

  /**
   * @param number NNN, the number of the snapshot
   * @param pieces number of files of the catalogue, and of the snapshot in group order
   * @param counts number of particles of each type in that snapshot
   */
  public OffsetsFile(Path outputDir, String number, int pieces, long[] counts) {
    this.product = product(outputDir, number);
    this.pieces = pieces;
    this.counts = counts.clone();
  }

  /** Returns the folder postprocessing beside an output folder, which may be relative. */
  public static Path postprocessing(Path outputDir) {
    Path above = outputDir.normalize().getParent();
    return (above == null ? Path.of("") : above).resolve("postprocessing");
  }

  /** Returns the file of an output folder, and the name of its product. */
  public static OutputFile product(Path outputDir, String number) {
    Path output = outputDir.normalize();
    String folder = output.toString().isEmpty() ? "." : String.valueOf(output.getFileName());
    return new OutputFile(
        postprocessing(outputDir).resolve("offsets/offsets_" + number + ".hdf5"),
        "offsets of " + folder);
  }

  /** Returns the written file. */
  public OutputFile product() {
    return product;
  }

  /** Returns whether the existing file was written for another output folder. */
  public boolean belongsToOther() {
    return ExistingFile.isOther(product.file(), product.name());
  }

  /** Checks, without writing anything, that the file can be written. */
  public void check() {
    OutputFiles.check(product.file());
  }

  @Override
  public List<GroupField> fields(CatalogueInfo info, GroupCatalogue groups, CatalogueShare share) {
    long[] offset = share.offsets(groups);
    List<GroupField> fields = new ArrayList<>();
    fields.add(
        new GroupField(
            GROUP + "/SnapByType",
            Hdf5Type.INT64,
            groups.types(),
            (out, path) -> Scaling.NUMBER.writeTo(out, path, ROWS),
            i -> offset[i]));
    if (groups.subhaloes().isSearched()) {
      long[] ofSubhalo = groups.subhaloes().offsets(offset, SubhaloColumn.LENGTH_TYPE);
      fields.add(
          new GroupField(
              CatalogueTable.SUBHALOES,
              SUBHALO + "/SnapByType",
              Hdf5Type.INT64,
              groups.types(),
              (out, path) -> Scaling.NUMBER.writeTo(out, path, ROWS_OF_SUBHALOES),
              i -> ofSubhalo[i],
              null));
    }
    return fields;
  }

  @Override
  public List<ColumnExtent> layOut(Transaction transaction, CatalogueInfo info, Plan plan) {
    Path file = product.file();
    Path part = transaction.parts(List.of(file)).get(0);
    List<ColumnExtent> extents = new ArrayList<>();
    SingleFile.write(
        transaction,
        product,
        info.run().provenance(),
        out -> {
          writeFiles(out, plan);
          out.group(GROUP);
          RowRange groups = new RowRange(0, plan.groups());
          extents.addAll(
              GroupField.reserve(out, plan.fields(), CatalogueTable.GROUPS, part, file, groups));
          if (plan.hasSubhaloes()) {
            out.group(SUBHALO);
            RowRange subhaloes = new RowRange(0, plan.subhaloes());
            extents.addAll(
                GroupField.reserve(
                    out, plan.fields(), CatalogueTable.SUBHALOES, part, file, subhaloes));
          }
        });
    return extents;
  }

  private void writeFiles(Hdf5Writer out, Plan plan) {
    writeFirst(
        out,
        plan.pieces().stream().mapToLong(piece -> piece.groups().first()).toArray(),
        plan.pieces().stream().mapToLong(piece -> piece.subhaloes().first()).toArray());
    write(
        out,
        FILES + "/SnapByType",
        "first row in each file of the snapshot in group order, per particle type",
        firstRows(),
        counts.length);
  }

  /** Writes the first group and the first subhalo of each file of the catalogue. */
  public static void writeFirst(Hdf5Writer out, long[] groups, long[] subhaloes) {
    out.group(FILES);
    write(out, FILES + "/Group", "first group in each file of the catalogue", groups, 1);
    write(out, FILES + "/Subhalo", "first subhalo in each file of the catalogue", subhaloes, 1);
  }

  private long[] firstRows() {
    long[] rows = new long[pieces * counts.length];
    for (int i = 0; i < rows.length; i++) {
      int piece = i / counts.length;
      rows[i] = RowRange.share(counts[i % counts.length], piece, pieces).first();
    }
    return rows;
  }

  private static void write(
      Hdf5Writer out, String path, String description, long[] values, int columns) {
    int rows = values.length / columns;
    out.dataset(
        path, Hdf5Type.INT64, columns == 1 ? new long[] {rows} : new long[] {rows, columns});
    out.write(path, 0, rows, values);
    Scaling.NUMBER.writeTo(out, path, description);
  }
}
