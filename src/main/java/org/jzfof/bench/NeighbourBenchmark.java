package org.jzfof.bench;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jzfof.backend.Backend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.error.BackendException;
import org.jzfof.error.Scope;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.BallQueries;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.NeighbourLists;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.RadiusKernels;
import org.jzfof.neighbours.files.BlockSize;
import org.jzfof.neighbours.search.NeighbourDistances;
import org.jzfof.neighbours.search.NeighbourSearch;
import org.jzfof.neighbours.search.QuerySupply;
import org.jzfof.progress.StageClock;

/**
 * Times neighbour searches from coordinates on the device to results on the device: a row of k
 * neighbours for each query, or, on a single rank, the list of all neighbours within a radius of
 * each particle, or its smoothing length. Lists are built in blocks that fill the available memory;
 * each block replaces the previous one.
 */
public final class NeighbourBenchmark {
  /** Name of the stage that builds the index of the points. */
  public static final String BUILD = "index";

  /** Names of the stages that search. */
  public static final List<String> QUERY = List.of("count", "search", "iterate");

  /** Number of rows whose farthest neighbours are inspected after the last run. */
  private static final int SAMPLE_ROWS = 1000;

  private static final long MAX_PAIRS = 1L << 30;

  /**
   * Memory in bytes for each pair of a block: a list takes up to 12 bytes, and as many for sorting.
   */
  private static final long BYTES_PER_PAIR = 64;

  private final Backend backend;
  private final ParticleSource source;
  private final ArrayExchange arrays;
  private final Communicator comm;
  private final DeviceMemory memory;

  /**
   * @param arrays ranks that share the work, and the path between them
   */
  public NeighbourBenchmark(Backend backend, ParticleSource source, ArrayExchange arrays) {
    this.backend = backend;
    this.source = source;
    this.arrays = arrays;
    this.comm = arrays.comm();
    this.memory = backend.memory();
  }

  /** The neighbours to search. */
  public sealed interface Request {
    /**
     * A search for the nearest neighbours.
     *
     * @param mortonOrder whether the rows follow a space-filling curve instead of the order of the
     *     queries
     * @param queries source of the query positions, or null to query the particles themselves
     */
    record NearestRequest(int k, boolean mortonOrder, ParticleSource queries) implements Request {}

    /** An index of the particles without a search. */
    record IndexRequest() implements Request {}

    /**
     * A search for all neighbours within a radius of every particle, on a single rank.
     *
     * @param radius radius of each particle [n]
     * @param lists whether neighbours are listed, or only counted
     */
    record RadiusRequest(double[] radius, boolean lists) implements Request {}

    /**
     * Smoothing lengths of all particles, iterated on a single rank.
     *
     * @param start length of each particle with which the iteration starts [n]
     */
    record LengthRequest(double[] start, int neighbours, double tolerance) implements Request {}
  }

  /**
   * The search to time.
   *
   * @param digest whether to compute a digest of the results: in the last run, or for lists in an
   *     additional run
   * @param counted whether the work of a search for the nearest, on a single rank, is counted in an
   *     additional run; this needs a digest
   */
  public record Task(SearchMethod method, Request request, boolean digest, boolean counted) {}

  /**
   * The result of a benchmark.
   *
   * @param queries number of queries; 0 for an index alone
   * @param pairs total number of neighbours; 0 for a search of the nearest, and for lengths
   * @param farthest mean distance of the k-th neighbour over the first 1000 rows of this rank, or
   *     the mean smoothing length; NaN without rows, and for lists
   * @param digest one number for all neighbours; 0 if none was requested
   * @param sharing how the ranks share a run
   * @param stages statistics of each stage, followed by the total, and by the parts of stages
   * @param work work of the search, if it was counted
   */
  public record Result(
      long particles,
      long queries,
      long pairs,
      double farthest,
      long digest,
      Sharing sharing,
      List<StageStatistics> stages,
      Optional<WorkStatistics> work) {}

  /** The result of one run. */
  private record RunResult(long pairs, double farthest, long digest, Sharing sharing) {}

  /** Returns one radius for all particles. */
  public double[] equalRadii(double radius) {
    double[] all = new double[Math.toIntExact(source.count())];
    Arrays.fill(all, radius);
    return all;
  }

  /**
   * Returns the distance of the k-th neighbour of each particle, counting the particle itself as
   * the first.
   *
   * @param k number of the neighbour, at most the number of particles
   */
  public double[] neighbourRadii(int k) {
    try (NeighbourSearch.Sources points =
        new NeighbourSearch.Sources(source.loadCoordinates(backend, comm), 0)) {
      return new NeighbourDistances(backend, arrays, points, source.box()).of(null, k);
    }
  }

