package org.jzfof.neighbours.search;

import java.util.Optional;
import java.util.function.Consumer;
import org.jzfof.backend.Backend;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.config.search.SearchMethod;
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
import org.jzfof.neighbours.SphKernels;
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

  public NeighbourSearch(
      Backend backend, SearchMethod method, ArrayExchange arrays, StageClock clock) {
    this.backend = backend;
    this.kernels = backend.methods().knn(method);
    this.arrays = arrays;
    this.clock = clock;
    this.memory = backend.memory();
  }

  /**
   * The points among which neighbours are searched. Their rows count rank after rank.
   *
   * @param coordinates coordinates of the points that this rank has read
   * @param firstRow row of the first of these points among all points
   */
  public record Sources(Coordinates coordinates, long firstRow) implements AutoCloseable {
    @Override
    public void close() {
      coordinates.close();
    }
  }

  /**
   * Parameters of a search.
   *
   * @param excludeSelf whether points that are queries are excluded from their own neighbours
   * @param mortonOrder whether rows come in the order of a space-filling curve instead of that of
   *     the queries
   * @param blockRows largest number of queries in a block
   * @param distance type of distances, F32 or F64
   */
  public record Parameters(
      Box box,
      int k,
      boolean excludeSelf,
      boolean mortonOrder,
      int blockRows,
      ElementType distance) {
    /**
     * Number of neighbours to search for, including the query itself if it is removed afterwards.
     */
    public int searchedCount() {
      return k + (excludeSelf ? 1 : 0);
    }

    /**
     * A warning that a query has fewer neighbours.
     *
     * @param points number of points of all ranks
     */
    public Optional<String> shortage(long points) {
      long others = Math.max(0, points - (excludeSelf ? 1 : 0));
      return k <= others
          ? Optional.empty()
          : Optional.of(
              "only %d neighbours exist, but -k is %d: rows are filled up with -1 at an infinite distance"
                  .formatted(others, k));
    }
  }

  /**
   * Rows of neighbours on the device.
   *
   * @param rows rows with I32 row numbers on a single rank, with I64 row numbers on several ranks
   * @param query row of each query among all points, of the same type; null if rows come in the
   *     order of the queries
   */
  public record DeviceRows(Neighbours rows, DeviceArray query) implements AutoCloseable {
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
   * @param sources points that this rank has read; closed
   * @param queries positions of queries, or null if the queries are the points
   * @param parts number of parts of the queries of a rank from which blocks are searched in turn,
   *     so that several files are written at the same time
   * @param sums sums over the neighbours
   * @param sink receives the blocks; it is called equally often on every rank, with an empty block
   *     if a rank has no more queries
   */
  public void run(
      Sources sources,
      QuerySupply queries,
      Parameters parameters,
      int parts,
      SphSums sums,
      Consumer<NeighbourBlock> sink) {
    try (sources;
        IndexedSearch search = index(sources, parameters)) {
      long rows = rows(search, sources, queries, parameters);
      long firstRow = firstRow(search, sources, queries, parameters);
      HostMemory host = new HostMemory();
      SharedBlocks.forEach(
          arrays.comm(),
          rows,
          parameters.blockRows(),
          parts,
          (from, count) -> {
            NeighbourBlock block;
            try (DeviceRows found = find(search, queries, parameters, from, count)) {
              block = clock.time("fetch rows", () -> fetch(firstRow + from, found, sums, host));
            }
            sink.accept(block);
          });
    }
  }

  /**
   * Finds the neighbours of all queries of this rank and leaves them on the device; every rank
   * calls it. In the order of a space-filling curve, each point is answered by the rank in whose
   * domain it lies.
   *
   * @param sources points that this rank has read; closed
   * @param queries positions of queries, or null if the queries are the points
   */
  public DeviceRows findOnDevice(Sources sources, QuerySupply queries, Parameters parameters) {
    try (sources;
        IndexedSearch search = index(sources, parameters)) {
      if (queries == null && !parameters.mortonOrder()) {
        return clock.time("search", () -> new DeviceRows(search.searchAllRead(), null));
      }
      return find(search, queries, parameters, 0, rows(search, sources, queries, parameters));
    }
  }

  /**
   * Indexes points without a search; every rank calls it.
   *
   * @param sources points that this rank has read; closed
   */
  public void indexOnly(Sources sources, Parameters parameters) {
    try (sources) {
      index(sources, parameters).close();
    }
  }

  private IndexedSearch index(Sources sources, Parameters parameters) {
    return clock.time(
        "index", () -> new IndexedSearch(backend, kernels, arrays, sources, parameters));
  }

  /** Number of rows of neighbours of this rank. */
  private static long rows(
      IndexedSearch search, Sources sources, QuerySupply queries, Parameters parameters) {
    if (queries != null) {
      return queries.rows();
    }
    return parameters.mortonOrder() ? search.orderedCount() : sources.coordinates().count();
  }

  /** First row of this rank among those of all ranks; every rank calls it. */
  private long firstRow(
      IndexedSearch search, Sources sources, QuerySupply queries, Parameters parameters) {
    if (queries != null) {
      return queries.firstRow();
    }
    return parameters.mortonOrder()
        ? arrays.comm().exclusiveScan(search.orderedCount())
        : sources.firstRow();
  }

  private DeviceRows find(
      IndexedSearch search, QuerySupply queries, Parameters parameters, long from, long count) {
    if (queries != null) {
      Coordinates block = clock.time("read queries", () -> queries.read(from, count));
      return clock.time("search", () -> new DeviceRows(search.search(block), null));
    }
    return clock.time(
        "search",
        () ->
            parameters.mortonOrder()
                ? new DeviceRows(search.searchOrdered(from, count), search.order(from, count))
                : new DeviceRows(search.searchRead(from, count), null));
  }

  private NeighbourBlock fetch(long first, DeviceRows found, SphSums sums, HostMemory host) {
    Neighbours rows = found.rows;
    HostColumn query = found.query == null ? null : host.fetch(memory, found.query);
    HostColumn row = host.fetch(memory, rows.row());
    HostColumn distance = host.fetch(memory, rows.distance());
    RowLengths lengths = RowLengths.same((int) rows.count(), rows.k());
    boolean onOneRank = arrays.comm().size() == 1;
    SphKernels.Lists summed =
        new SphKernels.Lists(
            rows.count(),
            null,
            rows.k(),
            rows.distance(),
            null,
            onOneRank ? rows.row() : null,
            null);
    return new NeighbourBlock(
        first,
        rows.k() * first,
        query,
        lengths,
        row,
        distance,
        onOneRank ? sums.of(summed) : sums.of(summed, row),
        null);
  }
}
