package org.jzfof.neighbours.cpu.sph;

import org.jzfof.device.cpu.CpuArray;
import org.jzfof.neighbours.SmoothingCondition;
import org.jzfof.neighbours.SmoothingTrials;
import org.jzfof.neighbours.SphKernel;
import org.jzfof.neighbours.SphKernels;

/** Trials of smoothing lengths on the CPU, operation by operation as in sph.cu. */
final class LengthTrials {
  private final SphKernel kernel;
  private final double central;
  private final double wanted;
  private final double tolerance;
  private final long[] start;
  private final int k;
  private final double[] distance;
  private final double[] radius;
  private final double[] length;
  private final double[] lower;
  private final double[] upper;
  private final int[] count;

  LengthTrials(SmoothingCondition condition, SphKernels.Lists lists, SmoothingTrials trials) {
    this.kernel = condition.kernel();
    this.central = condition.central();
    this.wanted = condition.neighbours();
    this.tolerance = condition.tolerance();
    this.start = lists.start() == null ? null : CpuArray.longs(lists.start());
    this.k = lists.k();
    this.distance = CpuArray.doubles(lists.distance());
    this.radius = CpuArray.doubles(lists.radius());
    this.length = CpuArray.doubles(trials.length());
    this.lower = CpuArray.doubles(trials.lower());
    this.upper = CpuArray.doubles(trials.upper());
    this.count = CpuArray.ints(trials.count());
  }

  /** Tries lengths of a query within its radius. */
  void tryLengths(int query) {
    int first = start == null ? query * k : (int) start[query];
    int end = start == null ? first + k : (int) start[query + 1];
    while (count[query] >= 0
        && count[query] < SmoothingTrials.LIMIT
        && length[query] > 0
        && length[query] <= radius[query]) {
      tryLength(query, first, end);
    }
  }

  private void tryLength(int query, int first, int end) {
    double h = length[query];
    double sum = 0;
    double slope = 0;
    for (int p = first; p < end && distance[p] < h; p++) {
      double u = distance[p] / h;
      sum += kernel.shape(u);
      slope += kernel.slope(u);
    }
    double missing = wanted - central * sum;
    if (Math.abs(missing) <= tolerance) {
      count[query] = SmoothingTrials.MET;
      return;
    }
    if (missing < 0 && isCrowded(first, end)) {
      count[query] = SmoothingTrials.CROWDED;
      return;
    }
    count[query]++;
    if (missing > 0) {
      lower[query] = h;
    } else {
      upper[query] = h;
    }
    length[query] = next(query, h * (1 + missing / (central * slope)));
  }

  private boolean isCrowded(int first, int end) {
    int here = first;
    while (here < end && distance[here] == 0) {
      here++;
    }
    return central * (here - first) - wanted > tolerance;
  }

  private double next(int query, double newton) {
    double low = lower[query];
    boolean bounded = upper[query] < Double.POSITIVE_INFINITY;
    double high = bounded ? upper[query] : SmoothingTrials.GROWTH * low;
    if (newton > low && newton < high && (!bounded || count[query] < SmoothingTrials.NEWTON)) {
      return newton;
    }
    return bounded ? 0.5 * (low + high) : high;
  }
}
