package org.jzfof.neighbours.search;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.LongFunction;
import org.jzfof.backend.Backend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.config.search.NeighbourOptions;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.error.Scope;
import org.jzfof.error.SnapshotException;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.SmoothingCondition;
import org.jzfof.neighbours.SmoothingTrials;
import org.jzfof.neighbours.SphKernels;
import org.jzfof.neighbours.files.BlockSize;
import org.jzfof.progress.StageClock;

/**
 * Smoothing lengths that meet a condition on the number of neighbours. A round finds all neighbours
 * within a little more than the next length of each query, and tries lengths within these lists;
 * queries whose next length is larger take part in the next round. Most need no round where their
 * nearest neighbours are found first. The lengths depend only on the distances and the first
 * length, so that they are the same by any method and on any number of ranks.
 */
public final class SmoothingIteration {
  /**
   * Radius of a list over the next length, for lengths that then turn out to be a little larger.
   */
  private static final double MARGIN = 1.1;

  /** Number of queries per block. */
  private static final int BLOCK = 1 << 20;

  /** Heap bytes of a query in a block: its state, and as much again for those that are searched. */
  private static final long QUERY = 80;

  private final Backend backend;
  private final DeviceMemory memory;
  private final ArrayExchange arrays;
  private final Communicator comm;
  private final StageClock clock;
  private final NeighbourSearch.Sources sources;
  private final Problem problem;
  private final BlockSize limits;

  /**
   * Parameters of an iteration.
   *
   * @param method method that finds the neighbours within radii
   */
  public record Problem(SearchMethod method, Box box, SmoothingCondition condition) {
    String neighbours() {
      return "%d +- %s neighbours".formatted(condition.neighbours(), condition.tolerance());
    }
  }

  /**
   * @param sources points that this rank has read; kept open by the caller
   * @param limits size of the lists that are on the device at the same time
   */
  public SmoothingIteration(
      Backend backend,
      ArrayExchange arrays,
      StageClock clock,
      NeighbourSearch.Sources sources,
      Problem problem,
      BlockSize limits) {
    this.backend = backend;
    this.memory = backend.memory();
    this.arrays = arrays;
    this.comm = arrays.comm();
    this.clock = clock;
    this.sources = sources;
    this.problem = problem;
    this.limits = limits;
  }

  /** Heap bytes of the iteration beside the lengths themselves. */
  static long bytes(long queries) {
    return QUERY * Math.min(queries, BLOCK);
  }

  /** Number of nearest neighbours whose row holds the length of most queries, at least 1. */
  static int nearest(int neighbours, long points) {
    int more = Math.min(NeighbourOptions.MAX_K, neighbours + neighbours / 4);
    return (int) Math.max(1, Math.min(points, more));
  }

  /**
   * Lengths of the queries of this rank.
   *
   * @param length length that meets the condition, or with which the rounds begin
   * @param open queries whose lengths do not yet meet the condition
   */
  private record Lengths(double[] length, BitSet open) {
    static Lengths open(double[] length) {
      BitSet open = new BitSet(length.length);
      open.set(0, length.length);
      return new Lengths(length, open);
    }

    int[] openBetween(long from, long count) {
      return open.get((int) from, (int) (from + count)).stream().toArray();
    }
  }

  /**
   * Finds the lengths; every rank calls it.
   *
   * @param queries positions of the queries of this rank, or null if the queries are the points
   * @param start length of each query with which the trials begin; 0 begins with the mean
   *     separation of the points
   * @param describe describes a query of this rank for a message, such as "row 7 of PartType0"
   * @throws SnapshotException if there are fewer points than neighbours, or with the first query
   *     whose length cannot meet the condition
   */
  public double[] of(QuerySupply queries, double[] start, LongFunction<String> describe) {
    return rounds(queries, Lengths.open(start.clone()), points(), describe);
  }

