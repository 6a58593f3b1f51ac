package org.jzfof.neighbours.cpu.sph;

import java.util.function.IntToDoubleFunction;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.neighbours.SmoothingCondition;
import org.jzfof.neighbours.SmoothingTrials;
import org.jzfof.neighbours.SphKernel;
import org.jzfof.neighbours.SphKernels;
import org.jzfof.threads.Parallel;

/** SPH sums on the CPU. */
public final class CpuSphKernels implements SphKernels {
  /** Number of queries that are worth a thread. */
  private static final int GRAIN = 1 << 6;

  private final CpuMemory memory;

  public CpuSphKernels(CpuMemory memory) {
    this.memory = memory;
  }

  @Override
  public DeviceArray densities(SphKernel kernel, Lists lists, Values values) {
    return ofQueries(lists, new Sums(kernel, lists, values)::density);
  }

  @Override
  public DeviceArray dispersions(SphKernel kernel, Lists lists, Values values) {
    return ofQueries(lists, new Sums(kernel, lists, values)::dispersion);
  }

  @Override
  public void trySmoothingLengths(
      SmoothingCondition condition, Lists lists, SmoothingTrials trials) {
    Parallel.forEach(
        (int) lists.count(), GRAIN, new LengthTrials(condition, lists, trials)::tryLengths);
  }

  private DeviceArray ofQueries(Lists lists, IntToDoubleFunction value) {
    DeviceArray results = memory.allocate(ElementType.F64, lists.count());
    double[] result = CpuArray.doubles(results);
    Parallel.forEach((int) lists.count(), GRAIN, q -> result[q] = value.applyAsDouble(q));
    return results;
  }

  /** The columns as Java arrays. */
  private static final class Sums {
    private final SphKernel kernel;
    private final long[] start;
    private final int k;
    private final double[] distance;
    private final double[] radius;
    private final int[] row;
    private final int[] self;
    private final double[] mass;
    private final double oneMass;
    private final double[] velocity;

    Sums(SphKernel kernel, Lists lists, Values values) {
      this.kernel = kernel;
      this.start = lists.start() == null ? null : CpuArray.longs(lists.start());
      this.k = lists.k();
      this.distance = CpuArray.doubles(lists.distance());
      this.radius = lists.radius() == null ? null : CpuArray.doubles(lists.radius());
      this.row = lists.row() == null ? null : CpuArray.ints(lists.row());
      this.self = lists.self() == null ? null : CpuArray.ints(lists.self());
      this.mass = values.mass() == null ? null : CpuArray.doubles(values.mass());
      this.oneMass = values.oneMass();
      this.velocity = values.velocity() == null ? null : CpuArray.doubles(values.velocity());
    }

    double density(int query) {
      int first = first(query);
      int end = end(query);
      double h = support(query, first, end);
      if (radius == null && h == 0) {
        return Double.POSITIVE_INFINITY; // for any masses
      }
      double sum = 0;
      for (int p = first; p < end; p++) {
        sum += weight(query, h, p);
      }
      return sum == 0 ? 0 : kernel.factor(h) * sum;
    }

    double dispersion(int query) {
      int first = first(query);
      int end = end(query);
      double h = support(query, first, end);
      double weight = 0;
      double[] mean = new double[3];
      for (int p = first; p < end; p++) {
        double w = weight(query, h, p);
        weight += w;
        for (int d = 0; d < 3; d++) {
          mean[d] += w * velocity[3 * index(p) + d];
        }
      }
      for (int d = 0; d < 3; d++) {
        mean[d] /= weight;
      }
      double squares = 0;
      for (int p = first; p < end; p++) {
        double w = weight(query, h, p);
        for (int d = 0; d < 3; d++) {
          double v = velocity[3 * index(p) + d] - mean[d];
          squares += w * v * v;
        }
      }
      return Math.sqrt(squares / weight);
    }

    private int first(int query) {
      return start == null ? query * k : (int) start[query];
    }

    /** Returns the index one past the last neighbour. */
    private int end(int query) {
      if (start != null) {
        return (int) start[query + 1];
      }
      int end = (query + 1) * k;
      while (end > query * k && Double.isInfinite(distance[end - 1])) {
        end--;
      }
      return end;
    }

    /** Returns the support; infinite in a row of nearest neighbours without neighbours. */
    private double support(int query, int first, int end) {
      if (radius != null) {
        return radius[query];
      }
      return end == first ? Double.POSITIVE_INFINITY : distance[end - 1];
    }

    private int index(int pair) {
      return row == null ? pair : row[pair];
    }

    /** Returns mass times kernel without its factor. */
    private double weight(int query, double h, int pair) {
      if (self != null && row[pair] == self[query]) {
        return 0;
      }
      double u = h > 0 ? distance[pair] / h : 0;
      return (mass == null ? oneMass : mass[index(pair)]) * kernel.shape(u);
    }
  }
}
