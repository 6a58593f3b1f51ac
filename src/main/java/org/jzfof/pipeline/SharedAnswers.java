package org.jzfof.pipeline;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jzfof.backend.Backend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.Neighbours;
import org.jzfof.knn.SharedIndex;

/** The answers of one of several ranks, with I64 rows and F64 distances. */
final class SharedAnswers implements Answers {
  private final Backend backend;
  private final DeviceMemory memory;
  private final Coordinates points;
  private final long firstRow;
  private final NeighbourSearch.Problem problem;
  private final SharedIndex index;

  /**
   * @param points that this rank has read; kept open by the caller
   * @param firstRow row of the first of them among those of all ranks
   */
  SharedAnswers(
      Backend backend,
      ArrayExchange arrays,
      Coordinates points,
      long firstRow,
      NeighbourSearch.Problem problem) {
    this.backend = backend;
    this.memory = backend.memory();
    this.points = points;
    this.firstRow = firstRow;
    this.problem = problem;
    this.index =
        new SharedIndex(
            new SharedIndex.Context(backend.knn(), backend.particles(), memory, arrays),
            points,
            rows(0, (int) points.count()),
            problem.box());
  }

  /** I64 rows of points that this rank has read. */
  private DeviceArray rows(long from, int count) {
    return memory.upload(LongStream.range(firstRow + from, firstRow + from + count).toArray());
  }

  @Override
  public long[] order() {
    try (DeviceArray order = index.order(0, index.count())) {
      return memory.toLongs(order);
    }
  }

  @Override
  public Neighbours own(long from, int count) {
    int[] range = IntStream.range((int) from, (int) from + count).toArray();
    Coordinates block;
    try (DeviceArray which = memory.upload(range)) {
      block = new Coordinates(count, backend.particles().gather(points.xyz(), 3, which));
    }
    return withoutSelf(index.search(block, problem.searched()), rows(from, count));
  }

  @Override
  public Neighbours inOrder(long from, int count) {
    return withoutSelf(
        index.searchOwn(from, from + count, problem.searched()), index.order(from, from + count));
  }

  private Neighbours withoutSelf(Neighbours found, DeviceArray rows) {
    if (!problem.excludeSelf()) {
      rows.close();
      return found;
    }
    try (found;
        rows) {
      return backend.knn().without(found, rows);
    }
  }

  @Override
  public Neighbours search(Coordinates queries) {
    return index.search(queries, problem.k());
  }

  @Override
  public void close() {
    index.close();
  }
}
