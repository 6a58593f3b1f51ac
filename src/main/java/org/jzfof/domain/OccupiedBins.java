package org.jzfof.domain;

import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.Communicator;

/**
 * Bins along the occupied stretches of every dimension. Each bin has its lowest and highest
 * coordinate of a particle; the stretch between the particles of two neighbouring bins is empty.
 */
public final class OccupiedBins {
  private static final int MAX_BINS = 1 << 18;

  private final List<Bins> dimensions;

  /**
   * @param particles number of particles of all ranks, which determines the number of bins
   */
  OccupiedBins(List<CondensedAxis> axes, long particles) {
    int bins = (int) Math.min(particles, MAX_BINS);
    this.dimensions = axes.stream().map(axis -> new Bins(axis, bins)).toList();
  }

  /** The bins of one dimension. Bins have equal width, but every stretch begins a new bin. */
  private static final class Bins {
    private final CondensedAxis axis;
    private final double width;
    private final int[] first;
    private final double[] low;
    private final double[] high;

    Bins(CondensedAxis axis, int bins) {
      this.axis = axis;
      this.width = Arrays.stream(axis.length()).sum() / bins;
      int stretches = axis.low().length;
      this.first = new int[stretches + 1];
      for (int i = 0; i < stretches; i++) {
        first[i + 1] = first[i] + 1 + bin(axis.length()[i]);
      }
      this.low = new double[first[stretches]];
      this.high = new double[first[stretches]];
      Arrays.fill(low, Double.POSITIVE_INFINITY);
      Arrays.fill(high, Double.NEGATIVE_INFINITY);
    }

    private int bin(double length) {
      return width > 0 ? (int) (length / width) : 0;
    }

    void add(double x) {
      double y = axis.fromOrigin(x);
      int i = axis.stretchOf(y);
      int bin = first[i] + Math.max(0, bin(y - axis.low()[i]));
      int at = Math.min(bin, first[i + 1] - 1);
      low[at] = Math.min(low[at], y);
      high[at] = Math.max(high[at], y);
    }

    CondensedAxis.Stretches stretches() {
      int n = 0;
      double[] from = new double[low.length];
      double[] to = new double[low.length];
      for (int i = 0; i < low.length; i++) {
        if (low[i] <= high[i]) {
          from[n] = low[i];
          to[n++] = high[i];
        }
      }
      return new CondensedAxis.Stretches(Arrays.copyOf(from, n), Arrays.copyOf(to, n));
    }
  }

  /** Adds the coordinate of a particle to its bin. */
  public void add(double x, int dimension) {
    dimensions.get(dimension).add(x);
  }

  /** Combines the bins of all ranks; every rank calls it. */
  public void combine(Communicator comm) {
    for (Bins bins : dimensions) {
      comm.min(bins.low);
      comm.max(bins.high);
    }
  }

  CondensedAxis.Stretches stretches(int dimension) {
    return dimensions.get(dimension).stretches();
  }
}
