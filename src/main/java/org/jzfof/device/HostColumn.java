package org.jzfof.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import org.jzfof.threads.Parallel;

/**
 * A column of numbers on the host, with the element type that it has on the device. {@link
 * #close()} returns the memory to the {@link HostMemory} that it came from; any thread may call it.
 */
public final class HostColumn implements AutoCloseable {
  private static final int BLOCK = 1 << 17;

  /** Number of short copies that are worth a thread. */
  private static final int RUNS = 1 << 10;

  private final ElementType type;
  private final int length;
  private final ByteBuffer bytes;
  private HostMemory owner;

  /**
   * @param bytes bytes of the numbers and nothing else, in native order
   * @param owner receives the bytes when the column is closed; null if they belong to another
   *     column
   */
  HostColumn(ElementType type, ByteBuffer bytes, HostMemory owner) {
    this.type = type;
    this.length = bytes.remaining() / type.bytes();
    this.bytes = bytes;
    this.owner = owner;
  }

  /** Returns the type of the elements. */
  public ElementType type() {
    return type;
  }

  /** Returns the number of elements. */
  public int length() {
    return length;
  }

  ByteBuffer bytes() {
    return bytes;
  }

  /** Returns an element of an I32 or I64 array. I32 elements are signed: -1 stays -1. */
  public long getLong(int i) {
    return type == ElementType.I32
        ? bytes.getInt(i * Integer.BYTES)
        : bytes.getLong(i * Long.BYTES);
  }

  /** Returns an element of an F32 or F64 array. */
  public double getDouble(int i) {
    return type == ElementType.F32
        ? bytes.getFloat(i * Float.BYTES)
        : bytes.getDouble(i * Double.BYTES);
  }

  /** Sets an element of an I64 array. */
  public void set(int i, long value) {
    bytes.putLong(i * Long.BYTES, value);
  }

  /** Sets an element of an F32 array, with rounding, or of an F64 array. */
  public void set(int i, double value) {
    if (type == ElementType.F32) {
      bytes.putFloat(i * Float.BYTES, (float) value);
    } else {
      bytes.putDouble(i * Double.BYTES, value);
    }
  }

  /** Sets all elements of an I64 array. */
  public void put(long... values) {
    bytes.asLongBuffer().put(values, 0, length);
  }

  /** Returns the first elements of an I64 array. */
  public long[] longs(int count) {
    long[] values = new long[count];
    bytes.asLongBuffer().get(values);
    return values;
  }

  /** Copies all elements to a device. */
  public DeviceArray upload(DeviceMemory memory) {
    DeviceArray copy = memory.allocate(type, length);
    memory.write(copy, 0, bytes.duplicate());
    return copy;
  }

  /**
   * Returns the elements but those at given indices, in a new column.
   *
   * @param removed indices of the elements that are left out, increasing
   */
  public HostColumn without(int[] removed, HostMemory memory) {
    HostColumn rest = memory.allocate(type, length - removed.length);
    int size = type.bytes();
    Parallel.forEach(
        removed.length + 1,
        RUNS,
        i -> {
          int from = i == 0 ? 0 : removed[i - 1] + 1;
          int to = i == removed.length ? length : removed[i];
          rest.bytes.put(size * (from - i), bytes, size * from, size * (to - from));
        });
    return rest;
  }

  /** Receives elements as bytes in native order. */
  @FunctionalInterface
  public interface ByteSink {
    /**
     * @param first index of the first of these elements
     * @param bytes bytes of the elements, which are valid during the call
     */
    void accept(int first, ByteBuffer bytes);
  }

  /**
   * Passes all elements in order, in blocks that stay in the cache, as another type of the same
   * kind: integers narrow without a check, reals with rounding.
   */
  public void forEachBlock(ElementType as, ByteSink sink) {
    Conversion conversion = as == type ? null : new Conversion();
    for (int first = 0; first < length; first += BLOCK) {
      int count = Math.min(BLOCK, length - first);
      ByteBuffer block =
          bytes.slice(first * type.bytes(), count * type.bytes()).order(ByteOrder.nativeOrder());
      sink.accept(first, conversion == null ? block : conversion.convert(type, block, count));
    }
  }

  /**
   * A conversion of blocks between types of different length. Loops over arrays take a tenth of the
   * time of those over buffers.
   */
  private static final class Conversion {
    private final int[] ints = new int[BLOCK];
    private final long[] longs = new long[BLOCK];
    private final float[] floats = new float[BLOCK];
    private final double[] doubles = new double[BLOCK];
    private final ByteBuffer converted =
        ByteBuffer.allocate(BLOCK * Long.BYTES).order(ByteOrder.nativeOrder());

    ByteBuffer convert(ElementType from, ByteBuffer block, int count) {
      converted.clear();
      switch (from) {
        case I32 -> {
          block.asIntBuffer().get(ints, 0, count);
          for (int i = 0; i < count; i++) {
            longs[i] = ints[i];
          }
          converted.asLongBuffer().put(longs, 0, count);
        }
        case I64 -> {
          block.asLongBuffer().get(longs, 0, count);
          for (int i = 0; i < count; i++) {
            ints[i] = (int) longs[i];
          }
          converted.asIntBuffer().put(ints, 0, count);
        }
        case F32 -> {
          block.asFloatBuffer().get(floats, 0, count);
          for (int i = 0; i < count; i++) {
            doubles[i] = floats[i];
          }
          converted.asDoubleBuffer().put(doubles, 0, count);
        }
        default -> {
          block.asDoubleBuffer().get(doubles, 0, count);
          for (int i = 0; i < count; i++) {
            floats[i] = (float) doubles[i];
          }
          converted.asFloatBuffer().put(floats, 0, count);
        }
      }
      boolean widens = from == ElementType.I32 || from == ElementType.F32;
      return converted.limit(count * (widens ? Long.BYTES : Integer.BYTES));
    }
  }

  /**
   * Returns part of this column. The part shares the column's memory and is valid until the column
   * is closed.
   */
  public HostColumn part(int from, int count) {
    ByteBuffer part = bytes.slice(from * type.bytes(), count * type.bytes());
    return new HostColumn(
        type, part.order(ByteOrder.nativeOrder()), null); // a slice has its own byte order
  }

  /** Returns the number of longs that {@link #pack} writes for {@code length} elements. */
  public static int words(ElementType type, int length) {
    return (int) (((long) length * type.bytes() + Long.BYTES - 1) / Long.BYTES);
  }

  /** Appends the elements to a message, in the layout that they have in memory. */
  public void pack(LongBuffer message) {
    message.put(bytes.asLongBuffer());
    int rest = bytes.remaining() % Long.BYTES;
    if (rest > 0) {
      ByteBuffer last = ByteBuffer.allocate(Long.BYTES).order(bytes.order());
      message.put(last.put(bytes.slice(bytes.remaining() - rest, rest)).getLong(0));
    }
  }

  /** Reads the elements from a message that {@link #pack} wrote. */
  public void unpack(LongBuffer message) {
    int words = bytes.remaining() / Long.BYTES;
    bytes.asLongBuffer().put(message.slice().limit(words));
    message.position(message.position() + words);
    int rest = bytes.remaining() % Long.BYTES;
    if (rest > 0) {
      ByteBuffer last = ByteBuffer.allocate(Long.BYTES).order(bytes.order());
      last.putLong(0, message.get());
      bytes.put(bytes.remaining() - rest, last, 0, rest);
    }
  }

  /** Returns the memory; a second call does nothing. */
  @Override
  public void close() {
    if (owner != null) {
      owner.give(bytes);
      owner = null;
    }
  }
}
