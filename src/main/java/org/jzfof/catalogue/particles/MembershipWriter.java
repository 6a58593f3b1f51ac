package org.jzfof.catalogue.particles;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jzfof.catalogue.SingleFile;
import org.jzfof.catalogue.columns.SwiftUnit;
import org.jzfof.catalogue.layout.CatalogueFiles;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.ColumnExtent;
import org.jzfof.catalogue.layout.OutputFile;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.catalogue.layout.RunParameters;
import org.jzfof.catalogue.layout.SourceFile;
import org.jzfof.comm.Communicator;
import org.jzfof.config.GroupNumbering;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Scaling;
import org.jzfof.output.Transaction;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * Writes groups_NNN/membership_NNN.hdf5, with one row per particle of the linked and the attached
 * types, in the order of the snapshot. The group is /PartTypeT/GroupNumber, or
 * /PartTypeT/FOFGroupIDs in SWIFT's numbering. The subhalo, if searched for, is
 * /PartTypeT/SubhaloNumber, or /PartTypeT/GroupNr_bound in SOAP's numbering. The ID is optional.
 */
public final class MembershipWriter {
  private static final String HEADER = "/Header";
  private static final String IDS = "ParticleIDs";

  private final Path file;
  private final GroupNumbering numbering;
  private final GroupNumbering ofSubhaloes;
  private final boolean ids;

  /**
   * @param snapshotNumber NNN, the number or name of the snapshot
   * @param swift whether groups are numbered as in SWIFT
   */
  public MembershipWriter(Path outputDir, String snapshotNumber, boolean swift, boolean ids) {
    this.file =
        CatalogueFiles.folder(outputDir, snapshotNumber)
            .resolve("membership_" + snapshotNumber + ".hdf5");
    this.numbering = swift ? GroupNumbering.FOF_GROUP_IDS : GroupNumbering.GROUP_NUMBER;
    this.ofSubhaloes = swift ? GroupNumbering.GROUP_NR_BOUND : GroupNumbering.SUBHALO_NUMBER;
    this.ids = ids;
  }

  /** Returns the written file. */
  public OutputFile product() {
    boolean swift = numbering == GroupNumbering.FOF_GROUP_IDS;
    return new OutputFile(file, swift ? "membership swift" : "membership");
  }

  /** Checks, without writing anything, that the file can be written. */
  public void check() {
    OutputFiles.check(file);
  }

  /**
   * Writes the file; collective over all ranks.
   *
   * @param transaction renames the file at its end; null on ranks other than 0
   */
  public void write(
      Communicator comm, Transaction transaction, CatalogueInfo info, ParticleGroups particles) {
    SnapshotHeader snapshot = info.snapshot();
    GroupNumbers numbers = particles.groups();
    List<WrittenColumn> columns = new ArrayList<>();
    for (int type : numbers.types()) {
      columns.add(numberColumn(type, numbering, numbers));
      if (particles.hasSubhaloes()) {
        columns.add(numberColumn(type, ofSubhaloes, particles.subhaloes()));
      }
      if (ids && numbers.count(type) > 0) {
        columns.add(
            new WrittenColumn(
                type,
                path(type, IDS),
                numbers.count(type),
                false,
                () -> RowSource.stored(snapshot, type, IDS)));
      }
    }
    List<ColumnExtent> extents = new ArrayList<>();
    if (transaction != null) {
      SingleFile.write(
          transaction,
          product(),
          info.run().provenance(),
          out -> {
            writeHeader(out, info, numbers);
            new RunParameters(out, info).write();
            Path part = transaction.parts(List.of(file)).get(0);
            ParticleLayout layout = new ParticleLayout(out, part, file, columns, extents);
            for (int type : numbers.types()) {
              layOut(layout, snapshot, type, numbers.count(type), particles.hasSubhaloes());
            }
          });
    }
    CollectiveParticles.write(comm, columns, extents, type -> null);
  }

  private static WrittenColumn numberColumn(int type, GroupNumbering as, GroupNumbers numbers) {
    return new WrittenColumn(
        type,
        path(type, as.dataset()),
        numbers.count(type),
        false,
        () -> RowSource.numbers(as, numbers, type));
  }

  private void layOut(
      ParticleLayout layout,
      SnapshotHeader snapshot,
      int type,
      GroupNumbering column,
      RowRange rows) {
    Hdf5Writer out = layout.out();
    String path = path(type, column.dataset());
    String description = column.description() + ", in the order of the snapshot";
    layout.numbers(path, RowSource.type(column), rows);
    if (numbering == GroupNumbering.FOF_GROUP_IDS) {
      SwiftUnit.NUMBER.writeTo(out, path, description, 1, snapshot.scaleFactor());
    } else {
      Scaling.NUMBER.writeTo(out, path, description);
    }
  }

  private static String path(int type, String dataset) {
    return "/PartType" + type + "/" + dataset;
  }

  private void writeHeader(Hdf5Writer out, CatalogueInfo info, GroupNumbers numbers) {
    SnapshotHeader snapshot = info.snapshot();
    out.group(HEADER);
    long[] counts = new long[snapshot.types()];
    for (int type : numbers.types()) {
      counts[type] = numbers.count(type);
    }
    out.attribute(HEADER, "NumPart_ThisFile", Hdf5Type.INT64, counts);
    out.attribute(HEADER, "NumPart_Total", Hdf5Type.INT64, counts);
    out.attribute(HEADER, "NumPartTypes", Hdf5Type.INT32, new long[] {snapshot.types()});
    out.attribute(HEADER, "NumFilesPerSnapshot", Hdf5Type.INT32, new long[] {1});
    if (numbering == GroupNumbering.GROUP_NUMBER) {
      out.attribute(HEADER, "Time", Hdf5Type.FLOAT64, snapshot.gadgetTime());
    }
    out.attribute(HEADER, "Redshift", Hdf5Type.FLOAT64, snapshot.redshift());
    out.attribute(HEADER, "Scale-factor", Hdf5Type.FLOAT64, snapshot.scaleFactor());
  }

  /** Creates the datasets; the IDs have the type of the snapshot. */
  private void layOut(
      ParticleLayout layout, SnapshotHeader snapshot, int type, long count, boolean subhaloes) {
    RowRange rows = new RowRange(0, count);
    layout.out().group("/PartType" + type);
    layOut(layout, snapshot, type, numbering, rows);
    if (subhaloes) {
      layOut(layout, snapshot, type, ofSubhaloes, rows);
    }
    if (ids && count == 0) {
      layout.out().dataset(path(type, IDS), Hdf5Type.UINT64, 0);
    } else if (ids) {
      try (Hdf5File in = SourceFile.open(snapshot.firstWith(type))) {
        layout.like(in, path(type, IDS), rows);
      }
    }
  }
}
