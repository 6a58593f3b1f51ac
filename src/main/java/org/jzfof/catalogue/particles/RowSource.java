package org.jzfof.catalogue.particles;

import java.util.Arrays;
import org.jzfof.config.GroupNumbering;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.StoredColumn;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.threads.Parallel;

/** A column of particles in the order of the snapshot, whose rows a rank can read. */
interface RowSource extends AutoCloseable {
  /** Number of bytes of a row. */
  int rowBytes();

  /**
   * Reads rows, counted over all ranks, with all threads.
   *
   * @param target receives the rows as {@link org.jzfof.hdf5.RowWords}; may be longer
   */
  void read(long row, int rows, int[] target);

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
      public void read(long row, int rows, int[] target) {
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

  /** Returns group numbers in a reader's convention; a rank can read those that it has. */
  static RowSource numbers(GroupNumbering numbering, GroupNumbers numbers, int type) {
    return encoded(numbering, (row, rows, groups) -> numbers.read(type, row, rows, groups));
  }

  /** Returns the number of particles without group for every row. */
  static RowSource none(GroupNumbering numbering) {
    return encoded(
        numbering, (row, rows, groups) -> Arrays.fill(groups, 0, rows, GroupNumbers.NONE));
  }

  /** Returns the numbers of the rows themselves, 8 bytes each. */
  static RowSource rowNumbers() {
    return of(
        Long.BYTES,
        (row, rows, target) ->
            Parallel.forEach(rows, Parallel.GRAIN, i -> putLong(row + i, target, i)));
  }

  private static void putLong(long value, int[] words, int i) {
    words[2 * i] = (int) value;
    words[2 * i + 1] = (int) (value >>> Integer.SIZE);
  }

  /** Reads rows as {@link #read} does. */
  @FunctionalInterface
  interface Reader {
    void read(long row, int rows, int[] target);
  }

  private static RowSource of(int rowBytes, Reader reader) {
    return new RowSource() {
      @Override
      public int rowBytes() {
        return rowBytes;
      }

      @Override
      public void read(long row, int rows, int[] target) {
        reader.read(row, rows, target);
      }
    };
  }

  /**
   * @param groups reader of group numbers, or {@link GroupNumbers#NONE}
   */
  private static RowSource encoded(GroupNumbering numbering, Reader groups) {
    long none = numbering.none();
    if (type(numbering) == Hdf5Type.INT64) {
      return of(
          Long.BYTES,
          (row, rows, target) -> {
            int[] block = new int[rows];
            groups.read(row, rows, block);
            Parallel.forRange(
                rows,
                Parallel.GRAIN,
                (from, to) -> {
                  for (int i = from; i < to; i++) {
                    int group = block[i];
                    long number = group == GroupNumbers.NONE ? none : numbering.number(group);
                    putLong(number, target, i);
                  }
                });
          });
    }
    return of(
        Integer.BYTES,
        (row, rows, target) -> {
          groups.read(row, rows, target);
          Parallel.forRange(
              rows,
              Parallel.GRAIN,
              (from, to) -> {
                for (int i = from; i < to; i++) {
                  int group = target[i];
                  target[i] = (int) (group == GroupNumbers.NONE ? none : numbering.number(group));
                }
              });
        });
  }
}
