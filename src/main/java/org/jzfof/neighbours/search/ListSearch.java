package org.jzfof.neighbours.search;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jzfof.backend.Backend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.config.search.RowShape;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.DeviceArray;
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
import org.jzfof.neighbours.NeighbourLists;
import org.jzfof.neighbours.SphKernels;
import org.jzfof.neighbours.files.BlockSize;
import org.jzfof.neighbours.files.NeighbourBlock;
import org.jzfof.neighbours.files.PackedRows;
import org.jzfof.neighbours.files.RowLengths;
import org.jzfof.progress.StageClock;
import org.jzfof.threads.Parallel;

/**
 * The stages from coordinates on the device to all neighbours within radii: the neighbours of every
 * query are counted, and then found in blocks of about equal numbers of neighbours.
 */
public final class ListSearch implements AutoCloseable {
  /** Number of queries that are worth a thread. */
  private static final int GRAIN = 1 << 8;

  private final ArrayExchange arrays;
  private final StageClock clock;
  private final DeviceMemory memory;
  private final NeighbourSearch.Sources sources;
  private final QuerySupply queries;
  private final CurvePoints curve; // the queries if they come in the order of the curve, else null
  private final QueryRadii radii; // in the order of the queries
  private final ListPacker packer; // null if lists are not packed
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
  public record Parameters(
      SearchMethod method,
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
   * @param packer packs the lists of queries and points that come along the curve; null if lists
   *     are not packed
   */
  public record Queries(QuerySupply positions, QueryRadii radii, ListPacker packer) {}

  /**
   * Indexes the points; every rank calls it.
   *
   * @param sources points that this rank has read; kept open by the caller
   * @param requested queries of this rank; kept open by the caller
   */
  public ListSearch(
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
    this.packer = requested.packer();
    this.excludeSelf = parameters.excludeSelf;
    Coordinates points = sources.coordinates();
    double[] pointRadii =
        parameters.symmetric ? requested.radii().between(0, points.count()) : null;
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
      this.queries = curve == null ? requested.positions() : curve;
      this.radii =
          curve == null ? requested.radii() : curve.radii(requested.radii(), limits.rows());
      this.search = made.keep(index);
    }
  }

  private long rows() {
    return queries == null ? sources.coordinates().count() : queries.rows();
  }

  /** First row of this rank in the result. */
  public long firstRow() {
    return queries == null ? sources.firstRow() : queries.firstRow();
  }

  /** Counts the neighbours of each query of this rank; every rank calls it. */
  public long[] count() {
    long[] counts = queries == null ? countPoints() : countQueries();
    if (excludeSelf) {
      Parallel.forEach(counts.length, Parallel.GRAIN, i -> counts[i]--);
    }
    return counts;
  }

