package org.jzfof.pairs.cpu;

import static org.jzfof.tree.TreeLevel.UPPER;

import org.jzfof.domain.FixedPoint;
import org.jzfof.neighbours.cpu.index.SearchUnits;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.Separation;
import org.jzfof.tree.cpu.NodeFields;

/**
 * Tests whether all pairs of two nodes are in one bin, by bounds of the distances of their points.
 */
final class NodeBins {
  /** Stands for nodes without a pair in any bin. */
  static final int NONE = BinTable.NONE;

  /** Stands for nodes whose pairs may be in several bins. */
  static final int OPEN = -2;

  /** Relative bound of the errors of bounds and distances. */
  private static final double ROUNDING = 0x1p-40;

  /** Shift code for no shift in any dimension. */
  static final int DIRECT = 13;

  /** Stands for shifts that differ between points. */
  static final int SEVERAL = -1;

  private static final long HALF = 1L << 31;

  /** Bound of the errors of fixed-point coordinates, in cells. */
  private static final long MARGIN = 16;

  private final PairBins bins;
  private final BinTable table;
  private final FixedPoint map;
  private final double[] slack = new double[3];
  private final double[] lower = new double[3];
  private final double[] upper = new double[3];

  /**
   * @param units units that cover all points
   */
  NodeBins(PairBins bins, BinTable table, FixedPoint map, SearchUnits units) {
    this.bins = bins;
    this.table = table;
    this.map = map;
    for (int d = 0; d < 3; d++) {
      slack[d] = units.slack()[d] / units.perLength();
    }
  }

  /** Returns the count to which all pairs of two nodes belong, {@link #NONE} or {@link #OPEN}. */
  int of(int[] a, int atA, int[] b, int atB) {
    for (int d = 0; d < 3; d++) {
      int lowA = a[atA + d];
      int upA = a[atA + UPPER + d];
      int lowB = b[atB + d];
      int upB = b[atB + UPPER + d];
      double cell = map.cell()[d];
      lower[d] =
          Math.max(0, (NodeFields.gap(lowA, upA, lowB, upB) * cell - slack[d]) * (1 - ROUNDING));
      upper[d] = (NodeFields.farthest(lowA, upA, lowB, upB) * cell + slack[d]) * (1 + ROUNDING);
    }
    double lowest = square(lower) * (1 - ROUNDING);
    double highest = square(upper) * (1 + ROUNDING);
    if (table.none(lowest, highest)) {
      return NONE;
    }
    int axis = bins.axis();
    if (bins.separation() == Separation.RPPI && lower[axis] >= bins.parts()) {
      return NONE;
    }
    int bin = table.of(lowest);
    if (bin == BinTable.NONE || bin != table.of(highest)) {
      return OPEN;
    }
    int part = part(lower[axis], highest);
    return part >= 0 && part == part(upper[axis], lowest) ? bin * bins.parts() + part : OPEN;
  }

  private int part(double along, double square) {
    if (bins.separation() == Separation.SMU && square == 0) {
      return OPEN;
    }
    return bins.part(square, along);
  }

  private double square(double[] side) {
    double sum = 0;
    for (int d = 0; d < 3; d++) {
      sum += bins.separation() == Separation.RPPI && d == bins.axis() ? 0 : side[d] * side[d];
    }
    return sum;
  }

  /**
   * Returns the box shifts of the differences of all points of two nodes: -1 to 1 in each
   * dimension, plus 1, as digits to the base of 3.
   *
   * @return {@link #DIRECT} for no shift, {@link #SEVERAL} if the shift depends on the points
   */
  int turns(int[] a, int atA, int[] b, int atB) {
    int turns = DIRECT;
    int digit = 1;
    for (int d = 0; map.periodic() && d < 3; d++) {
      long lowest = (long) a[atA + d] - b[atB + UPPER + d];
      long highest = (long) a[atA + UPPER + d] - b[atB + d];
      if (lowest > HALF + MARGIN) {
        turns += digit;
      } else if (highest < -HALF - MARGIN) {
        turns -= digit;
      } else if (lowest <= -HALF + MARGIN || highest >= HALF - MARGIN) {
        return SEVERAL;
      }
      digit *= 3;
    }
    return turns;
  }

  /** Returns the shift in one dimension. */
  static int turns(int all, int d) {
    return all / (d == 0 ? 1 : d == 1 ? 3 : 9) % 3 - 1;
  }
}
