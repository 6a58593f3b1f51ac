package org.jzfof.bench;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.neighbours.NeighbourLists;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.search.NeighbourSearch;

/**
 * One number for the neighbours of all queries. Searches with equal digests have found the same
 * rows at the same distances for each query, in any order of the queries. The digest is the sum of
 * a hash of each query's number, the index of a neighbour in its list, its row and its distance.
 */
final class NeighbourDigest {
  private static final int CHUNK_VALUES = 1 << 20;

  private NeighbourDigest() {}

  /**
   * Computes the digest of rows on the device; every rank calls it.
   *
   * @param firstQuery number of the first query of this rank, for rows in query order
   * @return the digest, the same on every rank
   */
  static long of(
      NeighbourSearch.DeviceRows found, long firstQuery, DeviceMemory memory, Communicator comm) {
    long[] sum = {0};
    Neighbours rows = found.rows();
    int k = rows.k();
    int queries = Math.max(1, CHUNK_VALUES / k);
    for (long from = 0; from < rows.count(); from += queries) {
      int count = (int) Math.min(queries, rows.count() - from);
      ByteBuffer row = read(rows.row(), from * k, count * k, memory);
      ByteBuffer distance = read(rows.distance(), from * k, count * k, memory);
      ByteBuffer query = found.query() == null ? null : read(found.query(), from, count, memory);
      for (int i = 0; i < count; i++) {
        long number = query == null ? firstQuery + from + i : next(query, count - i);
        for (int j = 0; j < k; j++) {
          int remaining = (count - i) * k - j;
          long bits = next(distance, remaining);
          sum[0] += LabelDigest.hash(LabelDigest.hash(number * k + j, next(row, remaining)), bits);
        }
      }
    }
    comm.sum(sum);
    return sum[0];
  }

  /**
   * Computes the contribution of lists to the digest.
   *
   * @param start offset of the list of each query, and the end of the last [queries+1]
   * @param first number of the first query
   */
  static long of(NeighbourLists lists, long[] start, long first, DeviceMemory memory) {
    long sum = 0;
    int query = 0;
    long pairs = start[start.length - 1];
    for (long from = 0; from < pairs; from += CHUNK_VALUES) {
      int count = (int) Math.min(CHUNK_VALUES, pairs - from);
      ByteBuffer row = read(lists.row(), from, count, memory);
      ByteBuffer distance = read(lists.distance(), from, count, memory);
      for (int i = 0; i < count; i++) {
        while (start[query + 1] <= from + i) {
          query++;
        }
        long entry = LabelDigest.hash(first + query, from + i - start[query]);
        long bits = next(distance, count - i);
        sum += LabelDigest.hash(LabelDigest.hash(entry, next(row, count - i)), bits);
      }
    }
    return sum;
  }

  /** Computes the digest of a number of each query, such as its count of neighbours. */
  static long of(long... numbers) {
    long sum = 0;
    for (int query = 0; query < numbers.length; query++) {
      sum += LabelDigest.hash(query, numbers[query]);
    }
    return sum;
  }

  private static ByteBuffer read(DeviceArray array, long first, int count, DeviceMemory memory) {
    int bytes = array.type().bytes();
    ByteBuffer values = ByteBuffer.allocate(count * bytes).order(ByteOrder.nativeOrder());
    memory.read(array, first * bytes, values);
    return values.flip();
  }

  /**
   * Reads the next value.
   *
   * @param remaining number of remaining values, which tells whether they have 4 or 8 bytes
   */
  private static long next(ByteBuffer values, int remaining) {
    return values.remaining() == remaining * Integer.BYTES ? values.getInt() : values.getLong();
  }
}