  /**
   * @param warmup number of runs before the measured ones
   * @param repeat number of measured runs, at least 1
   * @throws BackendException if counting changes the neighbours that are found
   */
  public Result run(Task task, int warmup, int repeat) {
    RepeatedRuns<RunResult> runs =
        RepeatedRuns.of(memory, comm, warmup, repeat, (clock, last) -> search(task, clock, last));
    RunResult last = runs.last();
    ParticleSource queries =
        task.request instanceof Request.NearestRequest nearest && nearest.queries != null
            ? nearest.queries
            : source;
    long digest =
        task.digest && task.request instanceof Request.RadiusRequest within
            ? digest(task.method, within)
            : last.digest;
    List<StageStatistics> stages = new ArrayList<>(runs.stages());
    Optional<WorkStatistics> work = Optional.empty();
    if (task.counted) {
      CountedSearch counted =
          CountedSearch.of(
              backend, task.method, source, (Request.NearestRequest) task.request, comm, repeat);
      if (counted.digest() != digest) {
        throw new BackendException(
            "%s found other neighbours while its work was counted (digests %016x and %016x): report it with the command"
                .formatted(task.method.optionName(), digest, counted.digest()));
      }
      stages.addAll(counted.parts());
      work = Optional.of(counted.work());
    }
    return new Result(
        source.count(),
        task.request instanceof Request.IndexRequest ? 0 : queries.count(),
        last.pairs,
        last.farthest,
        digest,
        last.sharing,
        stages,
        work);
  }

  private RunResult search(Task task, StageClock clock, boolean last) {
    if (task.request instanceof Request.IndexRequest) {
      return index(task.method, clock);
    }
    if (task.request instanceof Request.NearestRequest nearest) {
      return nearest(task.method, nearest, task.digest && last, clock);
    }
    BlockSize onDevice =
        new BlockSize(
            Integer.MAX_VALUE, Math.min(MAX_PAIRS, backend.memoryLimit() / BYTES_PER_PAIR), 0);
    if (task.request instanceof Request.LengthRequest request) {
      double[] found =
          new LengthSearch(backend, arrays, source).find(task.method, request, clock, onDevice);
      long[] bits = Arrays.stream(found).mapToLong(Double::doubleToRawLongBits).toArray();
      double mean = Arrays.stream(found).average().orElse(Double.NaN);
      return new RunResult(0, mean, NeighbourDigest.of(bits), Sharing.NONE);
    }
    long[] counts =
        within(
            task.method,
            (Request.RadiusRequest) task.request,
            clock,
            onDevice,
            (lists, start, first) -> {});
    return new RunResult(Arrays.stream(counts).sum(), Double.NaN, 0, Sharing.NONE);
  }

  private RunResult index(SearchMethod method, StageClock clock) {
    NeighbourSearch.Sources points = loadSources();
    NeighbourSearch.Parameters problem =
        new NeighbourSearch.Parameters(
            source.box(), 1, false, false, Integer.MAX_VALUE, points.coordinates().xyz().type());
    startTogether();
    new NeighbourSearch(backend, method, arrays, clock).indexOnly(points, problem);
    return new RunResult(
        0, Double.NaN, 0, Sharing.of(clock.stages(), points.coordinates().count(), comm));
  }

  /** The particles of this rank, on the device. */
  private NeighbourSearch.Sources loadSources() {
    EvenShares shares = new EvenShares(source.count(), comm.size());
    return new NeighbourSearch.Sources(
        source.loadCoordinates(backend, comm), shares.start(comm.rank()));
  }

  private void startTogether() {
    memory.finish();
    comm.sum(new long[1]);
  }

  private RunResult nearest(
      SearchMethod method, Request.NearestRequest request, boolean digest, StageClock clock) {
    NeighbourSearch.Sources points = loadSources();
    NeighbourSearch.Parameters problem =
        new NeighbourSearch.Parameters(
            source.box(),
            request.k,
            false,
            request.mortonOrder,
            Integer.MAX_VALUE,
            points.coordinates().xyz().type());
    LoadedQueries queries = request.queries == null ? null : new LoadedQueries(request.queries);
    long firstQuery = queries == null ? points.firstRow() : queries.firstRow();
    startTogether();
    try (NeighbourSearch.DeviceRows found =
        new NeighbourSearch(backend, method, arrays, clock)
            .findOnDevice(points, queries, problem)) {
      return new RunResult(
          0,
          meanFarthest(found.rows()),
          digest ? NeighbourDigest.of(found, firstQuery, memory, comm) : 0,
          Sharing.of(clock.stages(), found.rows().count(), comm));
    }
  }