  /**
   * Finds the lengths, which are first tried in rows of nearest neighbours; every rank calls it.
   *
   * @see #of
   */
  double[] ofNearest(QuerySupply queries, LongFunction<String> describe) {
    long points = points();
    Lengths lengths = clock.time("nearest", () -> tryNearest(queries, points));
    return rounds(queries, lengths, points, describe);
  }

  /** Returns the number of points of all ranks. */
  private long points() {
    long[] points = {sources.coordinates().count()};
    comm.sum(points);
    if (points[0] < problem.condition.neighbours()) {
      throw new SnapshotException(
          "there are only %d particles for smoothing lengths with %s: give a smaller -k"
              .formatted(points[0], problem.neighbours()));
    }
    return points[0];
  }

  private Lengths tryNearest(QuerySupply queries, long points) {
    int k = nearest(problem.condition.neighbours(), points);
    NeighbourDistances nearest = new NeighbourDistances(backend, arrays, sources, problem.box);
    Lengths lengths = Lengths.open(new double[Math.toIntExact(nearest.rows(queries))]);
    nearest.forEachBlock(
        queries,
        k,
        (from, near) -> {
          long count = near.count();
          try (Scope made = new Scope()) {
            DeviceArray last = made.add(backend.knn().rows().farthest(near));
            SmoothingTrials state =
                new SmoothingTrials(
                    made.add(memory.slice(last, 0, count)),
                    made.add(memory.uploadSame(0, count)),
                    made.add(memory.uploadSame(Double.POSITIVE_INFINITY, count)),
                    made.add(memory.upload(new int[(int) count])));
            backend
                .sph()
                .trySmoothingLengths(
                    problem.condition,
                    new SphKernels.Lists(count, null, k, near.distance(), last, null, null),
                    state);
            System.arraycopy(
                memory.toDoubles(state.length()), 0, lengths.length, (int) from, (int) count);
            int[] trials = memory.toInts(state.count());
            for (int i = 0; i < count; i++) {
              lengths.open.set((int) from + i, trials[i] != SmoothingTrials.MET);
            }
          }
        });
    return lengths;
  }

  private double[] rounds(
      QuerySupply queries, Lengths lengths, long points, LongFunction<String> describe) {
    if (!isAnywhere(lengths.open.cardinality())) {
      return lengths.length;
    }
    double separation = problem.box.meanSeparation(points);
    try (RadiusSearch search =
        clock.time(
            "index",
            () ->
                new RadiusSearch(
                    backend,
                    problem.method,
                    arrays,
                    sources.coordinates(),
                    null,
                    problem.box,
                    ElementType.F64))) {
      SharedBlocks.forEach(
          comm,
          lengths.length.length,
          BLOCK,
          (from, count) -> {
            int[] open = lengths.openBetween(from, count);
            if (!isAnywhere(open.length)) {
              return;
            }
            try (Coordinates positions = read(queries, from, count)) {
              double[] length =
                  Arrays.copyOfRange(lengths.length, (int) from, (int) (from + count));
              Arrays.setAll(length, q -> length[q] > 0 ? length[q] : separation);
              new Block(search, positions, length, q -> describe.apply(from + q)).iterate(open);
              System.arraycopy(length, 0, lengths.length, (int) from, length.length);
            }
          });
    }
    return lengths.length;
  }

  private boolean isAnywhere(int left) {
    double[] maximum = {left};
    comm.max(maximum);
    return maximum[0] > 0;
  }

  private Coordinates read(QuerySupply queries, long from, long count) {
    return queries == null
        ? new Coordinates(count, memory.slice(sources.coordinates().xyz(), 3 * from, 3 * count))
        : clock.time("read queries", () -> queries.read(from, count));
  }

  /** Consecutive queries, with the state of their trials. */
  private final class Block {
    private final RadiusSearch search;
    private final Coordinates positions;
    private final LongFunction<String> describe;
    private final double[] length;
    private final double[] lower;
    private final double[] upper;
    private final int[] trials;

