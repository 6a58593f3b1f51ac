package org.jzfof.backend.cpu;

import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.Separation;

/**
 * Counts the pairs of the points of a leaf and of others, by their distances in double: in batches,
 * and one by one where images differ. One instance per thread of work.
 */
final class LeafPairs {
  private static final int BATCH = 256;

  /** Counts of a bin, since one that has just changed would have to be waited for. */
  private static final int LANES = 4;

  private final PairBins bins;
  private final BinTable table;
  private final PairDistance distance;
  private final PairTree some;
  private final PairTree others;
  private final long[] lanes;
  private final double[][] batch = new double[3][BATCH];
  private final double[] square = new double[BATCH];
  private final double[] along = new double[BATCH];
  private final double[][] image = new double[3][BATCH];
  private final double[] side;
  private int turns = NodeBins.DIRECT;
  private int first;
  private int end;
  private int size;

  LeafPairs(PairBins bins, BinTable table, PairDistance distance, PairTree some, PairTree others) {
    this.bins = bins;
    this.table = table;
    this.distance = distance;
    this.side = distance.side();
    this.some = some;
    this.others = others;
    this.lanes = new long[LANES * (bins.count() + 1)];
  }

  /** Takes the points of a leaf. */
  void begin(int from, int to) {
    first = from;
    end = to;
    size = 0;
  }

  /**
   * Counts the pairs of the leaf and other points.
   *
   * @param around the box, as {@link NodeBins#turns} says
   */
  void add(int from, int to, int around) {
    if (around == NodeBins.SEVERAL) {
      for (int i = first; i < end; i++) {
        addOneByOne(i, from, to);
      }
      return;
    }
    if (around != turns) {
      finish();
      turns = around;
    }
    for (int next = from; next < to; ) {
      int length = Math.min(to - next, BATCH - size);
      for (int d = 0; d < 3; d++) {
        System.arraycopy(others.at(d), next, batch[d], size, length);
      }
      size += length;
      next += length;
      if (size == BATCH) {
        finish();
      }
    }
  }

  /** Counts the pairs of the leaf's own points, each once. */
  void addWithin(int around) {
    for (int i = first; i < end; i++) {
      if (around == NodeBins.DIRECT) {
        for (int from = i + 1; from < end; from += BATCH) {
          measure(i, others.at(0), others.at(1), others.at(2), from, Math.min(BATCH, end - from));
        }
      } else {
        addOneByOne(i, i + 1, end);
      }
    }
  }

  /** Counts what waits in the batch. */
  void finish() {
    for (int i = first; i < end && size > 0; i++) {
      if (turns == NodeBins.DIRECT) {
        measure(i, batch[0], batch[1], batch[2], 0, size);
      } else {
        for (int d = 0; d < 3; d++) {
          turn(some.at(d)[i], batch[d], NodeBins.turns(turns, d) * side[d], image[d], size);
        }
        count(0, image[0], 0, image[1], 0, image[2], 0, 0, size);
      }
    }
    size = 0;
  }

  /** Differences around the box: as {@link PairDistance#nearestImage}, with as many turns. */
  private static void turn(double a, double[] others, double turns, double[] image, int count) {
    if (turns == 0) {
      for (int j = 0; j < count; j++) {
        image[j] = a - others[j];
      }
      return;
    }
    for (int j = 0; j < count; j++) {
      double b = others[j];
      double difference = a - b;
      double taken = difference - a;
      double rounding = (a - (difference - taken)) - (b + taken);
      image[j] = (difference - turns) + rounding;
    }
  }

  private void measure(int i, double[] x, double[] y, double[] z, int from, int count) {
    double sight = some.at(bins.axis())[i];
    count(some.at(0)[i], x, some.at(1)[i], y, some.at(2)[i], z, sight, from, count);
  }

  /** Counts by the differences of a place and others; at is that of the place along the sight. */
  private void count(
      double ax,
      double[] x,
      double ay,
      double[] y,
      double az,
      double[] z,
      double at,
      int from,
      int count) {
    if (bins.separation() == Separation.R) {
      squares(square, ax, x, ay, y, az, z, from, count);
      for (int j = 0; j < count; j++) {
        lanes[LANES * (table.of(square[j]) + 1) + j % LANES]++;
      }
      return;
    }
    double[] sight = bins.axis() == 0 ? x : bins.axis() == 1 ? y : z;
    for (int j = 0; j < count; j++) {
      along[j] = Math.abs(at - sight[from + j]);
    }
    if (bins.separation() == Separation.SMU) {
      squares(square, ax, x, ay, y, az, z, from, count);
    } else if (bins.axis() == 2) {
      squares(square, ax, x, ay, y, from, count);
    } else if (bins.axis() == 1) {
      squares(square, ax, x, az, z, from, count);
    } else {
      squares(square, ay, y, az, z, from, count);
    }
    for (int j = 0; j < count; j++) {
      lanes[LANES * (place(square[j], along[j]) + 1) + j % LANES]++;
    }
  }

  private static void squares(
      double[] square,
      double ax,
      double[] x,
      double ay,
      double[] y,
      double az,
      double[] z,
      int from,
      int count) {
    for (int j = 0; j < count; j++) {
      double dx = ax - x[from + j];
      double dy = ay - y[from + j];
      double dz = az - z[from + j];
      square[j] = dx * dx + dy * dy + dz * dz;
    }
  }

  private static void squares(
      double[] square, double ax, double[] x, double ay, double[] y, int from, int count) {
    for (int j = 0; j < count; j++) {
      double dx = ax - x[from + j];
      double dy = ay - y[from + j];
      square[j] = dx * dx + dy * dy;
    }
  }

  /** Place of a pair among the counts, or -1. */
  private int place(double squared, double sight) {
    int bin = table.of(squared);
    int part = bin < 0 ? -1 : bins.part(squared, sight);
    return part < 0 ? -1 : bin * bins.parts() + part;
  }

  private void addOneByOne(int i, int from, int to) {
    int axis = bins.axis();
    for (int j = from; j < to; j++) {
      double sum = 0;
      double sight = 0;
      for (int d = 0; d < 3; d++) {
        double difference = distance.nearestImage(some.at(d)[i], others.at(d)[j], d);
        sight = d == axis ? Math.abs(difference) : sight;
        sum += d == axis && bins.separation() == Separation.RPPI ? 0 : difference * difference;
      }
      lanes[LANES * (place(sum, sight) + 1)]++;
    }
  }

  /** Adds all counts to others. */
  void addTo(long[] counts) {
    for (int i = 0; i < LANES * counts.length; i++) {
      counts[i / LANES] += lanes[LANES + i];
    }
  }
}