  /** The query positions of this rank, held completely on the device. */
  private final class LoadedQueries implements QuerySupply {
    private final Coordinates loaded;
    private final EvenShares shares;

    LoadedQueries(ParticleSource positions) {
      this.loaded = positions.loadCoordinates(backend, comm);
      this.shares = new EvenShares(positions.count(), comm.size());
    }

    @Override
    public long rows() {
      return shares.count(comm.rank());
    }

    @Override
    public long firstRow() {
      return shares.start(comm.rank());
    }

    @Override
    public Coordinates read(long from, long count) {
      return loaded; // the search reads once, all positions, and closes them
    }
  }

  private double meanFarthest(Neighbours found) {
    int rows = (int) Math.min(SAMPLE_ROWS, found.count());
    boolean isDouble = found.distance().type() == ElementType.F64;
    int size = found.distance().type().bytes();
    ByteBuffer bytes =
        ByteBuffer.allocateDirect(rows * found.k() * size).order(ByteOrder.nativeOrder());
    memory.read(found.distance(), 0, bytes);
    bytes.flip();
    double sum = 0;
    for (int row = 1; row <= rows; row++) {
      int last = (row * found.k() - 1) * size;
      sum += isDouble ? bytes.getDouble(last) : bytes.getFloat(last);
    }
    return sum / rows;
  }

  /**
   * Receives the lists of consecutive particles, in order from the first particle; closes nothing.
   */
  @FunctionalInterface
  private interface ListSink {
    void accept(NeighbourLists lists, long[] start, long first);
  }

  private long digest(SearchMethod method, Request.RadiusRequest request) {
    long[] sum = {0};
    StageClock clock = new StageClock(memory, comm, stage -> {});
    long[] counts =
        within(
            method,
            request,
            clock,
            BlockSize.ofLists(comm, 1, true),
            (lists, start, first) -> sum[0] += NeighbourDigest.of(lists, start, first, memory));
    clock.stages();
    return sum[0] + NeighbourDigest.of(counts);
  }

  /**
   * Returns the number of neighbours of each particle, and passes their lists to the sink if they
   * are requested.
   */
  private long[] within(
      SearchMethod method,
      Request.RadiusRequest request,
      StageClock clock,
      BlockSize limits,
      ListSink sink) {
    RadiusKernels kernels = backend.methods().radius(method);
    try (Coordinates points = source.loadCoordinates(backend, comm);
        DeviceArray radius = memory.upload(request.radius)) {
      memory.finish();
      try (NeighbourIndex index = clock.time(BUILD, () -> kernels.index(points, source.box()));
          DeviceArray found =
              clock.time(
                  "count", () -> kernels.count(index, new BallQueries(null, radius, null)))) {
        long[] counts = clock.time("fetch counts", () -> memory.toLongs(found));
        if (request.lists) {
          list(new Search(kernels, index, points, radius), clock, limits, counts, sink);
        }
        return counts;
      }
    }
  }

  /** The index, points and radii of a search for lists. */
  private record Search(
      RadiusKernels kernels, NeighbourIndex index, Coordinates points, DeviceArray radius) {
    /** Creates queries for consecutive particles; {@code scope} owns their arrays. */
    BallQueries queries(int from, int count, DeviceMemory memory, Scope scope) {
      DeviceArray xyz = scope.add(memory.slice(points.xyz(), 3L * from, 3L * count));
      DeviceArray within = scope.add(memory.slice(radius, from, count));
      return new BallQueries(new Coordinates(count, xyz), within, null);
    }
  }

  private void list(
      Search search, StageClock clock, BlockSize limits, long[] counts, ListSink sink) {
    for (int from = 0; from < counts.length; ) {
      int first = from;
      int end = limits.end(counts, from, true);
      long[] start = ArrayParts.offsets(Arrays.copyOfRange(counts, from, end));
      long pairs = start[end - from];
      try (Scope scope = new Scope()) {
        BallQueries queries = search.queries(first, end - first, memory, scope);
        DeviceArray starts = clock.time("fetch counts", () -> memory.upload(start));
        ElementType distance = queries.centres().xyz().type();
        NeighbourLists lists =
            clock.time(
                "search",
                () -> search.kernels.find(search.index, queries, starts, pairs, distance));
        sink.accept(scope.add(lists), start, first);
      }
      from = end;
    }
  }
}
