package org.jzfof.neighbours.files;

import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.Scaling;

/** Describes the order of the rows in a file. */
final class RowOrder {
  /** Which query each row is about, where they come along a space-filling curve. */
  static final String ROW = "/Queries/Row";

  private RowOrder() {}

  /**
   * Names the order in the header, and makes the dataset {@link #ROW} where it is needed.
   *
   * @param morton whether rows come along a space-filling curve
   * @param rows of the file
   */
  static void writeTo(Hdf5Writer out, boolean morton, long rows) {
    out.attribute(NeighbourOrigin.HEADER, "Order", morton ? "morton" : "file");
    if (morton) {
      out.dataset(ROW, Hdf5Type.INT64, rows);
      Scaling.NUMBER.writeTo(out, ROW, "row of each query in the order of its source");
    }
  }
}
