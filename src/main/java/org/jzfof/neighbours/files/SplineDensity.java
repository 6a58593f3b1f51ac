package org.jzfof.neighbours.files;

import java.util.function.IntToDoubleFunction;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.threads.Parallel;

/**
 * SPH density estimate: the sum of m W(r, h) over the neighbours of a query, with h the distance of
 * the farthest of them and W the cubic spline of compact support h (Springel 2005, MNRAS 364, 1105,
 * eq. 4), normalised in three dimensions. It is infinite where all neighbours are at one place, and
 * 0 where there is none.
 */
final class SplineDensity {
  /** Rows that are worth a thread. */
  private static final int GRAIN = 1 << 6;

  private SplineDensity() {}

  /**
   * Densities of rows of neighbours.
   *
   * @param distance of neighbours [k·count], increasing in each row; infinite where there is none
   * @param k neighbours per row
   * @param mass of neighbour i, counted over all rows
   * @param type F32 or F64, of the answer
   * @param memory for the answer
   * @return [count], computed in double
   */
  static HostColumn of(
      HostColumn distance, int k, IntToDoubleFunction mass, ElementType type, HostMemory memory) {
    HostColumn density = memory.allocate(type, distance.length() / k);
    Parallel.forEach(
        density.length(), GRAIN, row -> density.set(row, at(distance, row * k, row * k + k, mass)));
    return density;
  }

  private static double at(HostColumn distance, int from, int to, IntToDoubleFunction mass) {
    int end = to;
    while (end > from && Double.isInfinite(distance.getDouble(end - 1))) {
      end--;
    }
    if (end == from) {
      return 0;
    }
    double h = distance.getDouble(end - 1);
    if (h == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double sum = 0;
    for (int i = from; i < end; i++) {
      sum += mass.applyAsDouble(i) * SphKernel.CUBIC.shape(distance.getDouble(i) / h);
    }
    return SphKernel.CUBIC.factor(h) * sum;
  }
}
