package org.jzfof.device;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jzfof.error.Scope;
import org.jzfof.threads.Parallel;

/** Allocates device arrays and keeps account of them. */
public interface DeviceMemory {
  /**
   * @param type element type
   * @param length number of elements
   * @return an array whose contents are undefined
   * @throws org.jzfof.error.MemoryException when the device has no room for it
   */
  DeviceArray allocate(ElementType type, long length);

  /** Bytes in live arrays. */
  long used();

  /** Largest value of {@link #used()} since the last {@link #resetPeak()}. */
  long peak();

  /** Makes the present use the peak. */
  void resetPeak();

  /** Gives memory back to the Java heap that is kept to be used again; there may be none. */
  default void trim() {}

  /** Waits until all work that was started on the device is done. */
  void finish();

  /** The moment when all work that was started so far is done; does not wait for it. */
  DeviceEvent mark();

  /** Copies the host array into a new I32 array. */
  DeviceArray upload(int[] values);

  /** Copies the host array into a new I64 array. */
  DeviceArray upload(long[] values);

  /** Copies the host array into a new F32 array. */
  DeviceArray upload(float[] values);

  /** Copies the host array into a new F64 array. */
  DeviceArray upload(double[] values);

  /** A new F64 array of one value. */
  default DeviceArray uploadSame(double value, long length) {
    double[] values = new double[Math.toIntExact(length)];
    Arrays.fill(values, value);
    return upload(values);
  }

  /** Copies the host array into a new U8 array. */
  DeviceArray upload(byte[] values);

  /**
   * Copies an I32 array to the host.
   *
   * @throws org.jzfof.error.MemoryException if it has more elements than a Java array can have
   */
  int[] toInts(DeviceArray array);

  /** As {@link #toInts}, for an I64 array. */
  long[] toLongs(DeviceArray array);

  /** As {@link #toInts}, for an F32 array. */
  float[] toFloats(DeviceArray array);

  /** As {@link #toInts}, for an F64 array. */
  double[] toDoubles(DeviceArray array);

  /**
   * Writes host values into part of an array; several threads may write at once.
   *
   * @param target I64 array
   * @param at first element to write
   * @param values source
   * @param count elements to copy
   */
  void write(DeviceArray target, long at, long[] values, int count);

  /** As {@link #write(DeviceArray, long, long[], int)}, into an F32 array. */
  void write(DeviceArray target, long at, float[] values, int count);

  /** As {@link #write(DeviceArray, long, long[], int)}, into an F64 array. */
  void write(DeviceArray target, long at, double[] values, int count);

  /**
   * Copies bytes to the host.
   *
   * @param source any array
   * @param at first byte to copy
   * @param target is filled up, in native byte order
   */
  void read(DeviceArray source, long at, ByteBuffer target);

  /**
   * Copies bytes from the host.
   *
   * @param target any array
   * @param at first byte to write
   * @param source is used up, in native byte order
   */
  void write(DeviceArray target, long at, ByteBuffer source);

  /** Copies the first {@code count} elements of an array to the front of another of its type. */
  default void copy(DeviceArray from, DeviceArray to, long count) {
    copy(from, to, 0, count);
  }

  /** Copies the first {@code count} elements of an array into another, from element {@code at}. */
  default void copy(DeviceArray from, DeviceArray to, long at, long count) {
    copy(from, 0, to, at, count);
  }

  /**
   * Copies elements of an array into another of its type.
   *
   * @param start first element to copy
   * @param at first element to write
   * @param count elements to copy
   */
  void copy(DeviceArray from, long start, DeviceArray to, long at, long count);

  /** Some values of an F32 or F64 array. */
  default double[] numbers(DeviceArray array, long start, int count) {
    try (DeviceArray some = slice(array, start, count)) {
      if (some.type() == ElementType.F64) {
        return toDoubles(some);
      }
      float[] floats = toFloats(some);
      double[] numbers = new double[count];
      Parallel.forEach(count, Parallel.GRAIN, i -> numbers[i] = floats[i]);
      return numbers;
    }
  }

  /** Elements of an array as an array of their own. */
  default DeviceArray slice(DeviceArray array, long start, long count) {
    DeviceArray slice = allocate(array.type(), count);
    copy(array, start, slice, 0, count);
    return slice;
  }

  /**
   * Arrays as one, each behind the one before.
   *
   * @param parts of the given type; closed
   */
  default DeviceArray join(ElementType type, List<DeviceArray> parts) {
    try (Scope given = new Scope();
        Scope made = new Scope()) {
      parts.forEach(given::add);
      DeviceArray all =
          made.add(allocate(type, parts.stream().mapToLong(DeviceArray::length).sum()));
      long at = 0;
      for (DeviceArray part : parts) {
        try (part) {
          copy(part, all, at, part.length());
          at += part.length();
        }
      }
      return made.keep(all);
    }
  }

  /**
   * Consecutive numbers, made on the device.
   *
   * @param type I32 or I64
   * @param first the smallest
   */
  DeviceArray range(ElementType type, long first, long count);

  /**
   * Neighbouring columns of a table.
   *
   * @param table I64 [n·width]
   * @param first of the columns
   * @return I64 [n·count]
   */
  DeviceArray columns(DeviceArray table, int width, int first, int count);

  /**
   * Parts of an array in other places.
   *
   * @param array I64 [n]
   * @param start first element of each part, and the end of the last [parts+1], on the host; from 0
   *     to n
   * @param place where each part begins in the result, which they fill, on the host [parts]
   * @return I64 [n]
   */
  DeviceArray moved(DeviceArray array, long[] start, long[] place);

  /**
   * Rows of an I32 array.
   *
   * @param width elements per row
   * @param rows which rows, on the host, unsigned
   * @return the rows [width·rows]
   */
  int[] pick(DeviceArray array, int width, int[] rows);

  /**
   * Sets an I32 array at some places, all different.
   *
   * @param places indices into the array, on the host, unsigned
   * @param values one for each place
   */
  void put(DeviceArray array, int[] places, int[] values);

  /**
   * Sets part of an array to one value.
   *
   * @param target U8, I32 or F32 array
   * @param from first element
   * @param to one past the last element
   * @param value converted to the element type
   */
  void fill(DeviceArray target, long from, long to, double value);
}
