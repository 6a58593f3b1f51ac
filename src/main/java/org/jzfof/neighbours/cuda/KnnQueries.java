package org.jzfof.neighbours.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;

/**
 * A range of the queries of a search for nearest neighbours, in the order of the curve.
 *
 * @param from first query of the range, as an index along the curve
 * @param to one past the last query of the range
 * @param searchRadius F64 [m] search radius by row, or null without limit
 * @param self whether the queries are the points that are searched
 */
public record KnnQueries(
    CurveOrder order, long from, long to, DeviceArray searchRadius, boolean self) {

  /** Queries at other positions than the points. */
  static KnnQueries of(CurveOrder order, DeviceArray searchRadius) {
    return new KnnQueries(order, 0, order.count(), searchRadius, false);
  }

  /** Queries that are consecutive points along the curve. */
  public static KnnQueries ofPoints(CurveOrder points, long from, long to) {
    return new KnnQueries(points, from, to, null, true);
  }

  public long count() {
    return to - from;
  }

  /** The structure {@code Queries} of {@code knn_index.cuh}. */
  public long[] struct() {
    return new long[] {
      address(order.records()),
      order.type() == ElementType.F64 ? 1 : 0,
      from,
      to,
      searchRadius == null ? 0 : address(searchRadius),
      self ? 0 : address(order.leafKeys())
    };
  }
}
