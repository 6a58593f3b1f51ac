package org.jzfof.domain;

import org.jzfof.device.DeviceArray;

/** Device operations on particles that need no tree. */
public interface ParticleKernels {
  /**
   * Makes a converter of host coordinates to fixed point.
   *
   * @param positions I32 [3n], to be written; kept open by the caller
   */
  Quantiser quantiser(FixedPoint map, DeviceArray positions);

  /**
   * Finds the range of the values of consecutive rows.
   *
   * @param column F32 or F64 [width·n]
   * @param width values per row, 1 or 3
   * @param signed whether values may be negative
   */
  ColumnRange range(DeviceArray column, int width, boolean signed, long from, long count);

  /**
   * Makes consecutive particles of a mock set, with velocities, type 1 and mass 1. The IDs of the
   * complete set count from 1.
   *
   * @param first index of the first particle
   */
  Particles mock(MockParticles mock, long first, long count);

  /**
   * Converts fixed-point positions to coordinates.
   *
   * @param positions I32 [3n]
   * @return F32 [3n]; rounding may move positions in the last cells of a side to its end
   */
  DeviceArray coordinates(FixedPoint map, DeviceArray positions);

  /**
   * Converts coordinates on the device to fixed point.
   *
   * @param xyz F32 or F64 [3n], finite; see {@link FixedPoint#toNearest} for positions far outside
   *     an open box
   * @return I32 [3n]
   */
  DeviceArray quantise(FixedPoint map, DeviceArray xyz);

  /**
   * Finds the balls that intersect a domain, a range of the Morton order.
   *
   * @return I32 increasing rows of these balls; a few balls that only come close may be included
   */
  DeviceArray findIntersecting(Balls balls, KeyRange piece);

  /**
   * Finds the balls that are not inside a domain.
   *
   * @return I32 increasing rows of these balls; a few balls that only come close to its boundary
   *     may be included
   */
  DeviceArray findLeaving(Balls balls, KeyRange piece);

  /**
   * Sorts points in Morton order (z-order, x most significant). A run of at most {@code maxRun}
   * points that are equal in the first bits of their keys may stay in the order of their rows;
   * longer runs are ordered by all 32 bits of each dimension, and equal points by their rows.
   *
   * @param positions I32 [3n]; closed, on a GPU as soon as its memory can be reused
   * @param depth number of bits per dimension, 1 to 21, up to which ordering short runs is
   *     worthwhile; a hint
   * @param maxRun longest run that may stay unordered, 1 to 32
   */
  SortedPoints mortonSort(DeviceArray positions, long count, int depth, int maxRun);

  /**
   * Morton keys of points at regular rows, {@link Splitters#BITS} per dimension.
   *
   * @param positions I32 [3n]; not changed
   * @param samples number of samples, at most n
   * @return the keys of rows (2s + 1)·n / (2·samples), in increasing order
   */
  long[] sampleKeys(DeviceArray positions, long count, int samples);

  /**
   * Sorts rows by the domains of their points, stably.
   *
   * @param positions I32 [3n]; not changed
   */
  Partition partition(DeviceArray positions, long count, Splitters splitters);

  /**
   * Sorts rows by the ranges that hold their numbers, stably.
   *
   * @param numbers I64 [n]; not changed
   * @param start first number of each range, increasing, followed by the end of the last range
   *     [ranges+1]
   */
  Partition partition(DeviceArray numbers, long[] start);

  /**
   * Copies rows of a column in a given order.
   *
   * @param column column of any type, {@code width} elements per row
   * @param rows I32 [n] row of {@code column} that becomes each row of the result
   * @return a new column [width·n]
   */
  DeviceArray gather(DeviceArray column, int width, DeviceArray rows);

  /**
   * Joins the rows of two sets of points, where the particles of the second set come behind those
   * of the first.
   *
   * @return I32 [n + m] rows of the first points, then those of the second plus n
   */
  DeviceArray joinRows(SortedPoints first, SortedPoints second);

  /**
   * Sorts rows.
   *
   * @param rows I32 [n], unsigned; not changed
   * @return I32 [n] indices into {@code rows}, by increasing row
   */
  DeviceArray order(DeviceArray rows);

  /**
   * Inverts a permutation.
   *
   * @param rows I32 [n] every row once
   * @return I32 [n] index of each row in {@code rows}
   */
  DeviceArray inverse(DeviceArray rows);
}
