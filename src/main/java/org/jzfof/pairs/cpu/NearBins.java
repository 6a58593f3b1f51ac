package org.jzfof.pairs.cpu;

import java.util.Arrays;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.Separation;

/**
 * Finds the bin of a distance with float errors by the leading bits of its square, unless these
 * errors may decide on the bin. Lengths are in units of a power of two, so that the largest are
 * about 1.
 */
final class NearBins {
  /** Slot of pairs whose bin the errors may decide. */
  static final int UNCLEAR = 0;

  /** Slot of pairs that are in no bin. */
  static final int NONE = 1;

  /** Slot of the first bin; the others follow. */
  static final int FIRST = 2;

  private static final int BITS = 10;
  private static final int SHIFT = 23 - BITS;
  private static final int CELLS = 1 << 31 - SHIFT;

  /** Relative bound of the errors of squares, of their sum and of roots. */
  private static final double ROUNDING = 0x1p-19;

  private final PairBins bins;
  private final double unit;
  private final double error;
  private final short[] cell = new short[CELLS];

  /**
   * @param longest upper bound of the coordinates
   * @param error error of coordinates in double
   */
  NearBins(PairBins bins, double longest, double error) {
    this.bins = bins;
    this.unit = Math.scalb(1.0, -Math.max(-1000, Math.getExponent(longest)));
    // Rounding of two coordinates and their difference, in three dimensions.
    this.error = (0x1p-21 * longest + 4 * error) * unit;
    double[] edges = bins.edges();
    Arrays.fill(cell, (short) NONE);
    for (int i = 0; i < edges.length; i++) {
      double edge = edges[i] * unit;
      int from = edge == 0 ? 0 : cellOf(Math.max(0, edge - this.error) * (1 - ROUNDING));
      int clear = edge == 0 ? 0 : cellOf((edge + this.error) * (1 + ROUNDING)) + 1;
      Arrays.fill(cell, from, clear, (short) UNCLEAR);
      Arrays.fill(cell, clear, CELLS, (short) (i + 1 < edges.length ? FIRST + i : NONE));
    }
  }

  private static int cellOf(double distance) {
    return cellOf((float) Math.min(Float.MAX_VALUE, distance * distance));
  }

  private static int cellOf(float square) {
    return Float.floatToRawIntBits(square) >>> SHIFT;
  }

  /** Returns the factor from lengths to units of this class. */
  double unit() {
    return unit;
  }

  /** Returns {@link #UNCLEAR}, {@link #NONE}, or {@link #FIRST} plus the bin of a square. */
  int of(float square) {
    return cell[cellOf(square)];
  }

  /**
   * Counts by {@link #of(float)} in four lanes, for an increment would wait for the one before it
   * in the same counter.
   *
   * @param square squares, with three more at the end that are in no bin
   * @param unclear receives the first index of each group of four squares with an unclear one
   * @return number of groups of four with an unclear square
   */
  int count(float[] square, int size, long[][] lanes, int[] unclear) {
    short[] slots = cell;
    long[] first = lanes[0];
    long[] second = lanes[1];
    long[] third = lanes[2];
    long[] fourth = lanes[3];
    int left = 0;
    for (int j = 0; j < size; j += 4) {
      int a = slots[cellOf(square[j])];
      int b = slots[cellOf(square[j + 1])];
      int c = slots[cellOf(square[j + 2])];
      int d = slots[cellOf(square[j + 3])];
      first[a]++;
      second[b]++;
      third[c]++;
      fourth[d]++;
      if ((a - 1 | b - 1 | c - 1 | d - 1) < 0) {
        unclear[left++] = j;
      }
    }
    return left;
  }

  /** As {@link #of(float)}, with the parts of bins. */
  int of(float square, float along) {
    int bin = of(square);
    if (bin < FIRST) {
      return bin;
    }
    double part = along / unit;
    double slack = error / unit;
    if (bins.separation() == Separation.SMU) {
      double distance = Math.sqrt(square);
      if (distance < 4 * error) {
        return UNCLEAR;
      }
      part = along / distance * bins.parts();
      slack = bins.parts() * (4 * error / distance + ROUNDING);
    }
    int lowest = part(part - slack);
    if (lowest != part(part + slack)) {
      return UNCLEAR;
    }
    return lowest == bins.parts() ? NONE : (bin - FIRST) * bins.parts() + lowest + FIRST;
  }

  private int part(double part) {
    int last = bins.separation() == Separation.SMU ? bins.parts() - 1 : bins.parts();
    return Math.min(last, (int) part);
  }
}
