package org.jzfof.device;

import java.nio.ByteBuffer;
import java.util.List;
import org.jzfof.error.Scope;
import org.jzfof.threads.Parallel;

/** Allocates device arrays and counts the memory that they use. */
public interface DeviceMemory {
  /**
   * Allocates an array whose contents are undefined. The caller closes it.
   *
   * @throws org.jzfof.error.MemoryException when the device has no room for it
   */
  DeviceArray allocate(ElementType type, long length);

  /** Returns the bytes in arrays that are not closed. */
  long used();

  /** Returns the largest value of {@link #used()} since the last {@link #resetPeak()}. */
  long peak();

  /** Sets the peak to the memory that is in use. */
  void resetPeak();

  /** Releases memory that is kept for later arrays. */
  default void trim() {}

  /** Waits until all work that was started on the device is done. */
  void finish();

  /** Returns an event for the end of all work that was started so far, without waiting for it. */
  DeviceEvent mark();

  /** Copies the host array into a new I32 array. */
  DeviceArray upload(int[] values);

  /** Copies the host array into a new I64 array. */
  DeviceArray upload(long[] values);

  /** Copies the host array into a new F32 array. */
  DeviceArray upload(float[] values);

  /** Copies the host array into a new F64 array. */
  DeviceArray upload(double[] values);

  /** Creates an F64 array whose elements all have one value. */
  DeviceArray uploadSame(double value, long length);

  /** Copies the host array into a new U8 array. */
  DeviceArray upload(byte[] values);

  /**
   * Copies an I32 array to the host.
   *
   * @throws org.jzfof.error.MemoryException if the array is longer than a Java array can be
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
   */
  void write(DeviceArray target, long at, long[] values, int count);

  /** As {@link #write(DeviceArray, long, long[], int)}, into an F32 array. */
  void write(DeviceArray target, long at, float[] values, int count);

  /** As {@link #write(DeviceArray, long, long[], int)}, into an F64 array. */
  void write(DeviceArray target, long at, double[] values, int count);

  /**
   * Copies bytes to the host.
   *
   * @param at first byte to copy
   * @param target receives bytes in native order until it is full
   */
  void read(DeviceArray source, long at, ByteBuffer target);

  /**
   * Copies bytes from the host.
   *
   * @param at first byte to write
   * @param source bytes in native order; all that remain are written
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
   */
  void copy(DeviceArray from, long start, DeviceArray to, long at, long count);

  /** Returns {@code count} values of an F32 or F64 array from element {@code start} on. */
  default double[] numbers(DeviceArray array, long start, int count) {
    try (DeviceArray part = slice(array, start, count)) {
      if (part.type() == ElementType.F64) {
        return toDoubles(part);
      }
      float[] floats = toFloats(part);
      double[] numbers = new double[count];
      Parallel.forEach(count, Parallel.GRAIN, i -> numbers[i] = floats[i]);
      return numbers;
    }
  }

  /** Copies {@code count} elements from element {@code start} on into a new array. */
  default DeviceArray slice(DeviceArray array, long start, long count) {
    DeviceArray slice = allocate(array.type(), count);
    copy(array, start, slice, 0, count);
    return slice;
  }

  /**
   * Concatenates arrays.
   *
   * @param parts arrays of the given type; closed
   */
  default DeviceArray join(ElementType type, List<DeviceArray> parts) {
    try (Scope inputs = new Scope();
        Scope results = new Scope()) {
      parts.forEach(inputs::add);
      DeviceArray all =
          results.add(allocate(type, parts.stream().mapToLong(DeviceArray::length).sum()));
      long at = 0;
      for (DeviceArray part : parts) {
        try (part) {
          copy(part, all, at, part.length());
          at += part.length();
        }
      }
      return results.keep(all);
    }
  }

  /**
   * Creates an array of consecutive integers on the device.
   *
   * @param type I32 or I64
   * @param first smallest integer
   */
  DeviceArray range(ElementType type, long first, long count);

  /**
   * Copies neighbouring columns of a table.
   *
   * @param table I64 [n·width]
   * @param first index of the first column
   * @return I64 [n·count]
   */
  DeviceArray columns(DeviceArray table, int width, int first, int count);

  /**
   * Copies the parts of an array to other offsets.
   *
   * @param array I64 [n]
   * @param start first element of each part and the end of the last, on the host [parts+1]; from 0
   *     to n
   * @param offset offset of each part in the result, on the host [parts]; the parts fill the result
   * @return I64 [n]
   */
  DeviceArray moveParts(DeviceArray array, long[] start, long[] offset);

  /**
   * Reads rows of an I32 array.
   *
   * @param rows indices of the rows, unsigned, on the host
   * @return the rows [width·rows]
   */
  int[] pick(DeviceArray array, int width, int[] rows);

  /**
   * Sets the elements of an I32 array at different indices.
   *
   * @param indices indices into the array, unsigned, on the host
   * @param values one value per index
   */
  void put(DeviceArray array, int[] indices, int[] values);

  /**
   * Sets part of an array to one value.
   *
   * @param target U8, I32 or F32 array
   * @param to one past the last element
   * @param value converted to the element type
   */
  void fill(DeviceArray target, long from, long to, double value);
}