  private long[] countPoints() {
    return clock.time(
        "count",
        () -> {
          if (!search.isOnOneRank()) {
            return search.countPoints(radii.between(0, rows()));
          }
          try (DeviceArray within = radiiOnDevice(0, Math.toIntExact(rows()))) {
            return search.countOnDevice(null, within);
          }
        });
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

  private DeviceArray radiiOnDevice(int from, int count) {
    return radii.isSame()
        ? memory.uploadSame(radii.of(from), count)
        : memory.upload(radii.between(from, count));
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
   * @param shape values of the blocks: neighbours, sums over them, or the numbers of neighbours
   * @param sums sums over the neighbours
   * @param sink receives the blocks; it is called equally often on every rank, with an empty block
   *     if a rank has no more queries
   */
  public void find(
      long[] counts, long firstPair, RowShape shape, SphSums sums, Consumer<NeighbourBlock> sink) {
    int from = 0;
    long pair = firstPair;
    while (maximum(counts.length - from) > 0) {
      int end = limits.end(counts, from, shape.needsPairs());
      if (packer != null && from < counts.length) {
        end = (int) (packer.end(firstRow() + from, firstRow() + end) - firstRow());
      }
      long[] block = end - from == counts.length ? counts : Arrays.copyOfRange(counts, from, end);
      sink.accept(
          shape.needsPairs()
              ? listBlock(block, from, pair, shape, sums)
              : block(block, from, pair, points(from, block.length), shape, Found.NOTHING));
      pair += Parallel.sum(block, 0, block.length);
      from = end;
    }
  }

  private NeighbourBlock block(
      long[] counts, int from, long pair, HostColumn query, RowShape shape, Found found) {
    RadiusSearch.Lists lists = found.lists;
    HostColumn length = host.allocate(ElementType.I64, counts.length);
    length.put(counts);
    Map<NeighbourValue, HostColumn> ofQueries = new EnumMap<>(NeighbourValue.class);
    ofQueries.putAll(found.sums);
    if (shape.has(NeighbourValue.SMOOTHING)) {
      HostColumn radius = host.allocate(ElementType.F64, counts.length);
      Parallel.forEach(counts.length, Parallel.GRAIN, i -> radius.set(i, radii.of(from + i)));
      ofQueries.put(NeighbourValue.SMOOTHING, radius);
    }
    return new NeighbourBlock(
        firstRow() + from,
        pair,
        query,
        RowLengths.of(length),
        lists == null ? null : lists.row(),
        lists == null ? null : lists.distance(),
        ofQueries,
        found.packed);
  }

  private NeighbourBlock listBlock(
      long[] counts, int from, long pair, RowShape shape, SphSums sums) {
    long[] found = excludeSelf ? counts.clone() : counts;
    if (excludeSelf) {
      Parallel.forEach(found.length, Parallel.GRAIN, i -> found[i]++);
    }
    HostColumn query = points(from, counts.length);
    requireFits(found, from, query);
    Coordinates positions = clock.time("read queries", () -> read(from, counts.length));
    Found all =
        packer != null
            ? findPacked(positions, found, from)
            : search.isOnOneRank()
                ? findOnDevice(positions, found, from, query, shape, sums)
                : find(positions, found, from, query, shape, sums);
    return block(counts, from, pair, query, shape, all);
  }

  /** Finds lists that leave the device as packed bytes. */
  private Found findPacked(Coordinates positions, long[] found, int from) {
    double[] radius = radii.between(from, found.length);
    try (DeviceArray start = memory.upload(ArrayParts.offsets(found));
        DeviceArray rows =
            clock.time("search", () -> search.findRows(positions, radius, found, start))) {
      long first = firstRow() + from;
      PackedRows packed =
          clock.time("pack", () -> packer.pack(start, rows, first, found.length, excludeSelf));
      return new Found(null, Map.of(), packed);
    }
  }

  /**
   * Lists of a block.
   *
   * @param lists lists without the queries, if these are excluded; null if they are not written
   * @param packed packed lists; null if they are not written
   */
  private record Found(
      RadiusSearch.Lists lists, Map<NeighbourValue, HostColumn> sums, PackedRows packed) {
    static final Found NOTHING = new Found(null, Map.of(), null);
  }

  /** Finds lists on a single rank, which leave the device only if they are written. */
  private Found findOnDevice(
      Coordinates positions,
      long[] found,
      int from,
      HostColumn query,
      RowShape shape,
      SphSums sums) {
    int count = found.length;
    try (DeviceArray within = radiiOnDevice(from, count);
        NeighbourLists lists =
            clock.time("search", () -> search.findOnDevice(positions, within, found));
        DeviceArray self = excludeSelf ? selfRows(from, count) : null) {
      Map<NeighbourValue, HostColumn> ofQueries = Map.of();
      if (shape.hasSums()) {
        SphKernels.Lists summed =
            new SphKernels.Lists(
                count, lists.start(), 0, lists.distance(), within, lists.row(), self);
        ofQueries = clock.time("sums", () -> sums.of(summed));
      }
      if (shape.values().stream().noneMatch(NeighbourValue::isOfPairs)) {
        return new Found(null, ofQueries, null);
      }
      RadiusSearch.Lists fetched = clock.time("fetch lists", () -> search.fetch(lists));
      return new Found(
          excludeSelf ? withoutSelf(fetched, found, from, query) : fetched, ofQueries, null);
    }
  }

  /** I32 rows of consecutive queries, which are the points of a single rank. */
  private DeviceArray selfRows(long from, int count) {
    return curve == null ? memory.range(ElementType.I32, from, count) : search.order(from, count);
  }

  /** Finds lists on several ranks. */
  private Found find(
      Coordinates positions,
      long[] found,
      int from,
      HostColumn query,
      RowShape shape,
      SphSums sums) {
    double[] radius = radii.between(from, found.length);
    RadiusSearch.Lists lists = clock.time("search", () -> search.find(positions, radius, found));
    if (excludeSelf) {
      lists = withoutSelf(lists, found, from, query);
    }
    if (!shape.hasSums()) {
      return new Found(lists, Map.of(), null);
    }
    long[] kept = found.clone();
    for (int i = 0; excludeSelf && i < kept.length; i++) {
      kept[i]--;
    }
    try (DeviceArray start = memory.upload(ArrayParts.offsets(kept));
        DeviceArray distance = lists.distance().upload(memory);
        DeviceArray within = memory.upload(radius)) {
      SphKernels.Lists summed =
          new SphKernels.Lists(found.length, start, 0, distance, within, null, null);
      return new Found(lists, sums.of(summed, lists.row()), null);
    }
  }

  /**
   * Removes each query from its list.
   *
   * @param query rows of the queries; null if they count from the row of {@code from}
   */
  private RadiusSearch.Lists withoutSelf(
      RadiusSearch.Lists lists, long[] found, int from, HostColumn query) {
    long first = firstRow() + from;
    long[] start = ArrayParts.offsets(found);
    int[] removed = new int[found.length];
    Parallel.forEach(
        removed.length,
        GRAIN,
        q -> {
          long self = query == null ? first + q : query.getLong(q);
          int at = (int) start[q];
          while (lists.row().getLong(at) != self) {
            at++;
          }
          removed[q] = at;
        });
    RadiusSearch.Lists others =
        new RadiusSearch.Lists(
            lists.row().without(removed, host), lists.distance().without(removed, host));
    Cleanup.close(lists.row(), lists.distance());
    return others;
  }

  private Coordinates read(long from, long count) {
    return queries == null
        ? new Coordinates(count, memory.slice(sources.coordinates().xyz(), 3 * from, 3 * count))
        : queries.read(from, count);
  }

  /** Rows of queries, or null if queries come in the order in which they were read. */
  private HostColumn points(long from, long count) {
    if (packer != null) {
      return packer.rows(from, count);
    }
    return curve == null ? null : curve.points(from, count);
  }

  private void requireFits(long[] found, int from, HostColumn query) {
    if (Parallel.sum(found, 0, found.length) > Integer.MAX_VALUE / Long.BYTES) {
      throw new MemoryException(
          "query %d has %d neighbours, more than fit into memory at once: give a smaller radius"
              .formatted(query == null ? firstRow() + from : query.getLong(0), found[0]));
    }
  }

  @Override
  public void close() {
    search.close();
  }
}
