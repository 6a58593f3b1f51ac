package org.jzfof.device.cpu;

import org.jzfof.device.DeviceArray;
import org.jzfof.threads.Parallel;

/**
 * Gathers rows of columns. Each element type has its own loop, for Java has no generics over
 * primitives.
 */
public final class TypedGather {
  private static final int GRAIN = 1 << 14;

  private final CpuMemory memory;
  private final int[] rows;
  private final int n;

  /**
   * @param rows I32 [n] source row of each result row
   */
  public TypedGather(CpuMemory memory, DeviceArray rows) {
    this.memory = memory;
    this.rows = CpuArray.ints(rows);
    this.n = (int) rows.length();
  }

  /** As {@link org.jzfof.domain.ParticleKernels#gather}. */
  public DeviceArray gather(DeviceArray column, int width) {
    DeviceArray ordered = memory.allocate(column.type(), (long) n * width);
    Object from = ((CpuArray) column).values();
    Object to = ((CpuArray) ordered).values();
    Parallel.forRange(
        n,
        GRAIN,
        (first, end) -> {
          switch (column.type()) {
            case U8 -> gather((byte[]) from, (byte[]) to, width, first, end);
            case I32 -> gather((int[]) from, (int[]) to, width, first, end);
            case I64 -> gather((long[]) from, (long[]) to, width, first, end);
            case F32 -> gather((float[]) from, (float[]) to, width, first, end);
            case F64 -> gather((double[]) from, (double[]) to, width, first, end);
          }
        });
    return ordered;
  }

  private void gather(byte[] from, byte[] to, int width, int first, int end) {
    for (int i = first; i < end; i++) {
      int source = width * rows[i];
      for (int k = width * i; k < width * (i + 1); k++) {
        to[k] = from[source++];
      }
    }
  }

  private void gather(int[] from, int[] to, int width, int first, int end) {
    for (int i = first; i < end; i++) {
      int source = width * rows[i];
      for (int k = width * i; k < width * (i + 1); k++) {
        to[k] = from[source++];
      }
    }
  }

  private void gather(long[] from, long[] to, int width, int first, int end) {
    for (int i = first; i < end; i++) {
      int source = width * rows[i];
      for (int k = width * i; k < width * (i + 1); k++) {
        to[k] = from[source++];
      }
    }
  }

  private void gather(float[] from, float[] to, int width, int first, int end) {
    if (width == 3) {
      gatherVectors(from, to, first, end);
      return;
    }
    for (int i = first; i < end; i++) {
      int source = width * rows[i];
      for (int k = width * i; k < width * (i + 1); k++) {
        to[k] = from[source++];
      }
    }
  }

  private void gather(double[] from, double[] to, int width, int first, int end) {
    if (width == 3) {
      gatherVectors(from, to, first, end);
      return;
    }
    for (int i = first; i < end; i++) {
      int source = width * rows[i];
      for (int k = width * i; k < width * (i + 1); k++) {
        to[k] = from[source++];
      }
    }
  }

  /** Gathers coordinates or velocities without an inner loop, which would take twice as long. */
  private void gatherVectors(float[] from, float[] to, int first, int end) {
    for (int i = first; i < end; i++) {
      int source = 3 * rows[i];
      to[3 * i] = from[source];
      to[3 * i + 1] = from[source + 1];
      to[3 * i + 2] = from[source + 2];
    }
  }

  private void gatherVectors(double[] from, double[] to, int first, int end) {
    for (int i = first; i < end; i++) {
      int source = 3 * rows[i];
      to[3 * i] = from[source];
      to[3 * i + 1] = from[source + 1];
      to[3 * i + 2] = from[source + 2];
    }
  }
}
