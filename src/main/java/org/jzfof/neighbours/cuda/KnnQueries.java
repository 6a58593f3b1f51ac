package org.jzfof.neighbours.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;

/**
 * Queries of a search for nearest neighbours, along the curve.
 *
 * @param order all of them
 * @param from first place that is asked for
 * @param to one past the last
 * @param searchRadius F64 by row, or null for no bound
 * @param own whether they are the points that are searched
 */
public record KnnQueries(
    CurveOrder order, long from, long to, DeviceArray searchRadius, boolean own) {

  /** Queries at other places than the points. */
  static KnnQueries of(CurveOrder order, DeviceArray searchRadius) {
    return new KnnQueries(order, 0, order.count(), searchRadius, false);
  }

  /** Some of the points themselves. */
  public static KnnQueries own(CurveOrder points, long from, long to) {
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
      own ? 0 : address(order.leafKeys())
    };
  }
}
