package org.jzfof.device.cpu;

import static org.jzfof.device.cpu.CpuArray.doubles;
import static org.jzfof.device.cpu.CpuArray.floats;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;

/** A view of an F32 or F64 array as doubles. */
public final class RealArray {
  private final float[] single;
  private final double[] full;

  public RealArray(DeviceArray array) {
    boolean isSingle = array.type() == ElementType.F32;
    single = isSingle ? floats(array) : null;
    full = isSingle ? null : doubles(array);
  }

  /** Returns a view of an array, or null for null. */
  public static RealArray orNull(DeviceArray array) {
    return array == null ? null : new RealArray(array);
  }

  public double get(int i) {
    return single != null ? single[i] : full[i];
  }

  public void set(int i, double value) {
    if (single != null) {
      single[i] = (float) value;
    } else {
      full[i] = value;
    }
  }
}
