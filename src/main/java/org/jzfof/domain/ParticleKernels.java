package org.jzfof.domain;

import org.jzfof.device.DeviceArray;

/** Device operations on particles that need no tree. */
public interface ParticleKernels {
  /**
   * Converts coordinates of the host to fixed point.
   *
   * @param map the map for the box
   * @param positions I32 [3n], to be written
   */
  Quantiser quantiser(FixedPoint map, DeviceArray positions);

  /**
   * Looks at all values of consecutive rows.
   *
   * @param column F32 or F64 [width·n]
   * @param width values per row, 1 or 3
   * @param signed whether values may be negative
   * @param from first row
   * @param count number of rows
   */
  ColumnRange range(DeviceArray column, int width, boolean signed, long from, long count);

  /**
   * Makes particles of a mock set: of type 1 and mass 1, with velocities, and IDs from 1 over the
   * whole set.
   *
   * @param first index of the first one
   */
  Particles mock(MockParticles mock, long first, long count);

  /**
   * Coordinates of fixed-point positions.
   *
   * @param positions I32 [3n]
   * @return F32 [3n]; rounding may put the last cells of a side on its end
   */
  DeviceArray coordinates(FixedPoint map, DeviceArray positions);

  /**
   * Converts coordinates that are on the device.
   *
   * @param xyz F32 or F64 [3n], finite; places far outside an open box become the farthest that
   *     fixed point has there
   * @return I32 [3n]
   */
  DeviceArray quantise(FixedPoint map, DeviceArray xyz);

  /**
   * The balls that intersect a domain, a range of the Morton order.
   *
   * @return I32 their rows, increasing; with some that only come close
   */
  DeviceArray intersecting(Balls balls, KeyRange piece);

  /**
   * The balls that are not inside a domain.
   *
   * @return I32 their rows, increasing; with some that only come close
   */
  DeviceArray leaving(Balls balls, KeyRange piece);

  /**
   * Sorts points in Morton order (z-order, x most significant). A run of at most {@code maxRun}
   * points that are equal in the first bits of their keys may stay in the order of their rows;
   * longer ones are ordered by all 32 bits of each dimension, and equal points by their rows.
   *
   * @param positions I32 [3n]; closed, on a GPU as soon as its memory can serve others
   * @param count n
   * @param depth bits per dimension by which it is worthwhile to order short runs, too, 1 to 21; a
   *     hint
   * @param maxRun longest run that may stay unordered, 1 to 32
   */
  SortedPoints mortonSort(DeviceArray positions, long count, int depth, int maxRun);

  /**
   * Morton keys of points at regular rows, {@link Splitters#BITS} per dimension.
   *
   * @param positions I32 [3n]; not changed
   * @param count n
   * @param samples how many, at most n
   * @return the keys of rows (2s + 1)·n / (2·samples), in increasing order
   */
  long[] sampleKeys(DeviceArray positions, long count, int samples);

  /**
   * Sorts rows by the domains of their points, stably.
   *
   * @param positions I32 [3n]; not changed
   * @param count n
   */
  Partition partition(DeviceArray positions, long count, Splitters splitters);

  /**
   * Puts rows in the order of the ranges that their numbers lie in, and otherwise leaves their
   * order.
   *
   * @param numbers I64 [n]; not changed
   * @param start first number of each range, increasing, and the end of the last [ranges+1]
   */
  Partition partition(DeviceArray numbers, long[] start);

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
   * Rows of two sets of points that become one, the particles of the second behind those of the
   * first.
   *
   * @return I32 [n + m] rows of the first points, then those of the second plus n
   */
  DeviceArray joinedRows(SortedPoints first, SortedPoints second);

  /**
   * Sorts rows.
   *
   * @param rows I32 [n], unsigned; not changed
   * @return I32 [n] their places, by increasing row
   */
  DeviceArray order(DeviceArray rows);

  /**
   * Inverts an order.
   *
   * @param rows I32 [n] the row that comes at each place; every row once
   * @return I32 [n] the place of each row
   */
  DeviceArray inverse(DeviceArray rows);
}
