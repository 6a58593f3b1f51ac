package org.jzfof.bench;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.jzfof.backend.Backend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
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
import org.jzfof.progress.StageTiming;

/**
 * Times neighbours from coordinates on the device to answers on the device: a row of k for each
 * query, or on a single rank the list of all within a radius of each particle. Lists are made in
 * blocks that fill the available memory; each block replaces the one before.
 */
public final class NeighbourBenchmark {
  /** Stage that makes the points ready for being searched. */
  public static final String BUILD = "index";

  /** Stages that search. */
  public static final List<String> QUERY = List.of("count", "search");

  /** Rows whose farthest neighbours are looked at after the last run. */
  private static final int SAMPLE = 1000;

  private static final long MOST_PAIRS = 1L << 30;

  /**
   * Of the memory, for each pair of a block: a list takes up to 12 of them, and as many to sort.
   */
  private static final long BYTES_PER_PAIR = 64;

  private final Backend backend;
  private final ParticleSource source;
  private final ArrayExchange arrays;
  private final Communicator comm;
  private final DeviceMemory memory;

  /**
   * @param source of the particles of this rank
   * @param arrays the ranks that share the work, and the path between them
   */
  public NeighbourBenchmark(Backend backend, ParticleSource source, ArrayExchange arrays) {
    this.backend = backend;
    this.source = source;
    this.arrays = arrays;
    this.comm = arrays.comm();
    this.memory = backend.memory();
  }

  /** Which neighbours are looked for. */
  public sealed interface Sought {
    /**
     * The nearest.
     *
     * @param k neighbours per query
     * @param mortonOrder whether rows come along a space-filling curve instead of in the order of
     *     the queries
     * @param queries to search from, or null for the particles themselves
     */
    record Nearest(int k, boolean mortonOrder, ParticleSource queries) implements Sought {}

    /**
     * All within a radius of every particle, on a single rank.
     *
     * @param radius around each particle
     * @param lists whether neighbours are listed, or only counted
     */
    record Within(double[] radius, boolean lists) implements Sought {}
  }

  /**
   * What to time.
   *
   * @param sought which neighbours
   * @param digest whether to make a digest of what is found: by the last run, or for lists in one
   *     more run
   */
  public record Task(NeighbourMethod method, Sought sought, boolean digest) {}

  /**
   * What a benchmark measured.
   *
   * @param particles number of particles searched
   * @param queries number of queries
   * @param pairs neighbours of all of them; 0 for the nearest
   * @param farthest mean distance of the k-th neighbour over the first 1000 rows of this rank; NaN
   *     if it has none, and for lists
   * @param digest one number for all that was found; 0 if none was asked for
   * @param sent bytes that the ranks sent to each other in a run
   * @param stages statistics per stage, the total last
   */
  public record Result(
      long particles,
      long queries,
      long pairs,
      double farthest,
      long digest,
      Sent sent,
      List<StageStatistics> stages) {}

  /**
   * Bytes sent between ranks.
   *
   * @param all in a run
   * @param searching those of them after the points were shared out and indexed
   */
  public record Sent(long all, long searching) {
    static Sent of(List<StageTiming> stages) {
      return new Sent(
          stages.stream().mapToLong(StageTiming::bytesSent).sum(),
          stages.stream()
              .filter(stage -> stage.name().equals("search"))
              .mapToLong(StageTiming::bytesSent)
              .sum());
    }
  }

  /** One run. */
  private record Run(long pairs, double farthest, long digest, Sent sent) {}

  /** One radius for all particles. */
  public double[] same(double radius) {
    double[] all = new double[Math.toIntExact(source.count())];
    Arrays.fill(all, radius);
    return all;
  }

  /**
   * The distance of the k-th neighbour of each particle, itself being the first.
   *
   * @param k at most the number of particles
   */
  public double[] ofNeighbour(int k) {
    try (NeighbourSearch.Sources points =
        new NeighbourSearch.Sources(source.loadCoordinates(backend, comm), 0)) {
      return new NeighbourDistances(backend, arrays, points, source.box()).of(null, k);
    }
  }

  /**
   * @param task what to time
   * @param warmup runs that are not counted
   * @param repeat runs that are counted, at least 1
   */
  public Result run(Task task, int warmup, int repeat) {
    RepeatedRuns<Run> runs =
        RepeatedRuns.of(memory, comm, warmup, repeat, (clock, last) -> search(task, clock, last));
    Run last = runs.last();
    ParticleSource queries =
        task.sought instanceof Sought.Nearest nearest && nearest.queries != null
            ? nearest.queries
            : source;
    long digest =
        task.digest && task.sought instanceof Sought.Within within
            ? digest(task.method, within)
            : last.digest;
    return new Result(
        source.count(),
        queries.count(),
        last.pairs,
        last.farthest,
        digest,
        last.sent,
        runs.stages());
  }

