package org.jzfof.pipeline;

import org.jzfof.backend.Backend;
import org.jzfof.device.ElementType;

/**
 * Device memory that a search for nearest neighbours takes at its peak, on one of several ranks or
 * on the only one, from the arrays that are there at once. Coordinates on both sides of a border
 * between ranks and boxes of nodes depend on the particles; they are a few percent.
 *
 * @param backend that searches
 * @param coordinates F32 or F64, of points and queries
 * @param several whether there are other ranks
 */
record NeighbourMemory(Backend backend, ElementType coordinates, boolean several) {
  private static final int ROW = Integer.BYTES;
  private static final int NUMBER = Long.BYTES;

  /** Bytes for points as they were read, and with several ranks as they were shared out. */
  long points(long count) {
    long xyz = 3L * coordinates.bytes();
    long index = backend.knnBytesPerParticle(coordinates);
    return count * (xyz + (several ? xyz + NUMBER : 0) + index);
  }

  /**
   * Bytes for a block of queries and their answers.
   *
   * @param k neighbours of each
   * @param distance F32 or F64
   */
  long block(long count, int k, ElementType distance) {
    long xyz = 3L * coordinates.bytes();
    long found = (long) k * (ROW + distance.bytes());
    if (!several) {
      return count * (xyz + found + backend.knnBytesPerParticle(coordinates));
    }
    long numbered = (long) k * (NUMBER + distance.bytes());
    long fixed = 3L * Integer.BYTES;
    long reach = Double.BYTES;
    return count * (xyz + ROW + NUMBER + found + numbered + fixed + reach);
  }
}
