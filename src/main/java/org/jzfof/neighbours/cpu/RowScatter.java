package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.doubles;
import static org.jzfof.device.cpu.CpuArray.floats;
import static org.jzfof.device.cpu.CpuArray.ints;

import java.util.Arrays;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.DistanceSort;
import org.jzfof.neighbours.Neighbours;

/**
 * Collects rows of neighbours and writes many rows at once. Consecutive rows lie far apart in
 * memory, so that writing them together hides the latency of each.
 */
public final class RowScatter {
  /** Number of values of a batch, unless one row has more. */
  private static final int BATCH = 1 << 12;

  private final Neighbours found;
  private final int k;
  private final boolean isSingle;
  private final int[] target;
  private final int[] row;
  private final float[] single;
  private final double[] full;
  private int count;

  public RowScatter(Neighbours found) {
    this.found = found;
    this.k = found.k();
    this.isSingle = found.distance().type() == ElementType.F32;
    this.target = new int[Math.max(1, BATCH / k)];
    this.row = new int[target.length * k];
    this.single = new float[isSingle ? row.length : 0];
    this.full = new double[isSingle ? 0 : row.length];
  }

  /**
   * Adds the k nearest of sorted neighbours.
   *
   * @param to row of the result
   */
  public void add(int to, DistanceSort sorted) {
    if (count == target.length) {
      flush();
    }
    int at = count * k;
    int end = at + Math.min(k, sorted.count());
    int[] sortedRow = sorted.row();
    double[] distance = sorted.distance();
    for (int i = at; i < end; i++) {
      row[i] = sortedRow[i - at];
    }
    if (isSingle) {
      for (int i = at; i < end; i++) {
        single[i] = (float) distance[i - at];
      }
    } else {
      System.arraycopy(distance, 0, full, at, end - at);
    }
    if (end < at + k) {
      Arrays.fill(row, end, at + k, Neighbours.NONE);
      if (isSingle) {
        Arrays.fill(single, end, at + k, Float.POSITIVE_INFINITY);
      } else {
        Arrays.fill(full, end, at + k, Double.POSITIVE_INFINITY);
      }
    }
    target[count++] = to;
  }

  /** Writes the rows that have been added. */
  public void flush() {
    int[] allRows = ints(found.row());
    for (int i = 0; i < count; i++) {
      System.arraycopy(row, i * k, allRows, target[i] * k, k);
    }
    if (isSingle) {
      float[] all = floats(found.distance());
      for (int i = 0; i < count; i++) {
        System.arraycopy(single, i * k, all, target[i] * k, k);
      }
    } else {
      double[] all = doubles(found.distance());
      for (int i = 0; i < count; i++) {
        System.arraycopy(full, i * k, all, target[i] * k, k);
      }
    }
    count = 0;
  }
}
