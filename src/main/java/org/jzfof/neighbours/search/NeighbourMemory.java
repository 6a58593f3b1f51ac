package org.jzfof.neighbours.search;

import org.jzfof.backend.Backend;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.ElementType;
import org.jzfof.neighbours.IndexBytes;

/**
 * Peak device memory of a search for nearest neighbours on one rank, summed over the arrays that
 * exist at the same time. Copies of coordinates near the borders between ranks and boxes of nodes
 * depend on the particles and are left out; they take a few percent.
 *
 * @param coordinates type of the coordinates of points and queries, F32 or F64
 * @param distributed whether there are other ranks
 */
public record NeighbourMemory(
    Backend backend, SearchMethod method, ElementType coordinates, boolean distributed) {
  private static final int ROW = Integer.BYTES;
  private static final int NUMBER = Long.BYTES;

  /**
   * Bytes for the points as read, their distributed copy if there are other ranks, and a block of
   * queries with their results.
   *
   * @param queries number of queries in a block
   * @param distance type of distances, F32 or F64
   * @param inPlace whether the queries are points in the order of the index
   */
  public long of(long points, long queries, int k, ElementType distance, boolean inPlace) {
    IndexBytes bytes = backend.methods().bytes(method, coordinates, queries, k);
    long xyz = 3L * coordinates.bytes();
    long block = block(queries, k, distance, inPlace, bytes);
    return points * (xyz + (distributed ? xyz + NUMBER : 0))
        + Math.max(points * bytes.build(), points * bytes.index() + block);
  }

  /** Bytes for points without queries. */
  public long points(long count) {
    return of(count, 0, 1, coordinates, true);
  }

  /**
   * Bytes for points and other queries that are sorted along the curve ({@link CurveRows}), and for
   * the index of the points.
   *
   * @param queries number of queries, 0 if the queries are the points
   */
  long alongCurve(long points, long queries) {
    long xyz = 3L * coordinates.bytes();
    long number = distributed ? NUMBER : ROW;
    // Fixed-point positions, words twice, sorted points, and the columns before and after.
    long sorting = 3 * ROW + 2 * NUMBER + 4 * ROW + 2 * (xyz + number);
    return Math.max(
        Math.max(points * sorting, points * (xyz + number) + queries * sorting),
        points(points) + points * number + queries * (xyz + number));
  }

  private long block(long count, int k, ElementType distance, boolean inPlace, IndexBytes bytes) {
    long number = distributed ? NUMBER : ROW;
    long answers = count * k * (number + distance.bytes());
    if (inPlace) {
      return answers + count * ROW + bytes.block();
    }
    long results = answers + count * 3 * coordinates.bytes();
    // On several ranks, rows are renumbered and sent back after the search.
    long searching = bytes.block() - count * k * (NUMBER - ROW);
    return distributed
        ? results + Math.max(searching, count * (k * number + 2 * ROW))
        : results + count * bytes.query() + bytes.block();
  }
}
