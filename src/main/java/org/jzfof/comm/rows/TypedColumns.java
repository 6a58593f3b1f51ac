package org.jzfof.comm.rows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.threads.Parallel;

/**
 * Typed columns of a table, which stay in their arrays, and a view of the table's rows as bytes:
 * for messages and for tables on devices. A row is laid out like a C structure: one column after
 * another in native byte order, each at a multiple of the size of its values, padded to a multiple
 * of 8 bytes.
 */
public final class TypedColumns {
  /** Number of bytes of rows that a thread copies column by column, few enough for its cache. */
  private static final int BLOCK = 1 << 14;

  /** Number of bytes for which a thread is worth its start. */
  private static final int GRAIN = 1 << 17;

  private final List<Column> columns = new ArrayList<>();
  private int bytes;

  /**
   * A copy between a column and a buffer, for entries [from, to) of {@code rows}.
   *
   * @param offset offset in the buffer of the value of the first row
   * @param stride bytes of a row
   */
  private record ColumnCopy(
      ByteBuffer bytes, int offset, int stride, int[] rows, int from, int to) {
    int offset(int row) {
      return offset + stride * (row - from);
    }
  }

  /** Values of one type. A loop for each type takes half the time of a call for each value. */
  private interface Values {
    /** Copies the i-th value of each row. */
    void toBytes(ColumnCopy copy, int i);

    void fromBytes(ColumnCopy copy, int i);

    /** The array that holds the values. */
    Object values();
  }

  private record Bytes(byte[] values, int width) implements Values {
    @Override
    public void toBytes(ColumnCopy copy, int i) {
      for (int r = copy.from; r < copy.to; r++) {
        copy.bytes.put(copy.offset(r), values[width * copy.rows[r] + i]);
      }
    }

    @Override
    public void fromBytes(ColumnCopy copy, int i) {
      for (int r = copy.from; r < copy.to; r++) {
        values[width * copy.rows[r] + i] = copy.bytes.get(copy.offset(r));
      }
    }
  }

  private record Ints(int[] values, int width) implements Values {
    @Override
    public void toBytes(ColumnCopy copy, int i) {
      for (int r = copy.from; r < copy.to; r++) {
        copy.bytes.putInt(copy.offset(r), values[width * copy.rows[r] + i]);
      }
    }

    @Override
    public void fromBytes(ColumnCopy copy, int i) {
      for (int r = copy.from; r < copy.to; r++) {
        values[width * copy.rows[r] + i] = copy.bytes.getInt(copy.offset(r));
      }
    }
  }

  private record Longs(long[] values, int width) implements Values {
    @Override
    public void toBytes(ColumnCopy copy, int i) {
      for (int r = copy.from; r < copy.to; r++) {
        copy.bytes.putLong(copy.offset(r), values[width * copy.rows[r] + i]);
      }
    }

    @Override
    public void fromBytes(ColumnCopy copy, int i) {
      for (int r = copy.from; r < copy.to; r++) {
        values[width * copy.rows[r] + i] = copy.bytes.getLong(copy.offset(r));
      }
    }
  }

  private record Doubles(double[] values, int width) implements Values {
    @Override
    public void toBytes(ColumnCopy copy, int i) {
      for (int r = copy.from; r < copy.to; r++) {
        copy.bytes.putDouble(copy.offset(r), values[width * copy.rows[r] + i]);
      }
    }

    @Override
    public void fromBytes(ColumnCopy copy, int i) {
      for (int r = copy.from; r < copy.to; r++) {
        values[width * copy.rows[r] + i] = copy.bytes.getDouble(copy.offset(r));
      }
    }
  }

  /**
   * A column of {@code width} values of {@code bytes} bytes each, from {@code offset} in a row on.
   */
  private record Column(int offset, int bytes, int width, Values values) {}

  /** Adds a column with one byte per row. */
  public TypedColumns bytes(byte[] values) {
    return add(Byte.BYTES, 1, new Bytes(values, 1));
  }

  /**
   * Adds {@code width} columns of integers.
   *
   * @param values values of all rows [width·rows]
   */
  public TypedColumns ints(int[] values, int width) {
    return add(Integer.BYTES, width, new Ints(values, width));
  }

  /** Adds columns of 64-bit integers, as {@link #ints} does. */
  public TypedColumns longs(long[] values, int width) {
    return add(Long.BYTES, width, new Longs(values, width));
  }

  /** Adds columns of real numbers, as {@link #ints} does. */
  public TypedColumns doubles(double[] values, int width) {
    return add(Double.BYTES, width, new Doubles(values, width));
  }