    /**
     * @param length lengths with which the trials begin; replaced by those that meet the condition
     */
    Block(
        RadiusSearch search,
        Coordinates positions,
        double[] length,
        LongFunction<String> describe) {
      this.search = search;
      this.positions = positions;
      this.describe = describe;
      this.length = length;
      this.lower = new double[length.length];
      this.upper = new double[length.length];
      this.trials = new int[length.length];
      Arrays.fill(upper, Double.POSITIVE_INFINITY);
    }

    void iterate(int[] query) {
      int[] open = query;
      while (isAnywhere(open.length)) {
        double[] radius = Arrays.stream(open).mapToDouble(q -> MARGIN * length[q]).toArray();
        int[] all = open;
        long[] counts = clock.time("count", () -> search.count(positions(all), radius));
        for (int from = 0; isAnywhere(open.length - from); ) {
          int end = limits.end(counts, from, true);
          advance(
              Arrays.copyOfRange(open, from, end),
              Arrays.copyOfRange(radius, from, end),
              Arrays.copyOfRange(counts, from, end));
          from = end;
        }
        open = Arrays.stream(open).filter(q -> trials[q] >= 0).toArray();
      }
    }

    /** Positions of some of the queries. */
    private Coordinates positions(int[] query) {
      try (DeviceArray rows = memory.upload(query)) {
        return new Coordinates(query.length, backend.particles().gather(positions.xyz(), 3, rows));
      }
    }

    private void advance(int[] query, double[] radius, long[] counts) {
      try (DeviceArray distance =
          clock.time("search", () -> search.distances(positions(query), radius, counts))) {
        clock.run("iterate", () -> tryLengths(query, radius, counts, distance));
      }
      for (int q : query) {
        requireSolvable(q);
      }
    }

    private void tryLengths(int[] query, double[] radius, long[] counts, DeviceArray distance) {
      try (Scope made = new Scope()) {
        SmoothingTrials state =
            new SmoothingTrials(
                made.add(memory.upload(ArrayParts.take(length, query))),
                made.add(memory.upload(ArrayParts.take(lower, query))),
                made.add(memory.upload(ArrayParts.take(upper, query))),
                made.add(memory.upload(Arrays.stream(query).map(q -> trials[q]).toArray())));
        DeviceArray start = made.add(memory.upload(ArrayParts.offsets(counts)));
        DeviceArray within = made.add(memory.upload(radius));
        SphKernels.Lists lists =
            new SphKernels.Lists(query.length, start, 0, distance, within, null, null);
        backend.sph().trySmoothingLengths(problem.condition, lists, state);
        scatter(memory.toDoubles(state.length()), query, length);
        scatter(memory.toDoubles(state.lower()), query, lower);
        scatter(memory.toDoubles(state.upper()), query, upper);
        int[] counted = memory.toInts(state.count());
        for (int i = 0; i < query.length; i++) {
          trials[query[i]] = counted[i];
        }
      }
    }

    private static void scatter(double[] values, int[] query, double... all) {
      for (int i = 0; i < query.length; i++) {
        all[query[i]] = values[i];
      }
    }

    private void requireSolvable(int query) {
      if (trials[query] == SmoothingTrials.CROWDED) {
        throw new SnapshotException(
            "%s has more than %s for every smoothing length from 0 to %s: each particle at its place counts for %.2f: give a larger -k or --iterate, or remove copies"
                .formatted(
                    describe.apply(query),
                    problem.neighbours(),
                    length[query],
                    problem.condition.central()));
      }
      if (trials[query] == SmoothingTrials.LIMIT) {
        throw new SnapshotException(
            "the smoothing length of %s with %s is not found in %d trials, it is between %s and %s: give a larger --iterate, or another -k"
                .formatted(
                    describe.apply(query),
                    problem.neighbours(),
                    SmoothingTrials.LIMIT,
                    lower[query],
                    upper[query]));
      }
    }
  }
}
