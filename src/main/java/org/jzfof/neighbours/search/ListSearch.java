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
 * query are counted, and then found in blocks of about equally many.
 */
final class ListSearch implements AutoCloseable {
  private final ArrayExchange arrays;
  private final StageClock clock;
  private final DeviceMemory memory;
  private final NeighbourSearch.Sources sources;
  private final QuerySupply queries;
  private final CurvePoints curve; // the queries where they come in that order, else null
  private final QueryRadii radii; // in the order of the queries
  private final BlockSize limits;
  private final boolean excludeSelf;
  private final RadiusSearch answers;
  private final HostMemory host = new HostMemory();

  /**
   * What to look for.
   *
   * @param method by which
   * @param box that holds the points
   * @param mortonOrder whether points, which are the queries, are answered along a space-filling
   *     curve instead of in the order in which they were read
   * @param symmetric whether points, which are the queries, are neighbours also where the query
   *     lies within their radius
   * @param excludeSelf whether points are no neighbours of themselves
   * @param distance F32 or F64
   */
  record Problem(
      NeighbourMethod method,
      Box box,
      boolean mortonOrder,
      boolean symmetric,
      boolean excludeSelf,
      ElementType distance) {}

  /**
   * What is asked.
   *
   * @param places to search from, or null for the points themselves
   * @param radii of the queries, in their order
   */
  record Queries(QuerySupply places, QueryRadii radii) {}

  /**
   * @param sources kept open by the caller
   * @param asked kept open by the caller
   */
  ListSearch(
      Backend backend,
      ArrayExchange arrays,
      StageClock clock,
      NeighbourSearch.Sources sources,
      Queries asked,
      Problem problem,
      BlockSize limits) {
    this.arrays = arrays;
    this.clock = clock;
    this.memory = backend.memory();
    this.sources = sources;
    this.limits = limits;
    this.excludeSelf = problem.excludeSelf;
    Coordinates points = sources.coordinates();
    double[] ofPoints = problem.symmetric ? asked.radii.between(0, points.count()) : null;
    try (Scope made = new Scope()) {
      RadiusSearch known =
          made.add(
              clock.time(
                  "index",
                  () ->
                      new RadiusSearch(
                          backend,
                          problem.method,
                          arrays,
                          points,
                          ofPoints,
                          problem.box,
                          problem.distance)));
      this.curve = problem.mortonOrder ? new CurvePoints(known, memory, arrays.comm(), host) : null;
      this.queries = curve == null ? asked.places : curve;
      this.radii = curve == null ? asked.radii : curve.radii(asked.radii, limits.rows());
      this.answers = made.keep(known);
    }
  }

  private long rows() {
    return queries == null ? sources.coordinates().count() : queries.rows();
  }

  /** Row of the result that this rank begins with. */
  long firstRow() {
    return queries == null ? sources.firstRow() : queries.firstRow();
  }

  /** How many neighbours each query of this rank has; every rank calls it. */
  long[] count() {
    long[] counts = queries == null ? countOwn() : countQueries();
    if (excludeSelf) {
      Arrays.setAll(counts, i -> counts[i] - 1);
    }
    return counts;
  }

  private long[] countOwn() {
    return clock.time("count", () -> answers.countOwn(radii.between(0, rows())));
  }

  private long[] countQueries() {
    long[] counts = new long[Math.toIntExact(rows())];
    SharedBlocks.forEach(
        arrays.comm(),
        rows(),
        limits.rows(),
        (from, some) -> {
          Coordinates block = clock.time("read queries", () -> queries.read(from, some));
          long[] found = clock.time("count", () -> answers.count(block, radii.between(from, some)));
          System.arraycopy(found, 0, counts, (int) from, (int) some);
        });
    return counts;
  }

  private double most(double ofThis) {
    double[] most = {ofThis};
    Communicator comm = arrays.comm();
    comm.max(most);
    return most[0];
  }

  /**
   * Finds the neighbours of all queries; every rank calls it.
   *
   * @param counts from {@link #count}
   * @param firstPair neighbours of the queries of all lower ranks
   * @param pairs whether they are wanted one by one; else blocks have their numbers alone
   * @param sink is called equally often on every rank, with an empty block where a rank has no more
   */
  void find(long[] counts, long firstPair, boolean pairs, Consumer<NeighbourBlock> sink) {
    int from = 0;
    long pair = firstPair;
    while (most(counts.length - from) > 0) {
      int end = limits.end(counts, from, pairs);
      long[] block = Arrays.copyOfRange(counts, from, end);
      sink.accept(pairs ? listed(block, from, pair) : counted(block, from, pair));
      pair += Arrays.stream(block).sum();
      from = end;
    }
  }

  private NeighbourBlock counted(long[] counts, int from, long pair) {
    HostColumn query = points(from, counts.length);
    return new NeighbourBlock(firstRow() + from, pair, query, lengths(counts), null, null, null);
  }

  private NeighbourBlock listed(long[] counts, int from, long pair) {
    long[] found = counts.clone();
    if (excludeSelf) {
      Arrays.setAll(found, i -> counts[i] + 1);
    }
    HostColumn query = points(from, counts.length);
    requireFits(found, from, query);
    double[] radius = radii.between(from, counts.length);
    Coordinates block = clock.time("read queries", () -> read(from, counts.length));
    RadiusSearch.Lists lists = clock.time("search", () -> answers.find(block, radius, found));
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

  /** Rows of queries among the points, or null where they come as they were read. */
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

  /** Leaves out of each list the point that it is about. */
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
    answers.close();
  }
}
