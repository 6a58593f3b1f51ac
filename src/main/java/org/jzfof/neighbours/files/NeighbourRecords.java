package org.jzfof.neighbours.files;

import java.nio.LongBuffer;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;

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
record NeighbourRecords(
    long first,
    int count,
    int k,
    HostColumn query,
    HostColumn index,
    HostColumn id,
    HostColumn distance,
    HostColumn density)
    implements RowBlock<NeighbourRecords> {
  /** Longs of a message before the arrays. */
  private static final int HEAD = 2;

  @Override
  public NeighbourRecords between(long from, long to) {
    int a = (int) (from - first);
    int n = (int) (to - from);
    return with(
        from,
        n,
        array -> {
          int width = width(array);
          return array.part(width * a, width * n);
        });
  }

  private NeighbourRecords with(long from, int rows, UnaryOperator<HostColumn> other) {
    UnaryOperator<HostColumn> present = array -> array == null ? null : other.apply(array);
    return new NeighbourRecords(
        from,
        rows,
        k,
        present.apply(query),
        present.apply(index),
        present.apply(id),
        present.apply(distance),
        present.apply(density));
  }

  private int width(HostColumn array) {
    return array == query || array == density ? 1 : k;
  }

  private List<HostColumn> arrays() {
    return Stream.of(query, index, id, distance, density).filter(Objects::nonNull).toList();
  }

  @Override
  public long[] pack() {
    int length = HEAD;
    for (HostColumn array : arrays()) {
      length += HostColumn.words(array.type(), array.length());
    }
    LongBuffer packed = LongBuffer.allocate(length).put(first).put(count);
    arrays().forEach(array -> array.pack(packed));
    return packed.array();
  }

  @Override
  public NeighbourRecords unpack(long[] message, HostMemory memory) {
    LongBuffer packed = LongBuffer.wrap(message);
    long from = packed.get();
    int rows = (int) packed.get();
    return with(
        from,
        rows,
        array -> {
          HostColumn own = memory.allocate(array.type(), width(array) * rows);
          own.unpack(packed);
          return own;
        });
  }

  @Override
  public void close() {
    arrays().forEach(HostColumn::close);
  }
}
