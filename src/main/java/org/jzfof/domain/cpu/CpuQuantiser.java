package org.jzfof.domain.cpu;

import java.util.concurrent.atomic.AtomicLong;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Quantiser;

/** Converts each block on the calling thread. */
final class CpuQuantiser implements Quantiser {
  private final FixedPoint map;
  private final int[] positions;
  private final AtomicLong firstFault = new AtomicLong(Long.MAX_VALUE);

  CpuQuantiser(FixedPoint map, int[] positions) {
    this.map = map;
    this.positions = positions;
  }

  @Override
  public void convert(float[] xyz, int count, long at) {
    for (int row = 0; row < count; row++) {
      for (int d = 0; d < 3; d++) {
        convert(xyz[3 * row + d], d, (int) at + row);
      }
    }
  }

  @Override
  public void convert(double[] xyz, int count, long at) {
    for (int row = 0; row < count; row++) {
      for (int d = 0; d < 3; d++) {
        convert(xyz[3 * row + d], d, (int) at + row);
      }
    }
  }

  private void convert(double x, int d, int row) {
    if (!map.isValid(x, d)) {
      firstFault.accumulateAndGet(row, Math::min);
    }
    positions[3 * row + d] = map.toFixed(x, d);
  }

  @Override
  public void convertFractions(int[] fractions, int count, long at) {
    int base = 3 * (int) at;
    for (int i = 0; i < 3 * count; i++) {
      positions[base + i] = fractions[i] ^ 0x80000000;
    }
  }

  @Override
  public long firstFault() {
    long first = firstFault.get();
    return first == Long.MAX_VALUE ? ALL_VALID : first;
  }

  @Override
  public void close() {
    // No resources are held: the caller closes the positions.
  }
}
