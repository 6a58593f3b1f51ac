package org.jzfof.pipeline;

import org.jzfof.backend.Backend;
import org.jzfof.backend.IndexBytes;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.device.ElementType;

/**
 * Device memory that a search for nearest neighbours takes at its peak, on one of several ranks or
 * on the only one, from the arrays that are there at once. Coordinates on both sides of a border
 * between ranks and boxes of nodes depend on the particles; they are a few percent.
 *
 * @param backend that searches
 * @param method by which it searches
 * @param coordinates F32 or F64, of points and queries
 * @param several whether there are other ranks
 */
record NeighbourMemory(
    Backend backend, NeighbourMethod method, ElementType coordinates, boolean several) {
  private static final int ROW = Integer.BYTES;
  private static final int NUMBER = Long.BYTES;

  /**
   * Bytes for points as they were read, and with several ranks as they were shared out, and for a
   * block of queries and their answers.
   *
   * @param queries in a block
   * @param k neighbours of each
   * @param distance F32 or F64
   * @param inPlace whether the queries are points in the order of the index
   */
  long of(long points, long queries, int k, ElementType distance, boolean inPlace) {
    IndexBytes index = backend.knnBytes(method, coordinates, queries, k);
    long xyz = 3L * coordinates.bytes();
    long block = block(queries, k, distance, inPlace, index.asking()) + index.searching();
    return points * (xyz + (several ? xyz + NUMBER : 0))
        + Math.max(points * index.building(), points * index.held() + block);
  }

  /** As {@link #of}, for points alone. */
  long points(long count) {
    return of(count, 0, 1, coordinates, true);
  }

  private long block(long count, int k, ElementType distance, boolean inPlace, long asking) {
    long number = several ? NUMBER : ROW;
    long answers = (long) k * (number + distance.bytes());
    if (inPlace) {
      return count * (answers + ROW);
    }
    // Queries are put in order as points are; on several ranks, rows arrive where queries came
    // from.
    long xyz = 3L * coordinates.bytes();
    return count * (xyz + answers + (several ? k * number + 2 * ROW : asking));
  }
}
