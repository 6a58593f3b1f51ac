package org.jzfof.dump;

import java.nio.LongBuffer;
import java.util.Arrays;

/**
 * Consecutive rows of a result with everything that is written of them. Arrays of what is not
 * written are null.
 *
 * @param first row of the whole result
 * @param count number of rows
 * @param k neighbours per row
 * @param query row of each query in its source [count]
 * @param index row of each neighbour in the source order [k·count]
 * @param id ID of each neighbour [k·count]
 * @param distance of each neighbour [k·count]
 * @param density at each query [count]
 */
record DumpRows(
    long first,
    int count,
    int k,
    long[] query,
    long[] index,
    long[] id,
    double[] distance,
    double[] density) {

  /** Rows [from, to) of the whole result, all of them among these. */
  DumpRows between(long from, long to) {
    if (from == first && to == first + count) {
      return this;
    }
    int a = (int) (from - first);
    int b = (int) (to - first);
    return new DumpRows(
        from,
        b - a,
        k,
        query == null ? null : Arrays.copyOfRange(query, a, b),
        index == null ? null : Arrays.copyOfRange(index, k * a, k * b),
        id == null ? null : Arrays.copyOfRange(id, k * a, k * b),
        distance == null ? null : Arrays.copyOfRange(distance, k * a, k * b),
        density == null ? null : Arrays.copyOfRange(density, a, b));
  }

  /** All of it as longs, for a message; {@link #unpack} is the inverse. */
  long[] pack() {
    long[][] longs = {query, index, id};
    double[][] reals = {distance, density};
    int length = 2;
    for (long[] column : longs) {
      length += column == null ? 0 : column.length;
    }
    for (double[] column : reals) {
      length += column == null ? 0 : column.length;
    }
    LongBuffer packed = LongBuffer.allocate(length).put(first).put(count);
    for (long[] column : longs) {
      packed.put(column == null ? new long[0] : column);
    }
    for (double[] column : reals) {
      for (int i = 0; column != null && i < column.length; i++) {
        packed.put(Double.doubleToRawLongBits(column[i]));
      }
    }
    return packed.array();
  }

  /** Rows from a message, with the same columns as some other rows. */
  static DumpRows unpack(long[] message, DumpRows like) {
    LongBuffer packed = LongBuffer.wrap(message);
    long first = packed.get();
    int count = (int) packed.get();
    return new DumpRows(
        first,
        count,
        like.k,
        like.query == null ? null : longs(packed, count),
        like.index == null ? null : longs(packed, like.k * count),
        like.id == null ? null : longs(packed, like.k * count),
        like.distance == null ? null : doubles(packed, like.k * count),
        like.density == null ? null : doubles(packed, count));
  }

  private static long[] longs(LongBuffer packed, int n) {
    long[] values = new long[n];
    packed.get(values);
    return values;
  }

  private static double[] doubles(LongBuffer packed, int n) {
    double[] values = new double[n];
    Arrays.setAll(values, i -> Double.longBitsToDouble(packed.get()));
    return values;
  }
}
