package org.jzfof.neighbours.files;

import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.hdf5.Hdf5Writer;

/**
 * Writes arrays to datasets through small buffers that stay in the cache. HDF5 reads Java arrays of
 * the dataset's type, and blocks the garbage collector while it reads them.
 */
public final class NeighbourColumns {
  private static final int BYTES = 1 << 21; // a call costs as much as writing 60 kB

  private final long[] longs = new long[BYTES / Long.BYTES];
  private final float[] floats;
  private final double[] doubles;

  /**
   * @param doubles whether reals are F64 instead of F32
   */
  public NeighbourColumns(boolean doubles) {
    this.floats = doubles ? null : new float[BYTES / Float.BYTES];
    this.doubles = doubles ? new double[BYTES / Double.BYTES] : null;
  }

  /**
   * Writes consecutive rows.
   *
   * @param row first row in the dataset
   * @param width number of values per row, at most 4096
   * @param values I32 or I64 values for a dataset of 64-bit integers, otherwise values of its type;
   *     null to write nothing
   */
  public void write(Hdf5Writer out, String dataset, long row, int width, HostColumn values) {
    if (values == null) {
      return;
    }
    int blockRows = BYTES / (values.type() == ElementType.F32 ? Float.BYTES : Long.BYTES) / width;
    int rows = values.length() / width;
    for (int done = 0; done < rows; done += blockRows) {
      int count = Math.min(blockRows, rows - done);
      HostColumn part = values.part(width * done, width * count);
      writePart(out, dataset, row + done, count, part);
    }
  }

  private void writePart(Hdf5Writer out, String dataset, long row, int rows, HostColumn values) {
    switch (values.type()) {
      case F32 -> {
        values.copy(floats);
        out.write(dataset, row, rows, floats);
      }
      case F64 -> {
        values.copy(doubles);
        out.write(dataset, row, rows, doubles);
      }
      default -> {
        values.copy(longs);
        out.write(dataset, row, rows, longs);
      }
    }
  }
}
