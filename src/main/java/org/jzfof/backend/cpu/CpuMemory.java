package org.jzfof.backend.cpu;

import java.util.Arrays;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.error.MemoryException;

/** The Java heap as device memory. */
final class CpuMemory implements DeviceMemory {
  static final String REMEDY =
      "set JZFOF_HEAP to a larger heap, such as JZFOF_HEAP=64g, or run where there is more memory";

  private long used;
  private long peak;

  @Override
  public DeviceArray allocate(ElementType type, long length) {
    if (length > CpuBackend.MAX_ARRAY) {
      throw new MemoryException(
          "An array of "
              + length
              + " elements does not fit one rank on the CPU: spread the particles over more ranks");
    }
    int n = (int) length;
    Object values;
    try {
      values =
          switch (type) {
            case U8 -> new byte[n];
            case I32 -> new int[n];
            case I64 -> new long[n];
            case F32 -> new float[n];
            case F64 -> new double[n];
          };
    } catch (OutOfMemoryError e) {
      throw new MemoryException(
          "The Java heap of "
              + (Runtime.getRuntime().maxMemory() >> 20)
              + " MB has no room for "
              + ((length * type.bytes() >> 20) + 1)
              + " MB more (in use: "
              + (used() >> 20)
              + " MB): "
              + REMEDY,
          e);
    }
    return adopt(type, n, values);
  }

  /** Takes an existing Java array under account. */
  DeviceArray adopt(ElementType type, int length, Object values) {
    CpuArray array = new CpuArray(type, length, values, this);
    account(array.byteLength());
    return array;
  }

  void release(CpuArray array) {
    account(-array.byteLength());
  }

  /** Adds to the bytes in use; for scratch memory that is not a device array. */
  synchronized void account(long bytes) {
    used += bytes;
    peak = Math.max(peak, used);
  }

  @Override
  public synchronized long used() {
    return used;
  }

  @Override
  public synchronized long peak() {
    return peak;
  }

  @Override
  public synchronized void resetPeak() {
    peak = used;
  }

  @Override
  public DeviceArray upload(int[] values) {
    return adopt(ElementType.I32, values.length, values.clone());
  }

  @Override
  public DeviceArray upload(long[] values) {
    return adopt(ElementType.I64, values.length, values.clone());
  }

  @Override
  public DeviceArray upload(float[] values) {
    return adopt(ElementType.F32, values.length, values.clone());
  }

  @Override
  public DeviceArray upload(byte[] values) {
    return adopt(ElementType.U8, values.length, values.clone());
  }

  @Override
  public int[] toInts(DeviceArray array) {
    return CpuArray.ints(array).clone();
  }

  @Override
  public long[] toLongs(DeviceArray array) {
    return CpuArray.longs(array).clone();
  }

  @Override
  public void write(DeviceArray target, long at, long[] values, int count) {
    System.arraycopy(values, 0, CpuArray.longs(target), (int) at, count);
  }

  @Override
  public void write(DeviceArray target, long at, float[] values, int count) {
    System.arraycopy(values, 0, CpuArray.floats(target), (int) at, count);
  }

  @Override
  public void fill(DeviceArray target, long from, long to, double value) {
    if (target.type() == ElementType.U8) {
      Arrays.fill(CpuArray.bytes(target), (int) from, (int) to, (byte) value);
    } else {
      Arrays.fill(CpuArray.floats(target), (int) from, (int) to, (float) value);
    }
  }
}
