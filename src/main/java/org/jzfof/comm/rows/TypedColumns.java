package org.jzfof.comm.rows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.threads.Parallel;

/**
 * Typed columns of a table, kept where they are, and its rows as bytes: those of messages, and of
 * tables on devices. A row is a structure as a compiler lays it out: one column after the other in
 * native byte order, each at a multiple of the size of its values, up to a multiple of 8 bytes.
 */
public final class TypedColumns {
  /** Rows that a thread takes at a time, few enough for its cache. */
  private static final int BLOCK = 1 << 8;

  private final List<Column> columns = new ArrayList<>();
  private int bytes;

  /**
   * Rows [from, to) whose values are copied between a column and a buffer.
   *
   * @param at where the value of the first of them stands in the buffer
   * @param stride bytes of a row
   */
  private record Run(ByteBuffer bytes, int at, int stride, int[] rows, int from, int to) {
    int at(int row) {
      return at + stride * (row - from);
    }
  }

  /** Values of one type. A loop for each type takes half the time of a call for each value. */
  private interface Values {
    /** Copies the i-th of those that each row has. */
    void toBytes(Run run, int i);

    void ofBytes(Run run, int i);

    /** The array that has them. */
    Object values();
  }

  private record Bytes(byte[] values, int width) implements Values {
    @Override
    public void toBytes(Run run, int i) {
      for (int r = run.from; r < run.to; r++) {
        run.bytes.put(run.at(r), values[width * run.rows[r] + i]);
      }
    }

    @Override
    public void ofBytes(Run run, int i) {
      for (int r = run.from; r < run.to; r++) {
        values[width * run.rows[r] + i] = run.bytes.get(run.at(r));
      }
    }
  }

  private record Ints(int[] values, int width) implements Values {
    @Override
    public void toBytes(Run run, int i) {
      for (int r = run.from; r < run.to; r++) {
        run.bytes.putInt(run.at(r), values[width * run.rows[r] + i]);
      }
    }

    @Override
    public void ofBytes(Run run, int i) {
      for (int r = run.from; r < run.to; r++) {
        values[width * run.rows[r] + i] = run.bytes.getInt(run.at(r));
      }
    }
  }

  private record Longs(long[] values, int width) implements Values {
    @Override
    public void toBytes(Run run, int i) {
      for (int r = run.from; r < run.to; r++) {
        run.bytes.putLong(run.at(r), values[width * run.rows[r] + i]);
      }
    }

    @Override
    public void ofBytes(Run run, int i) {
      for (int r = run.from; r < run.to; r++) {
        values[width * run.rows[r] + i] = run.bytes.getLong(run.at(r));
      }
    }
  }

  private record Doubles(double[] values, int width) implements Values {
    @Override
    public void toBytes(Run run, int i) {
      for (int r = run.from; r < run.to; r++) {
        run.bytes.putDouble(run.at(r), values[width * run.rows[r] + i]);
      }
    }

    @Override
    public void ofBytes(Run run, int i) {
      for (int r = run.from; r < run.to; r++) {
        values[width * run.rows[r] + i] = run.bytes.getDouble(run.at(r));
      }
    }
  }

  /** Values of some bytes each, the first of them so many behind the start of a row. */
  private record Column(int offset, int bytes, int width, Values values) {}

  /** Adds a column of a byte for each row. */
  public TypedColumns bytes(byte[] values) {
    return add(Byte.BYTES, 1, new Bytes(values, 1));
  }

  /**
   * Adds columns of integers.
   *
   * @param values [width·rows]
   */
  public TypedColumns ints(int[] values, int width) {
    return add(Integer.BYTES, width, new Ints(values, width));
  }

  /** As {@link #ints}, of 64 bits. */
  public TypedColumns longs(long[] values, int width) {
    return add(Long.BYTES, width, new Longs(values, width));
  }

  /** As {@link #ints}, of real numbers. */
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

  /** Length of a row, a multiple of 8. */
  public int rowBytes() {
    return (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
  }

  /**
   * Writes bytes of rows.
   *
   * @param rows which, in the order of the bytes
   * @param at first byte of those of all of them
   * @param target is filled up, in native byte order
   */
  public void read(int[] rows, long at, ByteBuffer target) {
    copy(true, rows, at, target);
  }

  /**
   * Takes bytes of rows.
   *
   * @param rows which, in the order of the bytes
   * @param at first byte of those of all of them
   * @param source is used up; in native byte order
   */
  public void write(int[] rows, long at, ByteBuffer source) {
    copy(false, rows, at, source);
  }

  /** Some rows as 64-bit words, for a table on a device or for all ranks. */
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
   * Takes rows from 64-bit words.
   *
   * @param rows which, in the order of the words
   */
  public void ofWords(int[] rows, long[] words) {
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
   * Copies rows into others of the same types.
   *
   * @param rows which
   * @param from place of the first of them among these
   * @param others what they become
   * @param at place of the first of those
   */
  void copy(int[] rows, int from, int count, TypedColumns to, int[] others, int at) {
    forEachBlock(
        count,
        (begin, end) -> {
          for (int c = 0; c < columns.size(); c++) {
            Object values = columns.get(c).values.values();
            Object target = to.columns.get(c).values.values();
            int width = columns.get(c).width;
            for (int i = begin; i < end; i++) {
              System.arraycopy(
                  values, width * rows[from + i], target, width * others[at + i], width);
            }
          }
        });
  }

  private void copy(boolean toBytes, int[] rows, long at, ByteBuffer buffer) {
    ByteBuffer all = buffer.slice().order(ByteOrder.nativeOrder());
    int size = rowBytes();
    int first = (int) (at / size);
    forEachBlock(
        above(at + all.limit(), size) - first,
        (from, to) -> {
          for (Column column : columns) {
            for (int i = 0; i < column.width; i++) {
              long start = column.offset + (long) i * column.bytes - at;
              int begin = Math.max(first + from, above(-start, size));
              int end = Math.min(first + to, above(all.limit() - start, size));
              int place = (int) (start + (long) size * begin);
              Run run = new Run(all, place, size, rows, begin, end);
              if (toBytes) {
                column.values.toBytes(run, i);
              } else {
                column.values.ofBytes(run, i);
              }
            }
          }
        });
    buffer.position(buffer.limit());
  }

  /** How many rows of a size begin in so many bytes. */
  private static int above(long bytes, int size) {
    return (int) Math.floorDiv(bytes + size - 1, size);
  }

  private static void forEachBlock(int rows, Parallel.Range body) {
    Parallel.forRange(
        rows,
        Parallel.GRAIN,
        (from, to) -> {
          for (int first = from; first < to; first += BLOCK) {
            body.run(first, Math.min(first + BLOCK, to));
          }
        });
  }
}
