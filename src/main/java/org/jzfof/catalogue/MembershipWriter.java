package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.config.GroupNumbering;
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
  private static final String HEADER = "/Header";
  private static final String IDS = "ParticleIDs";

  private final Path file;
  private final GroupNumbering numbering;
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
    this.numbering = swift ? GroupNumbering.FOF_GROUP_IDS : GroupNumbering.GROUP_NUMBER;
    this.ids = ids;
  }

  /** What it writes. */
  public Product product() {
    boolean swift = numbering == GroupNumbering.FOF_GROUP_IDS;
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
    if (numbering == GroupNumbering.GROUP_NUMBER) {
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
    try (ColumnCopy copy = new ColumnCopy(snapshot, type, IDS, out, new RowRange(0, count))) {
      copy.asItIs();
    }
  }

  private void writeType(Hdf5Writer out, int type, GroupNumbers numbers) {
    String path = "/PartType" + type + "/" + numbering.dataset();
    out.group("/PartType" + type);
    out.dataset(path, GroupNumberColumn.type(numbering), numbers.count(type));
    numbers.stream(type, (row, block) -> out.write(path, row, block.length, numbers(block)));
    Scaling.NUMBER.writeTo(out, path, numbering.description() + ", in the order of the snapshot");
  }

  private long[] numbers(int[] groups) {
    return Arrays.stream(groups)
        .mapToLong(g -> g == GroupNumbers.NONE ? numbering.none() : numbering.number(g))
        .toArray();
  }
}