  private TypedColumns add(int size, int width, Values values) {
    if (bytes % size != 0) {
      throw new IllegalArgumentException(
          "values of %d bytes, %d bytes behind the start of a row, could be torn: put wider columns first"
              .formatted(size, bytes));
    }
    columns.add(new Column(bytes, size, width, values));
    bytes += size * width;
    return this;
  }

  /** Length of a row in bytes, a multiple of 8. */
  public int rowBytes() {
    return (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
  }

  /**
   * Copies bytes of rows into a buffer.
   *
   * @param rows row indices, in the order of the bytes
   * @param offset offset of the first byte among the bytes of all these rows
   * @param target buffer to fill completely, in native byte order
   */
  public void read(int[] rows, long offset, ByteBuffer target) {
    copy(true, rows, offset, target);
  }

  /**
   * Copies bytes from a buffer into rows.
   *
   * @param rows row indices, in the order of the bytes
   * @param offset offset of the first byte among the bytes of all these rows
   * @param source bytes in native byte order; the call consumes all of them
   */
  public void write(int[] rows, long offset, ByteBuffer source) {
    copy(false, rows, offset, source);
  }

  /** Returns rows as 64-bit words, for a table on a device or for all ranks. */
  public long[] toWords(int[] rows) {
    int width = rowBytes() / Long.BYTES;
    long[] words = new long[Math.multiplyExact(width, rows.length)];
    forEachBlock(
        rows.length,
        (from, to) -> {
          ByteBuffer block = block(to - from);
          read(Arrays.copyOfRange(rows, from, to), 0, block);
          block.flip().asLongBuffer().get(words, width * from, width * (to - from));
        });
    return words;
  }

  /**
   * Sets rows from 64-bit words.
   *
   * @param rows row indices, in the order of the words
   */
  public void fromWords(int[] rows, long[] words) {
    int width = rowBytes() / Long.BYTES;
    forEachBlock(
        rows.length,
        (from, to) -> {
          ByteBuffer block = block(to - from);
          block.asLongBuffer().put(words, width * from, width * (to - from));
          write(Arrays.copyOfRange(rows, from, to), 0, block);
        });
  }

  private ByteBuffer block(int rows) {
    return ByteBuffer.allocate(rowBytes() * rows).order(ByteOrder.nativeOrder());
  }

  /**
   * Copies rows into rows of another table with the same types.
   *
   * @param rows row indices in this table
   * @param from index in {@code rows} of the first row to copy
   * @param others row indices in the other table
   * @param first index in {@code others} of the first target row
   */
  void copy(int[] rows, int from, int count, TypedColumns to, int[] others, int first) {
    forEachBlock(
        count,
        (begin, end) -> {
          for (int c = 0; c < columns.size(); c++) {
            Object values = columns.get(c).values.values();
            Object target = to.columns.get(c).values.values();
            int width = columns.get(c).width;
            for (int i = begin; i < end; i++) {
              System.arraycopy(
                  values, width * rows[from + i], target, width * others[first + i], width);
            }
          }
        });
  }

  private void copy(boolean toBytes, int[] rows, long offset, ByteBuffer buffer) {
    ByteBuffer all = buffer.slice().order(ByteOrder.nativeOrder());
    int size = rowBytes();
    int first = (int) (offset / size);
    forEachBlock(
        rowsWithin(offset + all.limit(), size) - first,
        (from, to) -> {
          for (Column column : columns) {
            for (int i = 0; i < column.width; i++) {
              long start = column.offset + (long) i * column.bytes - offset;
              int begin = Math.max(first + from, rowsWithin(-start, size));
              int end = Math.min(first + to, rowsWithin(all.limit() - start, size));
              int firstOffset = (int) (start + (long) size * begin);
              ColumnCopy copy = new ColumnCopy(all, firstOffset, size, rows, begin, end);
              if (toBytes) {
                column.values.toBytes(copy, i);
              } else {
                column.values.fromBytes(copy, i);
              }
            }
          }
        });
    buffer.position(buffer.limit());
  }

  /** Returns the number of rows of a given size that begin within a number of bytes. */
  private static int rowsWithin(long bytes, int size) {
    return (int) Math.floorDiv(bytes + size - 1, size);
  }

  private void forEachBlock(int rows, Parallel.Range body) {
    int block = Math.max(1, BLOCK / rowBytes());
    Parallel.forRange(
        rows,
        block * Math.max(1, GRAIN / (rowBytes() * block)),
        (from, to) -> {
          for (int first = from; first < to; first += block) {
            body.run(first, Math.min(first + block, to));
          }
        });
  }
}
