package org.jzfof.subhalo.members;

/**
 * A box of fixed-point cells, which may lie across the wall of a periodic box.
 *
 * @param low lowest coordinates [3]
 * @param extent cells from there to the highest ones, unsigned [3]
 */
public record CellBox(int[] low, int[] extent) {
  /** Number of longs in which {@link #write} stores a box. */
  public static final int LONGS = 3;

  private static final long PERIOD = 1L << Integer.SIZE;

  /** Reads a box that {@link #write} has written. */
  public static CellBox read(long[] values, int at) {
    int[] low = new int[LONGS];
    int[] extent = new int[LONGS];
    for (int d = 0; d < LONGS; d++) {
      low[d] = (int) (values[at + d] >> Integer.SIZE);
      extent[d] = (int) values[at + d];
    }
    return new CellBox(low, extent);
  }

  /** Writes the box as longs. */
  public void write(long[] values, int at) {
    for (int d = 0; d < LONGS; d++) {
      values[at + d] = (long) low[d] << Integer.SIZE | Integer.toUnsignedLong(extent[d]);
    }
  }

  /**
   * Returns the number of cells between two boxes in one dimension, along the shorter way around
   * the periodic box; at most 2^31.
   */
  public long gap(CellBox other, int d) {
    long offset = Integer.toUnsignedLong(other.low[d] - low[d]);
    long toOther = offset - Integer.toUnsignedLong(extent[d]);
    long back = PERIOD - offset - Integer.toUnsignedLong(other.extent[d]);
    return offset == 0 ? 0 : Math.max(0, Math.min(toOther, back));
  }
}
