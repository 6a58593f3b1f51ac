package org.jzfof.neighbours.search;

import java.util.function.Consumer;
import org.jzfof.backend.Backend;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.domain.Box;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.files.NeighbourBlock;
import org.jzfof.neighbours.files.RowLengths;
import org.jzfof.progress.StageClock;

/** The stages from coordinates on the device to rows of nearest neighbours. */
public final class NeighbourSearch {
  private final Backend backend;
  private final KnnKernels kernels;
  private final ArrayExchange arrays;
  private final StageClock clock;
  private final DeviceMemory memory;

  /**
   * @param backend that holds the points
   * @param method by which they are searched
   * @param arrays the ranks, and the path between them
   * @param clock to record the stages
   */
  public NeighbourSearch(
      Backend backend, NeighbourMethod method, ArrayExchange arrays, StageClock clock) {
    this.backend = backend;
    this.kernels = backend.methods().knn(method);
    this.arrays = arrays;
    this.clock = clock;
    this.memory = backend.memory();
  }

  /**
   * The points among which neighbours are looked for.
   *
   * @param coordinates of the points that this rank has read
   * @param firstRow row of the first of them among all points; the others follow, and those of the
   *     next rank follow them
   */
  public record Sources(Coordinates coordinates, long firstRow) implements AutoCloseable {
    @Override
    public void close() {
      coordinates.close();
    }
  }

  /**
   * What to look for.
   *
   * @param box that holds the points
   * @param k neighbours per query
   * @param excludeSelf whether points, where they are their own queries, are no neighbours of
   *     themselves
   * @param mortonOrder whether answers come along a space-filling curve, instead of in the order of
   *     the queries
   * @param blockRows most queries in a block
   * @param distance F32 or F64
   */
  public record Problem(
      Box box,
      int k,
      boolean excludeSelf,
      boolean mortonOrder,
      int blockRows,
      ElementType distance) {
    /** Neighbours to look for, with the query itself where that is left out afterwards. */
    int searched() {
      return k + (excludeSelf ? 1 : 0);
    }
  }

  /**
   * Rows of neighbours on the device.
   *
   * @param rows with I32 row numbers on a single rank, with I64 ones on several
   * @param query of the same type: row of each query among all points, or null where they come in
   *     the order of the queries
   */
  public record Found(Neighbours rows, DeviceArray query) implements AutoCloseable {
    @Override
    public void close() {
      rows.close();
      if (query != null) {
        query.close();
      }
    }
  }

  /**
   * Finds the neighbours of all queries; every rank calls it.
   *
   * @param sources coordinates are closed
   * @param queries places to search from, or null for the points themselves
   * @param sink is called equally often on every rank, with an empty block where a rank has no more
   */
  public void run(
      Sources sources, QuerySupply queries, Problem problem, Consumer<NeighbourBlock> sink) {
    try (sources;
        IndexedSearch answers = index(sources, problem)) {
      long rows = rows(answers, sources, queries, problem);
      long firstRow = firstRow(answers, sources, queries, problem);
      HostMemory host = new HostMemory();
      SharedBlocks.forEach(
          arrays.comm(),
          rows,
          problem.blockRows(),
          (from, count) -> {
            NeighbourBlock block;
            try (Found found = find(answers, queries, problem, from, count)) {
              block = clock.time("fetch rows", () -> fetch(firstRow + from, found, host));
            }
            sink.accept(block);
          });
    }
  }

  /**
   * Finds the neighbours of all queries of this rank and leaves them on the device; every rank
   * calls it. Along a space-filling curve, points are answered by the rank in whose domain they
   * lie.
   *
   * @param sources coordinates are closed
   * @param queries places to search from, or null for the points themselves
   */
  public Found findOnDevice(Sources sources, QuerySupply queries, Problem problem) {
    try (sources;
        IndexedSearch answers = index(sources, problem)) {
      if (queries == null && !problem.mortonOrder()) {
        return clock.time("search", () -> new Found(answers.all(), null));
      }
      return find(answers, queries, problem, 0, rows(answers, sources, queries, problem));
    }
  }

  private IndexedSearch index(Sources sources, Problem problem) {
    return clock.time("index", () -> new IndexedSearch(backend, kernels, arrays, sources, problem));
  }

  /** Answers that this rank gives. */
  private static long rows(
      IndexedSearch answers, Sources sources, QuerySupply queries, Problem problem) {
    if (queries != null) {
      return queries.rows();
    }
    return problem.mortonOrder() ? answers.ordered() : sources.coordinates().count();
  }

  /** The first of them among those of all ranks; every rank calls it. */
  private long firstRow(
      IndexedSearch answers, Sources sources, QuerySupply queries, Problem problem) {
    if (queries != null) {
      return queries.firstRow();
    }
    return problem.mortonOrder()
        ? arrays.comm().exclusiveScan(answers.ordered())
        : sources.firstRow();
  }

  private Found find(
      IndexedSearch answers, QuerySupply queries, Problem problem, long from, long count) {
    if (queries != null) {
      Coordinates block = clock.time("read queries", () -> queries.read(from, count));
      return clock.time("search", () -> new Found(answers.search(block), null));
    }
    return clock.time(
        "search",
        () ->
            problem.mortonOrder()
                ? new Found(answers.inOrder(from, count), answers.order(from, count))
                : new Found(answers.own(from, count), null));
  }

  private NeighbourBlock fetch(long first, Found found, HostMemory host) {
    Neighbours rows = found.rows;
    HostColumn query = found.query == null ? null : host.fetch(memory, found.query);
    HostColumn row = host.fetch(memory, rows.row());
    HostColumn distance = host.fetch(memory, rows.distance());
    RowLengths lengths = RowLengths.same((int) rows.count(), rows.k());
    return new NeighbourBlock(first, rows.k() * first, query, lengths, null, row, distance);
  }
}
