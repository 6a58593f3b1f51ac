package org.jzfof.device.cpu;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;

/** A device array that is the front part of a Java array. */
public final class CpuArray implements DeviceArray {
  private final ElementType type;
  private final int length;
  private final CpuMemory owner;
  private Object values;

  CpuArray(ElementType type, int length, Object values, CpuMemory owner) {
    this.type = type;
    this.length = length;
    this.values = values;
    this.owner = owner;
  }

  public static int[] ints(DeviceArray array) {
    return (int[]) ((CpuArray) array).values;
  }

  public static long[] longs(DeviceArray array) {
    return (long[]) ((CpuArray) array).values;
  }

  public static float[] floats(DeviceArray array) {
    return (float[]) ((CpuArray) array).values;
  }

  public static double[] doubles(DeviceArray array) {
    return (double[]) ((CpuArray) array).values;
  }

  public static byte[] bytes(DeviceArray array) {
    return (byte[]) ((CpuArray) array).values;
  }

  /** Returns the Java array, which may be longer than this device array. */
  Object values() {
    return values;
  }

  /** Creates a Java array of the primitive type of an element type. */
  static Object create(ElementType type, int length) {
    return switch (type) {
      case U8 -> new byte[length];
      case I32 -> new int[length];
      case I64 -> new long[length];
      case F32 -> new float[length];
      case F64 -> new double[length];
    };
  }

  @Override
  public ElementType type() {
    return type;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void close() {
    if (values != null) {
      owner.release(this, values);
      values = null;
    }
  }
}
