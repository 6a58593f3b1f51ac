package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.hdf5.Hdf5Copy;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Scaling;
import org.jzfof.output.Transaction;
import org.jzfof.snapshot.SnapshotHeader;

/**
 * Writes groups_NNN/membership_NNN.hdf5: the group of every particle of the linked and the attached
 * types, in the order of the snapshot, as /PartTypeT/GroupNumber, or in SWIFT's way as
 * /PartTypeT/FOFGroupIDs, and its ID.
 */
public final class MembershipWriter {
  /** What SWIFT gives to particles in no group. */
  private static final long SWIFT_NONE = Integer.MAX_VALUE;

  private static final String HEADER = "/Header";
  private static final String IDS = "ParticleIDs";

  private final Path file;
  private final boolean swift;
  private final boolean ids;

  /**
   * @param outputDir folder that gets groups_NNN
   * @param snapshotNumber NNN, the number or name of the snapshot
   * @param swift whether to number groups in SWIFT's way
   * @param ids whether to write the IDs of the particles
   */
  public MembershipWriter(Path outputDir, String snapshotNumber, boolean swift, boolean ids) {
    this.file =
        CatalogueFiles.folder(outputDir, snapshotNumber)
            .resolve("membership_" + snapshotNumber + ".hdf5");
    this.swift = swift;
    this.ids = ids;
  }

  /** What it writes. */
  public Product product() {
    return new Product(file, swift ? "membership swift" : "membership");
  }

  /** Checks, without writing anything, that there is where to write. */
  public void check() {
    OutputFiles.check(file);
  }

  /** Writes the file; rank 0 calls it, the others stream the numbers of all types. */
  public void write(Transaction transaction, CatalogueInfo info, GroupNumbers numbers) {
    SingleFile.write(
        transaction,
        product(),
        info.provenance(),
        out -> {
          writeHeader(out, info, numbers);
          new RunParameters(out, info).write();
          for (int type : numbers.types()) {
            writeType(out, type, numbers);
            if (ids) {
              writeIds(out, info.snapshot(), type);
            }
          }
        });
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
    if (!swift) {
      out.attribute(HEADER, "Time", Hdf5Type.FLOAT64, snapshot.gadgetTime());
    }
    out.attribute(HEADER, "Redshift", Hdf5Type.FLOAT64, snapshot.redshift());
    out.attribute(HEADER, "Scale-factor", Hdf5Type.FLOAT64, snapshot.scaleFactor());
  }

  /** The IDs, stored as they are in the snapshot. */
  private static void writeIds(Hdf5Writer out, SnapshotHeader snapshot, int type) {
    String path = "/PartType" + type + "/" + IDS;
    long count = snapshot.counts()[type];
    if (count == 0) {
      out.dataset(path, Hdf5Type.UINT64, 0);
      return;
    }
    try (Hdf5File in = SourceFile.open(snapshot.firstWith(type))) {
      Hdf5Copy.emptyDataset(in, out, path, count);
    }
    try (ColumnCopy copy = new ColumnCopy(snapshot, type, IDS, out)) {
      copy.asItIs();
    }
  }

  private void writeType(Hdf5Writer out, int type, GroupNumbers numbers) {
    String path = "/PartType" + type + (swift ? "/FOFGroupIDs" : "/GroupNumber");
    out.group("/PartType" + type);
    out.dataset(path, swift ? Hdf5Type.INT64 : Hdf5Type.INT32, numbers.count(type));
    numbers.stream(
        type,
        (row, block) -> {
          if (swift) {
            out.write(
                path,
                row,
                block.length,
                Arrays.stream(block).mapToLong(MembershipWriter::swiftId).toArray());
          } else {
            out.write(path, row, block.length, block);
          }
        });
    Scaling.NUMBER.writeTo(
        out,
        path,
        swift
            ? "group of each particle in the order of the snapshot, from 1; 2147483647 for none"
            : "group of each particle in the order of the snapshot, from 0; -1 for none");
  }

  private static long swiftId(int number) {
    return number == GroupNumbers.NONE ? SWIFT_NONE : number + 1L;
  }
}
