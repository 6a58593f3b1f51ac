package org.jzfof.catalogue.particles;

import java.io.UncheckedIOException;
import java.util.List;
import org.jzfof.catalogue.layout.ColumnExtent;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.output.OutputFiles;

/**
 * Has the HDF5 library write a column, row after row, into one file after the other: for values
 * that are packed into chunks. Equal rows give equal bytes, however many come at once.
 */
final class PackedColumnWriter implements AutoCloseable {
  private final String path;
  private final List<ColumnExtent> places;
  private final int rowBytes;
  private final byte[] part;
  private final int partRows;
  private int filled;
  private int file;
  private long row; // first row of the part, in the file
  private Hdf5Writer out;

  /**
   * @param path of the dataset
   * @param places in the order of their rows
   * @param partBytes most that is written at once
   */
  PackedColumnWriter(String path, List<ColumnExtent> places, int rowBytes, int partBytes) {
    this.path = path;
    this.places = places;
    this.rowBytes = rowBytes;
    long longest = places.stream().mapToLong(place -> place.rows().count()).max().orElse(0);
    this.partRows = (int) Math.min(longest, Math.max(1, partBytes / rowBytes));
    this.part = new byte[partRows * rowBytes];
  }

  /** Takes the next rows, which stand somewhere in an array. */
  void accept(byte[] bytes, int first, int rows) {
    for (int done = 0; done < rows; ) {
      long left = places.get(file).rows().count() - row;
      int room = (int) Math.min(partRows, left) - filled;
      int some = Math.min(rows - done, room);
      System.arraycopy(bytes, (first + done) * rowBytes, part, filled * rowBytes, some * rowBytes);
      filled += some;
      done += some;
      if (some == room) {
        write(filled == left);
      }
    }
  }

  /** Writes the part; what is complete is on the disk then. */
  private void write(boolean complete) {
    ColumnExtent place = places.get(file);
    try {
      if (out == null) {
        out = Hdf5Writer.open(place.part());
      }
      out.write(path, row, filled, part);
      row += filled;
      filled = 0;
      if (complete) {
        closeFile();
        OutputFiles.sync(place.part());
        file++;
        row = 0;
      }
    } catch (Hdf5Exception | UncheckedIOException e) {
      throw OutputFiles.failure(place.file(), e);
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
