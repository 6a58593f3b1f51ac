package org.jzfof.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * Numbers on the host, of the type that they have on the device. {@link #close()} gives the memory
 * back to the {@link HostMemory} that it came from, and may be called by any thread.
 */
public final class HostColumn implements AutoCloseable {
  private final ElementType type;
  private final int length;
  private final ByteBuffer bytes;
  private HostMemory owner;

  /**
   * @param bytes exactly those of the numbers, in native order
   * @param owner to give them back to, or null where they belong to another array
   */
  HostColumn(ElementType type, ByteBuffer bytes, HostMemory owner) {
    this.type = type;
    this.length = bytes.remaining() / type.bytes();
    this.bytes = bytes;
    this.owner = owner;
  }

  /** Type of the elements, not U8. */
  public ElementType type() {
    return type;
  }

  /** Number of elements. */
  public int length() {
    return length;
  }

  ByteBuffer bytes() {
    return bytes;
  }

  /** An element of an I32 or I64 array; -1 is -1 in both. */
  public long getLong(int i) {
    return type == ElementType.I32
        ? bytes.getInt(i * Integer.BYTES)
        : bytes.getLong(i * Long.BYTES);
  }

  /** An element of an F32 or F64 array. */
  public double getDouble(int i) {
    return type == ElementType.F32
        ? bytes.getFloat(i * Float.BYTES)
        : bytes.getDouble(i * Double.BYTES);
  }

  /** Sets an element of an I64 array. */
  public void set(int i, long value) {
    bytes.putLong(i * Long.BYTES, value);
  }

  /** Sets an element of an F32 array, which rounds it, or of an F64 array. */
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

  /** Elements of this array as an array that shares its memory, and is of use as long as it. */
  public HostColumn part(int from, int count) {
    ByteBuffer part = bytes.slice(from * type.bytes(), count * type.bytes());
    return new HostColumn(type, part.order(ByteOrder.nativeOrder()), null); // a slice has its own
  }

  /** Longs that {@link #pack} makes of some elements. */
  public static int words(ElementType type, int length) {
    return (int) (((long) length * type.bytes() + Long.BYTES - 1) / Long.BYTES);
  }

  /** Appends the elements to a message, as they are in memory. */
  public void pack(LongBuffer message) {
    message.put(bytes.asLongBuffer());
    if (bytes.remaining() % Long.BYTES > 0) {
      message.put(bytes.getInt(bytes.remaining() - Integer.BYTES));
    }
  }

  /** Takes the elements out of a message again. */
  public void unpack(LongBuffer message) {
    int whole = bytes.remaining() / Long.BYTES;
    bytes.asLongBuffer().put(message.slice().limit(whole));
    message.position(message.position() + whole);
    if (bytes.remaining() % Long.BYTES > 0) {
      bytes.putInt(bytes.remaining() - Integer.BYTES, (int) message.get());
    }
  }

  /** Gives the memory back; a second call does nothing. */
  @Override
  public void close() {
    if (owner != null) {
      owner.give(bytes);
      owner = null;
    }
  }
}
