package org.jzfof.bench;

import java.util.Arrays;
import java.util.List;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Parts;
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
import org.jzfof.neighbours.RadiusKernels;
import org.jzfof.neighbours.files.BlockSize;
import org.jzfof.neighbours.search.NeighbourDistances;
import org.jzfof.neighbours.search.NeighbourSearch;
import org.jzfof.progress.StageClock;

/**
 * Times all neighbours of every particle within a radius, from coordinates on the device to lists
 * on the device, on a single rank. Lists are made in blocks that fill the available memory; each
 * block replaces the one before.
 */
public final class RadiusBenchmark {
  private static final long MOST_PAIRS = 1L << 30;

  /**
   * Of the memory, for each pair of a block: a list takes up to 12 of them, and as many to sort.
   */
  private static final long BYTES_PER_PAIR = 64;

  private final Backend backend;
  private final ParticleSource source;
  private final ArrayExchange arrays;
  private final DeviceMemory memory;

  /**
   * @param source of the particles
   * @param arrays of the only rank
   */
  public RadiusBenchmark(Backend backend, ParticleSource source, ArrayExchange arrays) {
    this.backend = backend;
    this.source = source;
    this.arrays = arrays;
    this.memory = backend.memory();
  }

  /**
   * What to time.
   *
   * @param radius around each particle
   * @param lists whether neighbours are listed, or only counted
   * @param digest whether to make a digest of what is found, in one more run
   */
  public record Task(NeighbourMethod method, double[] radius, boolean lists, boolean digest) {}

  /**
   * What a benchmark measured.
   *
   * @param particles number of particles searched, each of which is a query
   * @param pairs neighbours of all of them
   * @param digest one number for all lists, or numbers of neighbours; 0 if none was asked for
   * @param stages statistics per stage, the total last
   */
  public record Result(long particles, long pairs, long digest, List<StageStatistics> stages)
      implements MethodResult {}

  /** Takes lists of consecutive particles, from the first on; closes nothing. */
  @FunctionalInterface
  private interface ListSink {
    void accept(NeighbourLists lists, long[] start, long first);
  }

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
        new NeighbourSearch.Sources(source.loadCoordinates(backend, arrays.comm()), 0)) {
      return new NeighbourDistances(backend, arrays, points, source.box()).of(null, k);
    }
  }

  /**
   * @param task what to time
   * @param warmup runs that are not counted
   * @param repeat runs that are counted, at least 1
   */
  public Result run(Task task, int warmup, int repeat) {
    BlockSize onDevice =
        new BlockSize(
            Integer.MAX_VALUE, Math.min(MOST_PAIRS, backend.memoryLimit() / BYTES_PER_PAIR), 0);
    RepeatedRuns<Long> runs =
        RepeatedRuns.of(
            memory,
            arrays.comm(),
            warmup,
            repeat,
            (clock, last) ->
                Arrays.stream(search(task, clock, onDevice, (lists, start, first) -> {})).sum());
    return new Result(source.count(), runs.last(), task.digest ? digest(task) : 0, runs.stages());
  }

  private long digest(Task task) {
    long[] sum = {0};
    StageClock clock = new StageClock(memory, arrays.comm(), stage -> {});
    long[] counts =
        search(
            task,
            clock,
            BlockSize.ofLists(arrays.comm()),
            (lists, start, first) -> sum[0] += NeighbourDigest.of(lists, start, first, memory));
    clock.stages();
    return sum[0] + NeighbourDigest.of(counts);
  }

  /** How many neighbours each particle has; shows their lists, where they are wanted. */
  private long[] search(Task task, StageClock clock, BlockSize limits, ListSink sink) {
    RadiusKernels kernels = backend.radius(task.method);
    try (Coordinates points = source.loadCoordinates(backend, arrays.comm());
        DeviceArray radius = memory.upload(task.radius)) {
      memory.finish();
      try (NeighbourIndex index =
              clock.time(MethodResult.BUILD, () -> kernels.index(points, source.box()));
          DeviceArray found =
              clock.time(
                  "count", () -> kernels.count(index, new BallQueries(null, radius, null)))) {
        long[] counts = clock.time("fetch counts", () -> memory.toLongs(found));
        if (task.lists) {
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
      long[] start = Parts.starts(Arrays.copyOfRange(counts, from, end));
      long pairs = start[end - from];
      try (Scope made = new Scope()) {
        BallQueries queries = search.queries(first, end - first, memory, made);
        DeviceArray starts = clock.time("fetch counts", () -> memory.upload(start));
        ElementType distance = queries.places().xyz().type();
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
