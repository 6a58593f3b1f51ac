package org.jzfof.neighbours.files;

import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.error.Cleanup;

/**
 * Consecutive rows of a result with all values that are written.
 *
 * @param first first of these rows in the complete result
 * @param firstPair number of neighbours of all rows before the first
 * @param query row of each query in its source; null if it is not written
 * @param values columns that are written besides the lengths, with one value per neighbour, row
 *     after row, or one value per query
 * @param packed packed lists; null if they are not written
 */
record NeighbourRows(
    long first,
    long firstPair,
    RowLengths lengths,
    HostColumn query,
    Map<NeighbourValue, HostColumn> values,
    PackedRows packed)
    implements AutoCloseable {
  /** Number of longs of a message before the arrays. */
  private static final int HEAD = 4;

  /** Number of rows. */
  int count() {
    return lengths.rows();
  }

  /**
   * Rows [from, to) of the complete result, a part of these rows. The result shares the memory of
   * this block.
   */
  NeighbourRows between(long from, long to) {
    int a = (int) (from - first);
    int rows = (int) (to - from);
    int before = lengths.ofFirst(a);
    int pairs = lengths.ofFirst(a + rows) - before;
    return with(
        from,
        firstPair + before,
        rows,
        array -> array.part(a, rows),
        array -> array.part(before, pairs),
        lists -> lists.between(first, from, to));
  }

  /**
   * Makes rows whose arrays are derived from those of this object, in the order of {@link #arrays}.
   *
   * @param ofRows derives an array with one value per query
   * @param ofPairs derives an array with one value per neighbour
   * @param ofLists derives packed lists
   */
  private NeighbourRows with(
      long row,
      long pair,
      int rows,
      UnaryOperator<HostColumn> ofRows,
      UnaryOperator<HostColumn> ofPairs,
      UnaryOperator<PackedRows> ofLists) {
    HostColumn counted = lengths.counted();
    RowLengths newLengths =
        counted == null ? RowLengths.same(rows, lengths.k()) : RowLengths.of(ofRows.apply(counted));
    HostColumn newQuery = query == null ? null : ofRows.apply(query);
    Map<NeighbourValue, HostColumn> others = new EnumMap<>(NeighbourValue.class);
    values.forEach(
        (value, array) -> others.put(value, (value.isOfPairs() ? ofPairs : ofRows).apply(array)));
    PackedRows lists = packed == null ? null : ofLists.apply(packed);
    return new NeighbourRows(row, pair, newLengths, newQuery, others, lists);
  }

  private List<HostColumn> arrays() {
    List<HostColumn> arrays = new ArrayList<>();
    if (lengths.counted() != null) {
      arrays.add(lengths.counted());
    }
    if (query != null) {
      arrays.add(query);
    }
    arrays.addAll(values.values());
    return arrays;
  }

  /** Packs the block into longs for a message; {@link #unpack} is the inverse. */
  long[] pack() {
    int words = HEAD + (packed == null ? 0 : packed.words());
    for (HostColumn array : arrays()) {
      words += HostColumn.words(array.type(), array.length());
    }
    LongBuffer message = LongBuffer.allocate(words).put(first).put(firstPair);
    message.put(count()).put(lengths.ofFirst(count()));
    arrays().forEach(array -> array.pack(message));
    if (packed != null) {
      packed.pack(message);
    }
    return message.array();
  }

  /**
   * Makes rows from a message.
   *
   * @param message packed rows that have the same arrays as this block
   */
  NeighbourRows unpack(long[] message, HostMemory memory) {
    LongBuffer content = LongBuffer.wrap(message);
    long row = content.get();
    long pair = content.get();
    int rows = (int) content.get();
    int pairs = (int) content.get();
    return with(
        row,
        pair,
        rows,
        array -> unpackColumn(content, array, rows, memory),
        array -> unpackColumn(content, array, pairs, memory),
        lists -> lists.unpack(content, memory));
  }

  private static HostColumn unpackColumn(
      LongBuffer content, HostColumn like, int length, HostMemory memory) {
    HostColumn column = memory.allocate(like.type(), length);
    column.unpack(content);
    return column;
  }

  @Override
  public void close() {
    arrays().forEach(HostColumn::close);
    Cleanup.close(packed);
  }
}
