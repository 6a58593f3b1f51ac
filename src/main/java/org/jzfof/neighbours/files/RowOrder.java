package org.jzfof.neighbours.files;

import org.jzfof.hdf5.DirectWriter;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.Scaling;

/** Describes the order of the rows in a file. */
final class RowOrder {
  /** Dataset with the query of each row, if rows come in the order of a space-filling curve. */
  static final String ROW = "/Queries/Row";

  /** Dataset with the row of each source along the curve, if lists refer to this order. */
  static final String SOURCE_ROW = "/Sources/Row";

  private RowOrder() {}

  /**
   * Writes the name of the order to the header, and creates the dataset {@link #ROW} if the order
   * needs it.
   *
   * @param morton whether rows come in the order of a space-filling curve
   */
  static void writeTo(DirectWriter out, boolean morton, long rows) {
    out.library().attribute(NeighbourOrigin.HEADER, "Order", morton ? "morton" : "file");
    if (morton) {
      out.dataset(ROW, Hdf5Type.INT64, rows);
      Scaling.NUMBER.writeTo(out.library(), ROW, "row of each query in the order of its source");
    }
  }

  /** Creates the dataset {@link #SOURCE_ROW} with its group. */
  static void writeSourcesTo(DirectWriter out, long first, long count) {
    out.library().group("/Sources");
    out.dataset(SOURCE_ROW, Hdf5Type.INT64, count);
    Scaling.NUMBER.writeTo(
        out.library(),
        SOURCE_ROW,
        "row of each source along the curve among the sources (types increasing, each over all"
            + " files of the snapshot)");
    out.library().attribute(SOURCE_ROW, "FirstSource", Hdf5Type.INT64, first);
  }
}
