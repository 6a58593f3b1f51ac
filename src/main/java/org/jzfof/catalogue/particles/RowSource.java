package org.jzfof.catalogue.particles;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jzfof.config.GroupNumbering;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.StoredColumn;
import org.jzfof.snapshot.header.SnapshotHeader;

/** A column of particles in the order of the snapshot, whose rows a rank can read as bytes. */
interface RowSource extends AutoCloseable {
  /** Number of group numbers that are read at a time. */
  int BLOCK = 1 << 18;

  /** Number of bytes of a row. */
  int rowBytes();

  /**
   * Reads rows, counted over all ranks.
   *
   * @param target receives [rows·rowBytes]; may be longer
   */
  void read(long row, int rows, byte[] target);

  @Override
  default void close() {}

  /** Returns a dataset of an existing particle type; all its rows can be read. */
  static RowSource stored(SnapshotHeader snapshot, int type, String name) {
    StoredColumn column = new StoredColumn(snapshot, type, name);
    return new RowSource() {
      @Override
      public int rowBytes() {
        return column.rowBytes();
      }

      @Override
      public void read(long row, int rows, byte[] target) {
        column.read(row, rows, target);
      }

      @Override
      public void close() {
        column.close();
      }
    };
  }

  /** Returns the stored type of numbers in a reader's convention. */
  static Hdf5Type type(GroupNumbering numbering) {
    return numbering.isRow() ? Hdf5Type.INT32 : Hdf5Type.INT64;
  }

  /**
   * Returns group numbers in a reader's convention, little-endian; a rank can read those that it
   * has.
   */
  static RowSource numbers(GroupNumbering numbering, GroupNumbers numbers, int type) {
    int[] block = new int[BLOCK];
    return encoded(
        numbering,
        (row, rows, target) -> {
          for (int done = 0; done < rows; done += BLOCK) {
            int batch = Math.min(BLOCK, rows - done);
            numbers.read(type, row + done, batch, block);
            put(numbering, block, batch, target);
          }
        });
  }

  /** Returns the number of particles without group for every row. */
  static RowSource none(GroupNumbering numbering) {
    int[] block = new int[BLOCK];
    Arrays.fill(block, GroupNumbers.NONE);
    return encoded(
        numbering,
        (row, rows, target) -> {
          for (int done = 0; done < rows; done += BLOCK) {
            put(numbering, block, Math.min(BLOCK, rows - done), target);
          }
        });
  }

  private static void put(GroupNumbering numbering, int[] groups, int count, ByteBuffer target) {
    boolean narrow = type(numbering) == Hdf5Type.INT32;
    long none = numbering.none();
    for (int i = 0; i < count; i++) {
      long number = groups[i] == GroupNumbers.NONE ? none : numbering.number(groups[i]);
      if (narrow) {
        target.putInt((int) number);
      } else {
        target.putLong(number);
      }
    }
  }

  /** Returns the numbers of the rows themselves, 8 bytes each. */
  static RowSource rowNumbers() {
    return encoded(
        Long.BYTES,
        ByteOrder.BIG_ENDIAN,
        (row, rows, target) -> {
          for (int i = 0; i < rows; i++) {
            target.putLong(row + i);
          }
        });
  }

  /** Encodes numbers of rows into a buffer. */
  @FunctionalInterface
  interface Encoder {
    void encode(long row, int rows, ByteBuffer target);
  }

  private static RowSource encoded(GroupNumbering numbering, Encoder encoder) {
    int rowBytes = type(numbering) == Hdf5Type.INT32 ? Integer.BYTES : Long.BYTES;
    return encoded(rowBytes, ByteOrder.LITTLE_ENDIAN, encoder);
  }

  private static RowSource encoded(int rowBytes, ByteOrder byteOrder, Encoder encoder) {
    return new RowSource() {
      @Override
      public int rowBytes() {
        return rowBytes;
      }

      @Override
      public void read(long row, int rows, byte[] target) {
        encoder.encode(row, rows, ByteBuffer.wrap(target).order(byteOrder));
      }
    };
  }
}
