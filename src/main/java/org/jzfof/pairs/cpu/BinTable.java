package org.jzfof.pairs.cpu;

import java.util.Arrays;

/**
 * Finds the bin of a squared distance from its leading bits, or by a search in the edges if these
 * bits do not decide.
 */
final class BinTable {
  /** Stands for a square that is in no bin. */
  static final int NONE = -1;

  private static final int UNCLEAR = -2;
  private static final int BITS = 9;
  private static final int SHIFT = 52 - BITS;
  private static final int MAX_OCTAVES = 64;

  private final double[] squares;
  private final short[] cell;
  private final int base;

  /**
   * @param squares squared distances at which bins begin, and at which the last one ends,
   *     increasing
   */
  BinTable(double[] squares) {
    this.squares = squares;
    int top = leading(squares[squares.length - 1]);
    int lowest = leading(squares[0] > 0 ? squares[0] : squares[1]);
    this.base = Math.max(0, Math.max(lowest - 1, top - (MAX_OCTAVES << BITS)));
    this.cell = new short[top - base + 2];
    for (int i = 0; i < cell.length; i++) {
      double from = i == 0 ? 0 : start(i);
      double last = i == cell.length - 1 ? Double.MAX_VALUE : Math.nextDown(start(i + 1));
      cell[i] = (short) (edgesUpTo(from) == edgesUpTo(last) ? search(from) : UNCLEAR);
    }
  }

  private double start(int i) {
    return Double.longBitsToDouble((long) (base + i) << SHIFT);
  }

  private static int leading(double square) {
    return (int) (Double.doubleToRawLongBits(square) >>> SHIFT);
  }

  /** Returns the bin of a square, or {@link #NONE}. */
  int of(double square) {
    int bin = cell[Math.max(0, Math.min(cell.length - 1, leading(square) - base))];
    return bin == UNCLEAR ? search(square) : bin;
  }

  private int search(double square) {
    int edges = edgesUpTo(square);
    return edges < squares.length ? edges - 1 : NONE;
  }

  private int edgesUpTo(double square) {
    int found = Arrays.binarySearch(squares, square);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /** Returns whether no square from {@code lower} to {@code upper} is in a bin. */
  boolean none(double lower, double upper) {
    return lower >= squares[squares.length - 1] || upper < squares[0];
  }
}
