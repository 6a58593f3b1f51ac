package org.jzfof.catalogue.layout;

import java.util.Map;
import org.jzfof.comm.EvenShares;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * The table /Cells of SWIFT's files, by which readers find the rows of a region. Rows in group
 * order are not ordered by cell: each file is one cell, and each cell is the complete box.
 */
public final class CellTable {
  private static final String CELLS = "/Cells";

  private CellTable() {}

  /**
   * Writes the table, which is the same in all files.
   *
   * @param box side lengths [3]
   * @param files number of files, with equal shares of all rows
   * @param rows number of all rows, by particle type name
   */
  public static void write(Hdf5Writer out, double[] box, int files, Map<String, Long> rows) {
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
    rows.forEach((name, count) -> write(out, "/" + name, new EvenShares(count, files)));
  }

  private static void write(Hdf5Writer out, String name, EvenShares rows) {
    long[] counts = new long[rows.parts()];
    int[] file = new int[rows.parts()];
    for (int k = 0; k < counts.length; k++) {
      counts[k] = rows.count(k);
      file[k] = k;
    }
    out.dataset(CELLS + "/Counts" + name, Hdf5Type.INT64, counts.length);
    out.write(CELLS + "/Counts" + name, 0, counts.length, counts);
    out.dataset(CELLS + "/Files" + name, Hdf5Type.INT32, counts.length);
    out.write(CELLS + "/Files" + name, 0, counts.length, file);
    out.dataset(CELLS + "/OffsetsInFile" + name, Hdf5Type.INT64, counts.length);
  }
}
