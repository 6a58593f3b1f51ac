package org.jzfof.pairs.cpu;

import static org.jzfof.tree.TreeLevel.UPPER;

import org.jzfof.domain.FixedPoint;
import org.jzfof.neighbours.cpu.index.SearchUnits;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.Separation;
import org.jzfof.tree.cpu.NodeFields;

/** Whether all pairs of two nodes are in one bin, by bounds to the distances of their points. */
final class NodeBins {
  /** No pair is in any bin. */
  static final int NONE = BinTable.NONE;

  /** Pairs may be in several bins. */
  static final int OPEN = -2;

  /** Above the errors of bounds and of distances, relative to them. */
  private static final double ROUNDING = 0x1p-40;

  /** No turn in any dimension. */
  static final int DIRECT = 13;

  /** Different turns for different points. */
  static final int SEVERAL = -1;

  private static final long HALF = 1L << 31;

  /** Above the errors of fixed point, in cells. */
  private static final long MARGIN = 16;

  private final PairBins bins;
  private final BinTable table;
  private final FixedPoint map;
  private final double[] slack = new double[3];
  private final double[] lower = new double[3];
  private final double[] upper = new double[3];

  /**
   * @param units that hold for all points
   */
  NodeBins(PairBins bins, BinTable table, FixedPoint map, SearchUnits units) {
    this.bins = bins;
    this.table = table;
    this.map = map;
    for (int d = 0; d < 3; d++) {
      slack[d] = units.slack()[d] / units.perLength();
    }
  }

  /** The count to which all pairs of two nodes belong, {@link #NONE} or {@link #OPEN}. */
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
    double least = square(lower) * (1 - ROUNDING);
    double most = square(upper) * (1 + ROUNDING);
    if (table.none(least, most)) {
      return NONE;
    }
    int axis = bins.axis();
    if (bins.separation() == Separation.RPPI && lower[axis] >= bins.parts()) {
      return NONE;
    }
    int bin = table.of(least);
    if (bin == BinTable.NONE || bin != table.of(most)) {
      return OPEN;
    }
    int part = part(lower[axis], most);
    return part >= 0 && part == part(upper[axis], least) ? bin * bins.parts() + part : OPEN;
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
   * How often the differences of all points of two nodes inside of the box are to be turned around
   * it, from -1 to 1 in each dimension, as a number to the base of 3.
   *
   * @return {@link #DIRECT} for none, {@link #SEVERAL} where that depends on the points
   */
  int turns(int[] a, int atA, int[] b, int atB) {
    int turns = DIRECT;
    int digit = 1;
    for (int d = 0; map.periodic() && d < 3; d++) {
      long least = (long) a[atA + d] - b[atB + UPPER + d];
      long most = (long) a[atA + UPPER + d] - b[atB + d];
      if (least > HALF + MARGIN) {
        turns += digit;
      } else if (most < -HALF - MARGIN) {
        turns -= digit;
      } else if (least <= -HALF + MARGIN || most >= HALF - MARGIN) {
        return SEVERAL;
      }
      digit *= 3;
    }
    return turns;
  }

  /** The turns in one dimension. */
  static int turns(int all, int d) {
    return all / (d == 0 ? 1 : d == 1 ? 3 : 9) % 3 - 1;
  }
}
