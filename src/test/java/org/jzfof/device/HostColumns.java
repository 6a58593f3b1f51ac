package org.jzfof.device;

import java.util.stream.IntStream;

/** Arrays of the host from and to Java arrays. */
public final class HostColumns {
  private HostColumns() {}

  /** An I64 array. */
  public static HostColumn of(long... values) {
    HostColumn array = new HostMemory().allocate(ElementType.I64, values.length);
    IntStream.range(0, values.length).forEach(i -> array.set(i, values[i]));
    return array;
  }

  /** An F64 array. */
  public static HostColumn of(double... values) {
    HostColumn array = new HostMemory().allocate(ElementType.F64, values.length);
    IntStream.range(0, values.length).forEach(i -> array.set(i, values[i]));
    return array;
  }

  /** The elements of an I32 or I64 array. */
  public static long[] longs(HostColumn array) {
    return IntStream.range(0, array.length()).mapToLong(array::getLong).toArray();
  }

  /** The elements of an F32 or F64 array. */
  public static double[] doubles(HostColumn array) {
    return IntStream.range(0, array.length()).mapToDouble(array::getDouble).toArray();
  }
}
