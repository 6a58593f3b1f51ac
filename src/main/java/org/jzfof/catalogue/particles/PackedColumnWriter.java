package org.jzfof.catalogue.particles;

import java.io.UncheckedIOException;
import java.util.List;
import org.jzfof.catalogue.layout.ColumnExtent;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.output.OutputFiles;

/**
 * Writes a column through the HDF5 library, row after row, into one file after another: for values
 * that are packed into chunks. The bytes of the file depend only on the rows, not on the number of
 * rows per call.
 */
final class PackedColumnWriter implements AutoCloseable {
  private final String path;
  private final List<ColumnExtent> extents;
  private final int rowBytes;
  private final byte[] part;
  private final int partRows;
  private int filled;
  private int file;
  private long row; // first row of the buffer, in the file
  private Hdf5Writer out;

  /**
   * @param extents in the order of their rows
   * @param partBytes maximum number of bytes per write
   */
  PackedColumnWriter(String path, List<ColumnExtent> extents, int rowBytes, int partBytes) {
    this.path = path;
    this.extents = extents;
    this.rowBytes = rowBytes;
    long longest = extents.stream().mapToLong(extent -> extent.rows().count()).max().orElse(0);
    this.partRows = (int) Math.min(longest, Math.max(1, partBytes / rowBytes));
    this.part = new byte[partRows * rowBytes];
  }

  /** Appends the rows at the beginning of an array. */
  void accept(byte[] bytes, int rows) {
    for (int done = 0; done < rows; ) {
      long remaining = extents.get(file).rows().count() - row;
      int room = (int) Math.min(partRows, remaining) - filled;
      int fitting = Math.min(rows - done, room);
      System.arraycopy(bytes, done * rowBytes, part, filled * rowBytes, fitting * rowBytes);
      filled += fitting;
      done += fitting;
      if (fitting == room) {
        write(filled == remaining);
      }
    }
  }

  /** Writes the buffer; flushes the file to the disk if it is complete. */
  private void write(boolean complete) {
    ColumnExtent extent = extents.get(file);
    try {
      if (out == null) {
        out = Hdf5Writer.open(extent.part());
      }
      out.write(path, row, filled, part);
      row += filled;
      filled = 0;
      if (complete) {
        closeFile();
        OutputFiles.sync(extent.part());
        file++;
        row = 0;
      }
    } catch (Hdf5Exception | UncheckedIOException e) {
      throw OutputFiles.failure(extent.file(), e);
    }
  }

  private void closeFile() {
    if (out != null) {
      Hdf5Writer closing = out;
      out = null;
      closing.close();
    }
  }

  @Override
  public void close() {
    closeFile();
  }
}
