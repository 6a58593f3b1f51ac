package org.jzfof.bench;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.search.NeighbourSearch;
import org.jzfof.neighbours.search.QuerySupply;
import org.jzfof.progress.StageClock;
import org.jzfof.progress.StageTiming;

/**
 * Times nearest neighbours from coordinates on the device to answers on the device, one row per
 * query.
 */
public final class KnnBenchmark {
  /** Rows whose farthest neighbours are looked at after the last run. */
  private static final int SAMPLE = 1000;

  private final Backend backend;
  private final ParticleSource source;
  private final ArrayExchange arrays;
  private final Communicator comm;

  /**
   * @param source of the particles of this rank
   * @param arrays the ranks that share the work, and the path between them
   */
  public KnnBenchmark(Backend backend, ParticleSource source, ArrayExchange arrays) {
    this.backend = backend;
    this.source = source;
    this.arrays = arrays;
    this.comm = arrays.comm();
  }

  /**
   * What a benchmark measured.
   *
   * @param particles number of particles searched
   * @param queries number of queries
   * @param farthest mean distance of the k-th neighbour over the first 1000 rows of this rank; NaN
   *     if it has none
   * @param digest one number for all rows, distances and queries; 0 if none was asked for
   * @param bytesSent bytes that the ranks sent to each other in a run
   * @param bytesSearching those of them that they sent after the points were shared out and indexed
   * @param stages statistics per stage, the total last
   */
  public record Result(
      long particles,
      long queries,
      double farthest,
      long digest,
      long bytesSent,
      long bytesSearching,
      List<StageStatistics> stages)
      implements MethodResult {}

  /** One run. */
  private record Run(double farthest, long digest, List<StageTiming> stages) {
    /** Bytes sent in some stage, or for null in all. */
    long bytesSent(String stage) {
      return stages.stream()
          .filter(s -> stage == null || s.name().equals(stage))
          .mapToLong(StageTiming::bytesSent)
          .sum();
    }
  }

  /**
   * What to time.
   *
   * @param k neighbours per query
   * @param mortonOrder whether rows come along a space-filling curve instead of in the order of the
   *     queries
   * @param queries to search from, or null for the particles themselves
   * @param digest whether to make a digest of what the last run found
   */
  public record Task(
      NeighbourMethod method, int k, boolean mortonOrder, ParticleSource queries, boolean digest) {}

  /**
   * @param task what to time
   * @param warmup runs that are not counted
   * @param repeat runs that are counted, at least 1
   */
  public Result run(Task task, int warmup, int repeat) {
    RepeatedRuns<Run> runs =
        RepeatedRuns.of(
            backend.memory(), comm, warmup, repeat, (clock, last) -> search(task, last, clock));
    return new Result(
        source.count(),
        (task.queries == null ? source : task.queries).count(),
        runs.last().farthest,
        runs.last().digest,
        runs.last().bytesSent(null),
        runs.last().bytesSent("search"),
        runs.stages());
  }

  private Run search(Task task, boolean last, StageClock clock) {
    EvenShares shares = new EvenShares(source.count(), comm.size());
    Coordinates points = source.loadCoordinates(backend, comm);
    NeighbourSearch.Problem problem =
        new NeighbourSearch.Problem(
            source.box(), task.k, false, task.mortonOrder, Integer.MAX_VALUE, points.xyz().type());
    LoadedQueries supply = task.queries == null ? null : new LoadedQueries(task.queries);
    long firstQuery = (supply == null ? shares : supply.shares).start(comm.rank());
    backend.memory().finish();
    comm.sum(new long[1]); // start together
    try (NeighbourSearch.Found found =
        new NeighbourSearch(backend, task.method, arrays, clock)
            .findOnDevice(
                new NeighbourSearch.Sources(points, shares.start(comm.rank())), supply, problem)) {
      long digest =
          task.digest && last ? NeighbourDigest.of(found, firstQuery, backend.memory(), comm) : 0;
      return new Run(
          meanFarthest(found.rows()), digest, StageTiming.ofAllRanks(clock.stages(), comm));
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
    DeviceMemory memory = backend.memory();
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
}
