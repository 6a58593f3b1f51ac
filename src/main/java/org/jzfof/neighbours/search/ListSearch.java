package org.jzfof.neighbours.search;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.domain.Box;
import org.jzfof.error.Cleanup;
import org.jzfof.error.MemoryException;
import org.jzfof.error.Scope;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.files.BlockSize;
import org.jzfof.neighbours.files.NeighbourBlock;
import org.jzfof.neighbours.files.RowLengths;
import org.jzfof.progress.StageClock;

/**
 * The stages from coordinates on the device to all neighbours within radii: the neighbours of every
 * query are counted, and then found in blocks of about equal numbers of neighbours.
 */
final class ListSearch implements AutoCloseable {
  private final ArrayExchange arrays;
  private final StageClock clock;
  private final DeviceMemory memory;
  private final NeighbourSearch.Sources sources;
  private final QuerySupply queries;
  private final CurvePoints curve; // the queries if they come in the order of the curve, else null
  private final QueryRadii radii; // in the order of the queries
  private final BlockSize limits;
  private final boolean excludeSelf;
  private final RadiusSearch search;
  private final HostMemory host = new HostMemory();

  /**
   * Parameters of a search.
   *
   * @param mortonOrder whether the queries, which are the points, come in the order of a
   *     space-filling curve instead of that in which they were read
   * @param symmetric whether a point is also a neighbour if the query, which is a point, lies
   *     within the radius of the point
   * @param excludeSelf whether points are excluded from their own neighbours
   * @param distance type of distances, F32 or F64
   */
  record Parameters(
      NeighbourMethod method,
      Box box,
      boolean mortonOrder,
      boolean symmetric,
      boolean excludeSelf,
      ElementType distance) {}

  /**
   * The queries of this rank.
   *
   * @param positions positions of the queries, or null if the queries are the points
   * @param radii radii of the queries, in their order
   */
  record Queries(QuerySupply positions, QueryRadii radii) {}

  /**
   * Indexes the points; every rank calls it.
   *
   * @param sources points that this rank has read; kept open by the caller
   * @param requested queries of this rank; kept open by the caller
   */
  ListSearch(
      Backend backend,
      ArrayExchange arrays,
      StageClock clock,
      NeighbourSearch.Sources sources,
      Queries requested,
      Parameters parameters,
      BlockSize limits) {
    this.arrays = arrays;
    this.clock = clock;
    this.memory = backend.memory();
    this.sources = sources;
    this.limits = limits;
    this.excludeSelf = parameters.excludeSelf;
    Coordinates points = sources.coordinates();
    double[] pointRadii = parameters.symmetric ? requested.radii.between(0, points.count()) : null;
    try (Scope made = new Scope()) {
      RadiusSearch index =
          made.add(
              clock.time(
                  "index",
                  () ->
                      new RadiusSearch(
                          backend,
                          parameters.method,
                          arrays,
                          points,
                          pointRadii,
                          parameters.box,
                          parameters.distance)));
      this.curve =
          parameters.mortonOrder ? new CurvePoints(index, memory, arrays.comm(), host) : null;
      this.queries = curve == null ? requested.positions : curve;
      this.radii = curve == null ? requested.radii : curve.radii(requested.radii, limits.rows());
      this.search = made.keep(index);
    }
  }

  private long rows() {
    return queries == null ? sources.coordinates().count() : queries.rows();
  }

  /** First row of this rank in the result. */
  long firstRow() {
    return queries == null ? sources.firstRow() : queries.firstRow();
  }

  /** Counts the neighbours of each query of this rank; every rank calls it. */
  long[] count() {
    long[] counts = queries == null ? countPoints() : countQueries();
    if (excludeSelf) {
      Arrays.setAll(counts, i -> counts[i] - 1);
    }
    return counts;
  }

  private long[] countPoints() {
    return clock.time("count", () -> search.countPoints(radii.between(0, rows())));
  }

  private long[] countQueries() {
    long[] counts = new long[Math.toIntExact(rows())];
    SharedBlocks.forEach(
        arrays.comm(),
        rows(),
        limits.rows(),
        (from, n) -> {
          Coordinates block = clock.time("read queries", () -> queries.read(from, n));
          long[] found = clock.time("count", () -> search.count(block, radii.between(from, n)));
          System.arraycopy(found, 0, counts, (int) from, (int) n);
        });
    return counts;
  }

