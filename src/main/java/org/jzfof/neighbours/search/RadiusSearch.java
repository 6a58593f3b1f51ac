package org.jzfof.neighbours.search;

import org.jzfof.backend.Backend;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.domain.Box;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;

/**
 * An index of points that finds all points within given radii. Every rank takes part in every call,
 * except those about the order of queries.
 */
public interface RadiusSearch extends AutoCloseable {
  /**
   * Indexes points; every rank calls it.
   *
   * @param method that finds points within radii
   * @param points that this rank has read; kept open by the caller
   * @param radiusOfPoints of each of them where points have radii of their own, or null
   * @param distance F32 or F64, at least
   */
  static RadiusSearch of(
      Backend backend,
      NeighbourMethod method,
      ArrayExchange arrays,
      Coordinates points,
      double[] radiusOfPoints,
      Box box,
      ElementType distance) {
    return arrays.comm().size() == 1
        ? new LocalLists(backend, method, points, radiusOfPoints, box, distance)
        : new DistributedLists(backend, method, arrays, points, radiusOfPoints, box);
  }

  /**
   * How many neighbours places have.
   *
   * @param queries closed
   * @param radius of each
   */
  long[] count(Coordinates queries, double[] radius);

  /** As {@link #count}, of all points that this rank has read, in their order. */
  long[] countOwn(double[] radius);

  /** Points that this rank answers in the order of a space-filling curve. */
  long ordered();

  /**
   * Rows of points along that curve, among those of all ranks; only this rank need call it.
   *
   * @param from first place
   * @return I32 or I64, as in the lists
   */
  DeviceArray order(long from, long count);

  /** Where the points of {@link #order} are; only this rank need call it. */
  Coordinates inOrder(long from, long count);

  /**
   * The neighbours of places.
   *
   * @param queries closed
   * @param radius of each
   * @param count what {@link #count} has found
   */
  Lists find(Coordinates queries, double[] radius, long[] count);

  /**
   * Neighbours on the host, list after list, nearest first.
   *
   * @param row I32 or I64
   * @param distance F32 or F64
   */
  record Lists(HostColumn row, HostColumn distance) {}

  @Override
  void close();
}
