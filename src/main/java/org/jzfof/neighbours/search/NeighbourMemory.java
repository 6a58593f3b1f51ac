package org.jzfof.neighbours.search;

import org.jzfof.backend.Backend;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.device.ElementType;
import org.jzfof.neighbours.IndexBytes;

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
public record NeighbourMemory(
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
    IndexBytes index = backend.methods().bytes(method, coordinates, queries, k);
    long xyz = 3L * coordinates.bytes();
    long block = block(queries, k, distance, inPlace, index);
    return points * (xyz + (several ? xyz + NUMBER : 0))
        + Math.max(points * index.building(), points * index.held() + block);
  }

  /** As {@link #of}, for points alone. */
  public long points(long count) {
    return of(count, 0, 1, coordinates, true);
  }

  private long block(long count, int k, ElementType distance, boolean inPlace, IndexBytes index) {
    long number = several ? NUMBER : ROW;
    long answers = count * k * (number + distance.bytes());
    if (inPlace) {
      return answers + count * ROW + index.searching();
    }
    long asked = answers + count * 3 * coordinates.bytes();
    // On several ranks, rows get numbers of all ranks and go where queries came from when the
    // search
    // is over.
    long searching = index.searching() - count * k * (NUMBER - ROW);
    return several
        ? asked + Math.max(searching, count * (k * number + 2 * ROW))
        : asked + count * index.asking() + index.searching();
  }
}
