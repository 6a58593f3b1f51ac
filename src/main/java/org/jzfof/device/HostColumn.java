package org.jzfof.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * A column of numbers on the host, with the element type that it has on the device. {@link
 * #close()} returns the memory to the {@link HostMemory} that it came from; any thread may call it.
 */
public final class HostColumn implements AutoCloseable {
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

  /** Returns the type of the elements, which is never U8. */
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

  /** Copies all elements of an I32 or I64 array to the front of another. */
  public void copy(long[] target) {
    if (type == ElementType.I64) {
      bytes.asLongBuffer().get(target, 0, length);
      return;
    }
    for (int i = 0; i < length; i++) {
      target[i] = bytes.getInt(i * Integer.BYTES);
    }
  }

  /** Copies all elements of an F32 array to the front of another. */
  public void copy(float[] target) {
    bytes.asFloatBuffer().get(target, 0, length);
  }

  /** Copies all elements of an F64 array to the front of another. */
  public void copy(double[] target) {
    bytes.asDoubleBuffer().get(target, 0, length);
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
    if (bytes.remaining() % Long.BYTES > 0) {
      message.put(bytes.getInt(bytes.remaining() - Integer.BYTES));
    }
  }

  /** Reads the elements from a message that {@link #pack} wrote. */
  public void unpack(LongBuffer message) {
    int words = bytes.remaining() / Long.BYTES;
    bytes.asLongBuffer().put(message.slice().limit(words));
    message.position(message.position() + words);
    if (bytes.remaining() % Long.BYTES > 0) {
      bytes.putInt(bytes.remaining() - Integer.BYTES, (int) message.get());
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
