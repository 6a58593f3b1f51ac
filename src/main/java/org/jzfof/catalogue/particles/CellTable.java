package org.jzfof.catalogue.particles;

import org.jzfof.comm.EvenShares;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * /Cells of a SWIFT snapshot, in which readers look for the rows of a region. Particles in group
 * order are not in the order of cells: each file is one cell, and each cell is the whole box.
 */
final class CellTable {
  private static final String CELLS = "/Cells";

  private CellTable() {}

  /**
   * Writes the table, which is the same in all files.
   *
   * @param snapshot with a box
   * @param files number of files, with equal shares of the rows of each type
   */
  static void write(Hdf5Writer out, SnapshotHeader snapshot, int files) {
    double[] box = snapshot.boxSize();
    double[] centres = new double[3 * files];
    for (int i = 0; i < centres.length; i++) {
      centres[i] = box[i % 3] / 2;
    }
    out.group(CELLS);
    out.dataset(CELLS + "/Centres", Hdf5Type.FLOAT64, files, 3);
    out.write(CELLS + "/Centres", 0, files, centres);
    out.group(CELLS + "/Meta-data");
    out.attribute(CELLS + "/Meta-data", "dimension", Hdf5Type.INT32, new long[] {files, 1, 1});
    out.attribute(CELLS + "/Meta-data", "nr_cells", Hdf5Type.INT32, new long[] {files});
    out.attribute(CELLS + "/Meta-data", "size", Hdf5Type.FLOAT64, box);
    out.group(CELLS + "/Counts");
    out.group(CELLS + "/Files");
    out.group(CELLS + "/OffsetsInFile");
    for (int type = 0; type < snapshot.types(); type++) {
      if (snapshot.counts()[type] > 0) {
        writeType(out, type, new EvenShares(snapshot.counts()[type], files));
      }
    }
  }

  private static void writeType(Hdf5Writer out, int type, EvenShares rows) {
    long[] counts = new long[rows.parts()];
    int[] file = new int[rows.parts()];
    for (int k = 0; k < counts.length; k++) {
      counts[k] = rows.count(k);
      file[k] = k;
    }
    String name = "/PartType" + type;
    out.dataset(CELLS + "/Counts" + name, Hdf5Type.INT64, counts.length);
    out.write(CELLS + "/Counts" + name, 0, counts.length, counts);
    out.dataset(CELLS + "/Files" + name, Hdf5Type.INT32, counts.length);
    out.write(CELLS + "/Files" + name, 0, counts.length, file);
    out.dataset(CELLS + "/OffsetsInFile" + name, Hdf5Type.INT64, counts.length); // zeros
  }
}