  private double maximum(double local) {
    double[] maximum = {local};
    Communicator comm = arrays.comm();
    comm.max(maximum);
    return maximum[0];
  }

  /**
   * Finds the neighbours of all queries; every rank calls it.
   *
   * @param counts result of {@link #count}
   * @param firstPair number of neighbours of the queries of all lower ranks
   * @param pairs whether blocks hold the neighbours; otherwise they hold the numbers of neighbours
   *     only
   * @param sink receives the blocks; it is called equally often on every rank, with an empty block
   *     if a rank has no more queries
   */
  void find(long[] counts, long firstPair, boolean pairs, Consumer<NeighbourBlock> sink) {
    int from = 0;
    long pair = firstPair;
    while (maximum(counts.length - from) > 0) {
      int end = limits.end(counts, from, pairs);
      long[] block = Arrays.copyOfRange(counts, from, end);
      sink.accept(pairs ? listBlock(block, from, pair) : countBlock(block, from, pair));
      pair += Arrays.stream(block).sum();
      from = end;
    }
  }

  private NeighbourBlock countBlock(long[] counts, int from, long pair) {
    HostColumn query = points(from, counts.length);
    return new NeighbourBlock(firstRow() + from, pair, query, lengths(counts), null, null, null);
  }

  private NeighbourBlock listBlock(long[] counts, int from, long pair) {
    long[] found = counts.clone();
    if (excludeSelf) {
      Arrays.setAll(found, i -> counts[i] + 1);
    }
    HostColumn query = points(from, counts.length);
    requireFits(found, from, query);
    double[] radius = radii.between(from, counts.length);
    Coordinates block = clock.time("read queries", () -> read(from, counts.length));
    RadiusSearch.Lists lists = clock.time("search", () -> search.find(block, radius, found));
    if (excludeSelf) {
      lists = withoutSelf(lists, found, firstRow() + from, query);
    }
    return new NeighbourBlock(
        firstRow() + from, pair, query, lengths(counts), radius, lists.row(), lists.distance());
  }

  private Coordinates read(long from, long count) {
    return queries == null
        ? new Coordinates(count, memory.slice(sources.coordinates().xyz(), 3 * from, 3 * count))
        : queries.read(from, count);
  }

  /**
   * Rows of queries among the points, or null if queries come in the order in which they were read.
   */
  private HostColumn points(long from, long count) {
    return curve == null ? null : curve.points(from, count);
  }

  private void requireFits(long[] found, int from, HostColumn query) {
    if (Arrays.stream(found).sum() > Integer.MAX_VALUE / Long.BYTES) {
      throw new MemoryException(
          "query %d has %d neighbours, more than fit into memory at once: give a smaller radius"
              .formatted(query == null ? firstRow() + from : query.getLong(0), found[0]));
    }
  }

  private RowLengths lengths(long[] counts) {
    HostColumn column = host.allocate(ElementType.I64, counts.length);
    for (int i = 0; i < counts.length; i++) {
      column.set(i, counts[i]);
    }
    return RowLengths.of(column);
  }

  /** Removes each query from its list. */
  private RadiusSearch.Lists withoutSelf(
      RadiusSearch.Lists lists, long[] found, long first, HostColumn query) {
    int kept = lists.row().length() - found.length;
    HostColumn row = host.allocate(ElementType.I64, kept);
    HostColumn distance = host.allocate(lists.distance().type(), kept);
    int from = 0;
    int to = 0;
    for (int q = 0; q < found.length; q++) {
      long self = query == null ? first + q : query.getLong(q);
      for (long i = 0; i < found[q]; i++, from++) {
        if (lists.row().getLong(from) != self) {
          row.set(to, lists.row().getLong(from));
          distance.set(to++, lists.distance().getDouble(from));
        }
      }
    }
    Cleanup.close(lists.row(), lists.distance());
    return new RadiusSearch.Lists(row, distance);
  }

  @Override
  public void close() {
    search.close();
  }
}
