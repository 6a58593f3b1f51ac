package org.jzfof.domain;

import org.jzfof.device.DeviceArray;

/** Device operations on particles before there is a tree. */
public interface ParticleKernels {
  /** What {@link #quantise} returns when every coordinate has a place in the box. */
  int ALL_VALID = -1;

  /**
   * Converts a block of coordinates to fixed point.
   *
   * @param map the map for the box
   * @param xyz coordinates [3·count], interleaved
   * @param count rows in the block
   * @param positions I32 [3n], written from row {@code at}
   * @param at first row to write
   * @return the first row of the block with a coordinate that is NaN, infinite or absurdly far
   *     outside the box; {@link #ALL_VALID} if there is none
   */
  int quantise(FixedPoint map, float[] xyz, int count, DeviceArray positions, long at);

  /** As {@link #quantise(FixedPoint, float[], int, DeviceArray, long)}, for doubles. */
  int quantise(FixedPoint map, double[] xyz, int count, DeviceArray positions, long at);

  /**
   * Takes over a block of coordinates that are unsigned 32-bit fractions of the periodic box.
   *
   * @param fractions fractions [3·count], interleaved
   * @param count rows in the block
   * @param positions I32 [3n], written from row {@code at}
   * @param at first row to write
   */
  void takeFractions(int[] fractions, int count, DeviceArray positions, long at);

  /**
   * Sorts points in Morton order (z-order, x most significant). Points are ordered by the first
   * {@code depth} bits of each dimension; a run of more than {@code maxRun} points equal in those
   * is ordered by all 32 bits. The order of points that remain equal is that of their rows.
   *
   * @param positions I32 [3n]; not changed
   * @param count n
   * @param depth bits per dimension, 1 to 21; fewer are used where key and row number together
   *     exceed 64 bits
   * @param maxRun longest run that may stay unordered
   */
  SortedPoints mortonSort(DeviceArray positions, long count, int depth, int maxRun);

  /**
   * Puts rows in the order of the pieces of space they lie in, and otherwise leaves their order.
   *
   * @param positions I32 [3n]; not changed
   * @param count n
   */
  Partition partition(DeviceArray positions, long count, Splitters splitters);

  /**
   * Brings a column into another order.
   *
   * @param column of any type, {@code width} elements per row
   * @param width elements per row
   * @param rows I32 [n] the row that comes at each place
   * @return a new column [width·n]
   */
  DeviceArray gather(DeviceArray column, int width, DeviceArray rows);

  /**
   * Inverts an order.
   *
   * @param rows I32 [n] the row that comes at each place; every row once
   * @return I32 [n] the place of each row
   */
  DeviceArray inverse(DeviceArray rows);
}