  private Run search(Task task, StageClock clock, boolean last) {
    if (task.sought instanceof Sought.Nearest nearest) {
      return nearest(task.method, nearest, task.digest && last, clock);
    }
    BlockSize onDevice =
        new BlockSize(
            Integer.MAX_VALUE, Math.min(MOST_PAIRS, backend.memoryLimit() / BYTES_PER_PAIR), 0);
    long[] counts =
        within(
            task.method, (Sought.Within) task.sought, clock, onDevice, (lists, start, first) -> {});
    return new Run(Arrays.stream(counts).sum(), Double.NaN, 0, new Sent(0, 0));
  }

  private Run nearest(
      NeighbourMethod method, Sought.Nearest sought, boolean digest, StageClock clock) {
    EvenShares shares = new EvenShares(source.count(), comm.size());
    Coordinates points = source.loadCoordinates(backend, comm);
    NeighbourSearch.Parameters problem =
        new NeighbourSearch.Parameters(
            source.box(),
            sought.k,
            false,
            sought.mortonOrder,
            Integer.MAX_VALUE,
            points.xyz().type());
    LoadedQueries supply = sought.queries == null ? null : new LoadedQueries(sought.queries);
    long firstQuery = (supply == null ? shares : supply.shares).start(comm.rank());
    memory.finish();
    comm.sum(new long[1]); // start together
    try (NeighbourSearch.DeviceRows found =
        new NeighbourSearch(backend, method, arrays, clock)
            .findOnDevice(
                new NeighbourSearch.Sources(points, shares.start(comm.rank())), supply, problem)) {
      return new Run(
          0,
          meanFarthest(found.rows()),
          digest ? NeighbourDigest.of(found, firstQuery, memory, comm) : 0,
          Sent.of(StageTiming.ofAllRanks(clock.stages(), comm)));
    }
  }

  /** Places of this rank, on the device at once. */
  private final class LoadedQueries implements QuerySupply {
    private final Coordinates loaded;
    private final EvenShares shares;

    LoadedQueries(ParticleSource places) {
      this.loaded = places.loadCoordinates(backend, comm);
      this.shares = new EvenShares(places.count(), comm.size());
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
      return loaded; // it asks once, for all of them, and closes them
    }
  }

  private double meanFarthest(Neighbours found) {
    int rows = (int) Math.min(SAMPLE, found.count());
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

  /** Takes lists of consecutive particles, from the first on; closes nothing. */
  @FunctionalInterface
  private interface ListSink {
    void accept(NeighbourLists lists, long[] start, long first);
  }

  private long digest(NeighbourMethod method, Sought.Within sought) {
    long[] sum = {0};
    StageClock clock = new StageClock(memory, comm, stage -> {});
    long[] counts =
        within(
            method,
            sought,
            clock,
            BlockSize.ofLists(comm),
            (lists, start, first) -> sum[0] += NeighbourDigest.of(lists, start, first, memory));
    clock.stages();
    return sum[0] + NeighbourDigest.of(counts);
  }

  /** How many neighbours each particle has; shows their lists, where they are wanted. */
  private long[] within(
      NeighbourMethod method,
      Sought.Within sought,
      StageClock clock,
      BlockSize limits,
      ListSink sink) {
    RadiusKernels kernels = backend.methods().radius(method);
    try (Coordinates points = source.loadCoordinates(backend, comm);
        DeviceArray radius = memory.upload(sought.radius)) {
      memory.finish();
      try (NeighbourIndex index = clock.time(BUILD, () -> kernels.index(points, source.box()));
          DeviceArray found =
              clock.time(
                  "count", () -> kernels.count(index, new BallQueries(null, radius, null)))) {
        long[] counts = clock.time("fetch counts", () -> memory.toLongs(found));
        if (sought.lists) {
          list(new Search(kernels, index, points, radius), clock, limits, counts, sink);
        }
        return counts;
      }
    }
  }

  /** What lists are made from. */
  private record Search(
      RadiusKernels kernels, NeighbourIndex index, Coordinates points, DeviceArray radius) {
    /** Queries with their places; all that is made for them goes to {@code made}. */
    BallQueries queries(int from, int count, DeviceMemory memory, Scope made) {
      DeviceArray xyz = made.add(memory.slice(points.xyz(), 3L * from, 3L * count));
      DeviceArray within = made.add(memory.slice(radius, from, count));
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
      try (Scope made = new Scope()) {
        BallQueries queries = search.queries(first, end - first, memory, made);
        DeviceArray starts = clock.time("fetch counts", () -> memory.upload(start));
        ElementType distance = queries.centres().xyz().type();
        NeighbourLists lists =
            clock.time(
                "search",
                () -> search.kernels.find(search.index, queries, starts, pairs, distance));
        sink.accept(made.add(lists), start, first);
      }
      from = end;
    }
  }
}
