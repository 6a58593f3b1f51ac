package org.jzfof.neighbours.files;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.threads.Parallel;

/**
 * SPH sums over the rows of a block, in double precision and in the order of each row, so that they
 * do not depend on the number of ranks. The support of the kernel is the radius of the query or, in
 * a row of nearest neighbours, the distance of the farthest one.
 */
final class SphSums {
  /** Number of rows that are worth a thread. */
  private static final int GRAIN = 1 << 6;

  private final NeighbourBlock block;
  private final SphKernel kernel;
  private final IntToDoubleFunction mass;
  private final ElementType real;
  private final HostMemory memory;
  private final int[] start;

  /**
   * @param block rows with F64 distances
   * @param mass mass of each neighbour, row after row
   * @param real type of the sums, F32 or F64
   */
  SphSums(
      NeighbourBlock block,
      SphKernel kernel,
      IntToDoubleFunction mass,
      ElementType real,
      HostMemory memory) {
    this.block = block;
    this.kernel = kernel;
    this.mass = mass;
    this.real = real;
    this.memory = memory;
    this.start = block.lengths().starts();
  }

  /**
   * Densities at the queries: 0 without neighbours, and infinite if the support is 0 and the row
   * has a neighbour.
   */
  HostColumn densities() {
    return forEachRow(
        i -> {
          int end = end(i);
          double h = support(i, end);
          if (block.radius() == null && h == 0) {
            return Double.POSITIVE_INFINITY; // for any masses
          }
          double sum = 0;
          for (int p = start[i]; p < end; p++) {
            sum += weight(h, p);
          }
          return sum == 0 ? 0 : kernel.factor(h) * sum;
        });
  }

  /**
   * Three-dimensional velocity dispersions; NaN if no neighbour has weight.
   *
   * @param velocity x, y and z of each neighbour, row after row
   */
  HostColumn dispersions(List<IntToDoubleFunction> velocity) {
    return forEachRow(
        i -> {
          int end = end(i);
          double h = support(i, end);
          double weight = 0;
          double[] mean = new double[velocity.size()];
          for (int p = start[i]; p < end; p++) {
            double w = weight(h, p);
            weight += w;
            for (int d = 0; d < mean.length; d++) {
              mean[d] += w * velocity.get(d).applyAsDouble(p);
            }
          }
          for (int d = 0; d < mean.length; d++) {
            mean[d] /= weight;
          }
          double squares = 0;
          for (int p = start[i]; p < end; p++) {
            double w = weight(h, p);
            for (int d = 0; d < mean.length; d++) {
              double v = velocity.get(d).applyAsDouble(p) - mean[d];
              squares += w * v * v;
            }
          }
          return Math.sqrt(squares / weight);
        });
  }

  /**
   * Index one past the last neighbour of a row: rows of k are padded with entries at infinite
   * distance.
   */
  private int end(int row) {
    int end = start[row + 1];
    while (end > start[row] && Double.isInfinite(block.distance().getDouble(end - 1))) {
      end--;
    }
    return end;
  }

  /** Support of the kernel; infinite in a row of nearest neighbours without neighbours. */
  private double support(int row, int end) {
    if (block.radius() != null) {
      return block.radius()[row];
    }
    return end == start[row] ? Double.POSITIVE_INFINITY : block.distance().getDouble(end - 1);
  }

  /** Mass times kernel without its factor. */
  private double weight(double h, int pair) {
    double u = h > 0 ? block.distance().getDouble(pair) / h : 0;
    return mass.applyAsDouble(pair) * kernel.shape(u);
  }

  private HostColumn forEachRow(IntToDoubleFunction value) {
    HostColumn values = memory.allocate(real, start.length - 1);
    Parallel.forEach(values.length(), GRAIN, i -> values.set(i, value.applyAsDouble(i)));
    return values;
  }
}
