package org.jzfof.snapshot.checks;

import org.jzfof.snapshot.file.ColumnBlock;

/** A sample of the rows of a column, block by block: rows whose number is a multiple of 64. */
final class RowSample {
  static final int EVERY = 64;

  private final int width;
  private double[] numbers = {};
  private long[] bits = {};
  private long first;
  private int rows;

  RowSample(int width) {
    this.width = width;
  }

  /** Prepares for the sample of a block, and returns the offset of its first value in the block. */
  private int begin(long row, int count) {
    int skipped = Math.floorMod(-row, EVERY);
    first = row + skipped;
    rows = Math.max(0, (count - skipped + EVERY - 1) / EVERY);
    if (bits.length < width * rows) {
      bits = new long[width * rows];
      numbers = new double[width * rows];
    }
    return width * skipped;
  }

  /**
   * Samples a block; the sample replaces the preceding one.
   *
   * @param start row of the complete column from which the rows of the block are counted
   * @param block block of a column; {@link #numbers} receives the values of real numbers only
   */
  void take(long start, ColumnBlock block) {
    long row = start + block.row();
    int count = block.count();
    if (block.values() instanceof float[] floats) {
      take(row, count, (to, from) -> number(to, floats[from]));
    } else if (block.values() instanceof double[] doubles) {
      take(row, count, (to, from) -> number(to, doubles[from]));
    } else if (block.values() instanceof long[] integers) {
      take(row, count, (to, from) -> bits[to] = integers[from]);
    } else {
      int[] fractions = block.fractions();
      take(row, count, (to, from) -> bits[to] = fractions[from]);
    }
  }

  private void take(long row, int count, Copy copy) {
    int at = begin(row, count);
    for (int i = 0; i < width * rows; i += width) {
      for (int d = 0; d < width; d++) {
        copy.value(i + d, at + d);
      }
      at += width * EVERY;
    }
  }

  private void number(int to, double number) {
    numbers[to] = number;
    bits[to] = Double.doubleToLongBits(number + 0.0); // no -0
  }

  /** Copies a value of a block into the sample. */
  private interface Copy {
    void value(int to, int from);
  }

  /** Number of rows of the sample. */
  int rows() {
    return rows;
  }

  /** Row number of row i of the sample in the complete column. */
  long row(int i) {
    return first + (long) EVERY * i;
  }

  /** Real numbers of the sample [width·rows]; the array may be longer. */
  double[] numbers() {
    return numbers;
  }

  /** Integers, or the bits of real numbers as doubles [width·rows]; the array may be longer. */
  long[] bits() {
    return bits;
  }
}
