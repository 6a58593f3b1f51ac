package org.jzfof.catalogue;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.snapshot.SnapshotHeader;
import org.jzfof.snapshot.StoredColumn;

/**
 * Copies rows of a dataset of particles into a file, in parts that fit into memory: for each of
 * them the old one is read once.
 */
final class ColumnCopy implements AutoCloseable {
  private static final int PART_BYTES = 1 << 28;
  private static final int READ_BYTES = 1 << 24;

  private final StoredColumn column;
  private final Hdf5Writer out;
  private final String path;
  private final long first;
  private final long rows;
  private final int rowBytes;
  private final int partRows;
  private final int readRows;

  /**
   * @param out has the dataset, still without values
   * @param rows of the new order that stand in the file
   */
  ColumnCopy(SnapshotHeader snapshot, int type, String name, Hdf5Writer out, RowRange rows) {
    this(snapshot, type, name, out, rows, PART_BYTES);
  }

  /** With another limit to the bytes held at a time. */
  ColumnCopy(
      SnapshotHeader snapshot,
      int type,
      String name,
      Hdf5Writer out,
      RowRange rows,
      int partBytes) {
    this.column = new StoredColumn(snapshot, type, name);
    this.out = out;
    this.path = "/PartType" + type + "/" + name;
    this.first = rows.first();
    this.rows = rows.count();
    this.rowBytes = column.rowBytes();
    this.partRows = Math.max(1, partBytes / rowBytes);
    this.readRows = Math.max(1, READ_BYTES / rowBytes);
  }

  /** Copies the rows in the order in which they are. */
  void asItIs() {
    byte[] block = new byte[(int) Math.min(readRows, rows) * rowBytes];
    for (long row = 0; row < rows; row += readRows) {
      int count = (int) Math.min(readRows, rows - row);
      column.read(first + row, count, block);
      out.write(path, row, count, block);
    }
  }

  /**
   * Copies the rows in group order.
   *
   * @param order begins anew
   * @param numbers streams the group numbers of all rows
   */
  void inOrder(Supplier<RowOrder> order, Consumer<GroupNumbers.Sink> numbers) {
    for (long row = 0; row < rows; row += partRows) {
      int count = (int) Math.min(partRows, rows - row);
      Part part = new Part(first + row, count, order.get());
      numbers.accept(part);
      out.write(path, row, count, part.bytes);
    }
  }

  /** Consecutive rows of the new dataset. */
  private final class Part implements GroupNumbers.Sink {
    private final long start;
    private final RowOrder order;
    private final byte[] bytes;
    private final int count;

    Part(long start, int count, RowOrder order) {
      this.start = start;
      this.count = count;
      this.order = order;
      this.bytes = new byte[count * rowBytes];
    }

    @Override
    public void accept(long row, int[] numbers) {
      for (int from = 0; from < numbers.length; from += readRows) {
        take(row + from, numbers, from, Math.min(numbers.length, from + readRows));
      }
    }

    /** Reads old rows only if some of them belong here. */
    private void take(long row, int[] numbers, int from, int to) {
      int[] place = new int[to - from];
      boolean any = false;
      for (int i = 0; i < place.length; i++) {
        long at = order.place(numbers[from + i]) - start;
        place[i] = at >= 0 && at < count ? (int) at : -1;
        any |= place[i] >= 0;
      }
      if (!any) {
        return;
      }
      byte[] block = new byte[place.length * rowBytes];
      column.read(row, place.length, block);
      for (int i = 0; i < place.length; i++) {
        if (place[i] >= 0) {
          System.arraycopy(block, i * rowBytes, bytes, place[i] * rowBytes, rowBytes);
        }
      }
    }
  }

  @Override
  public void close() {
    column.close();
  }
}
