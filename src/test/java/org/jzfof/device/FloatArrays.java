package org.jzfof.device;

import java.util.stream.IntStream;

/** Numbers of a test as arrays of either float type on a device. */
public final class FloatArrays {
  private FloatArrays() {}

  /** F64, or rounded to F32. */
  public static DeviceArray upload(DeviceMemory memory, ElementType type, double... values) {
    if (type == ElementType.F64) {
      return memory.upload(values);
    }
    float[] rounded = new float[values.length];
    IntStream.range(0, values.length).forEach(i -> rounded[i] = (float) values[i]);
    return memory.upload(rounded);
  }

  /** The values of an F32 or F64 array. */
  public static double[] doubles(DeviceMemory memory, DeviceArray array) {
    if (array.type() == ElementType.F64) {
      return memory.toDoubles(array);
    }
    float[] values = memory.toFloats(array);
    return IntStream.range(0, values.length).mapToDouble(i -> values[i]).toArray();
  }
}
