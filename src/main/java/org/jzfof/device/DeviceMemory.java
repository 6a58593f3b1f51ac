package org.jzfof.device;

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

  /** Copies the host array into a new I32 array. */
  DeviceArray upload(int[] values);

  /** Copies the host array into a new I64 array. */
  DeviceArray upload(long[] values);

  /** Copies the host array into a new F32 array. */
  DeviceArray upload(float[] values);

  /** Copies the host array into a new U8 array. */
  DeviceArray upload(byte[] values);

  /** Copies an I32 array to the host. */
  int[] toInts(DeviceArray array);

  /** Copies an I64 array to the host. */
  long[] toLongs(DeviceArray array);

  /**
   * Writes host values into part of an array.
   *
   * @param target I64 array
   * @param at first element to write
   * @param values source
   * @param count elements to copy
   */
  void write(DeviceArray target, long at, long[] values, int count);

  /** As {@link #write(DeviceArray, long, long[], int)}, into an F32 array. */
  void write(DeviceArray target, long at, float[] values, int count);

  /**
   * Sets part of an array to one value.
   *
   * @param target U8 or F32 array
   * @param from first element
   * @param to one past the last element
   * @param value converted to the element type
   */
  void fill(DeviceArray target, long from, long to, double value);
}
