package org.jzfof.neighbours.files;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.threads.Parallel;

/**
 * SPH sums over the lists of a block: in double and in the order of each list, so that they are the
 * same for any number of ranks.
 */
final class ListSums {
  /** Lists that are worth a thread. */
  private static final int GRAIN = 1 << 6;

  private final ListBlock block;
  private final SphKernel kernel;
  private final IntToDoubleFunction mass;
  private final ElementType real;
  private final HostMemory memory;
  private final int[] start;

  /**
   * @param block with F64 distances
   * @param mass of each neighbour, list after list
   * @param real F32 or F64, of the answers
   * @param memory for the answers
   */
  ListSums(
      ListBlock block,
      SphKernel kernel,
      IntToDoubleFunction mass,
      ElementType real,
      HostMemory memory) {
    this.block = block;
    this.kernel = kernel;
    this.mass = mass;
    this.real = real;
    this.memory = memory;
    this.start = new int[block.length().length() + 1];
    for (int i = 0; i + 1 < start.length; i++) {
      start[i + 1] = start[i] + (int) block.length().getLong(i);
    }
  }

  /** Densities at the queries; infinite where the radius is 0 and a neighbour there. */
  HostColumn densities() {
    return ofEach(
        i -> {
          double sum = 0;
          for (int p = start[i]; p < start[i + 1]; p++) {
            sum += weight(i, p);
          }
          return sum == 0 ? 0 : kernel.factor(block.radius()[i]) * sum;
        });
  }

  /**
   * Three-dimensional velocity dispersions; NaN where no neighbour has weight.
   *
   * @param velocity x, y and z of each neighbour, list after list
   */
  HostColumn dispersions(List<IntToDoubleFunction> velocity) {
    return ofEach(
        i -> {
          double weight = 0;
          double[] mean = new double[velocity.size()];
          for (int p = start[i]; p < start[i + 1]; p++) {
            double w = weight(i, p);
            weight += w;
            for (int d = 0; d < mean.length; d++) {
              mean[d] += w * velocity.get(d).applyAsDouble(p);
            }
          }
          for (int d = 0; d < mean.length; d++) {
            mean[d] /= weight;
          }
          double squares = 0;
          for (int p = start[i]; p < start[i + 1]; p++) {
            double w = weight(i, p);
            for (int d = 0; d < mean.length; d++) {
              double v = velocity.get(d).applyAsDouble(p) - mean[d];
              squares += w * v * v;
            }
          }
          return Math.sqrt(squares / weight);
        });
  }

  /** Mass times kernel without its factor. */
  private double weight(int query, int pair) {
    double h = block.radius()[query];
    double u = h > 0 ? block.distance().getDouble(pair) / h : 0;
    return mass.applyAsDouble(pair) * kernel.shape(u);
  }

  private HostColumn ofEach(IntToDoubleFunction value) {
    HostColumn values = memory.allocate(real, start.length - 1);
    Parallel.forEach(values.length(), GRAIN, i -> values.set(i, value.applyAsDouble(i)));
    return values;
  }
}
