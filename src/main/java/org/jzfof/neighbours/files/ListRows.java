package org.jzfof.neighbours.files;

import java.nio.LongBuffer;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;

/**
 * Consecutive lists of a result with everything that is written of them. Arrays of what is not
 * written are null.
 *
 * @param first row of the whole result
 * @param firstPair neighbours of all rows before it
 * @param query row of each query in its source [count]
 * @param length I64 [count] neighbours of each row
 * @param density at each query [count]
 * @param dispersion of the velocities around each query [count]
 * @param index row of each neighbour in the source order, list after list
 * @param id ID of each neighbour
 * @param distance of each neighbour
 */
record ListRows(
    long first,
    long firstPair,
    HostColumn query,
    HostColumn length,
    HostColumn density,
    HostColumn dispersion,
    HostColumn index,
    HostColumn id,
    HostColumn distance)
    implements RowBlock<ListRows> {
  /** Longs of a message before the arrays. */
  private static final int HEAD = 4;

  @Override
  public int count() {
    return length.length();
  }

  /** Neighbours of the first rows. */
  private long pairs(int rows) {
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      sum += length.getLong(i);
    }
    return sum;
  }

  /** Neighbours of all rows. */
  long pairs() {
    return pairs(count());
  }

  @Override
  public ListRows between(long from, long to) {
    int a = (int) (from - first);
    int rows = (int) (to - from);
    long before = pairs(a);
    int pairs = (int) (pairs(a + rows) - before);
    return with(
        from,
        firstPair + before,
        array -> isOfPairs(array) ? array.part((int) before, pairs) : array.part(a, rows));
  }

  private boolean isOfPairs(HostColumn array) {
    return array == index || array == id || array == distance;
  }

  private ListRows with(long row, long pair, UnaryOperator<HostColumn> other) {
    UnaryOperator<HostColumn> present = array -> array == null ? null : other.apply(array);
    return new ListRows(
        row,
        pair,
        present.apply(query),
        other.apply(length),
        present.apply(density),
        present.apply(dispersion),
        present.apply(index),
        present.apply(id),
        present.apply(distance));
  }

  private List<HostColumn> arrays() {
    return Stream.of(query, length, density, dispersion, index, id, distance)
        .filter(Objects::nonNull)
        .toList();
  }

  @Override
  public long[] pack() {
    int words = HEAD;
    for (HostColumn array : arrays()) {
      words += HostColumn.words(array.type(), array.length());
    }
    LongBuffer packed = LongBuffer.allocate(words).put(first).put(firstPair);
    packed.put(count()).put(pairs());
    arrays().forEach(array -> array.pack(packed));
    return packed.array();
  }

  @Override
  public ListRows unpack(long[] message, HostMemory memory) {
    LongBuffer packed = LongBuffer.wrap(message);
    long row = packed.get();
    long pair = packed.get();
    int rows = (int) packed.get();
    int pairs = (int) packed.get();
    return with(
        row,
        pair,
        array -> {
          HostColumn own = memory.allocate(array.type(), isOfPairs(array) ? pairs : rows);
          own.unpack(packed);
          return own;
        });
  }

  @Override
  public void close() {
    arrays().forEach(HostColumn::close);
  }
}
