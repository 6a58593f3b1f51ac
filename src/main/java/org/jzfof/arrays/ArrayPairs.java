package org.jzfof.arrays;

import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.search.NeighbourInput;
import org.jzfof.neighbours.search.NeighbourMemory;
import org.jzfof.neighbours.search.SearchRun;
import org.jzfof.pairs.Correlation;
import org.jzfof.pairs.DistributedPairs;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.PairTotals;
import org.jzfof.pairs.PairWeights;
import org.jzfof.pairs.WeightTotals;
import org.jzfof.pairs.WeightedPoints;
import org.jzfof.pairs.search.PairFinder;
import org.jzfof.pairs.search.WeightReader;
import org.jzfof.pipeline.MemoryCheck;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.particles.PositionLoader;
import org.jzfof.snapshot.positions.RawColumn;

/** Counts of the pairs of positions, among themselves or with others. */
public final class ArrayPairs {
  private final SearchRun run;
  private final Communicator comm;
  private final Backend backend;

  public ArrayPairs(SearchRun run) {
    this.run = run;
    this.comm = run.comm();
    this.backend = run.backend();
  }

  /**
   * One set of positions.
   *
   * @param weights weight of each position, or null
   */
  public record Weighted(PositionSource positions, RawColumn weights) {}

  /**
   * The counts.
   *
   * @param sums sums of the products of the weights of pairs, or null without weights
   * @param correlation correlation function, or null if the box has no volume
   */
  public record Result(long[] counts, double[] sums, Correlation correlation) {}

  /** Positions and weights of this rank, and the weights of all ranks. */
  private record Loaded(WeightedPoints points, WeightTotals weights) {}

  /**
   * Counts pairs; every rank calls it.
   *
   * @param sides sides of the box; an open box holds both sets
   * @param others partners, with weights if the points have them; null for pairs among the points
   * @return the same on every rank
   */
  public Result count(Weighted points, Weighted others, ArrayBox sides, PairBins bins) {
    Box box = box(points, others, sides);
    long partners = others == null ? -1 : others.positions.rows();
    PairFinder.requireHalf(box, bins);
    PairFinder.requireCountable(points.positions.rows(), Math.max(0, partners));
    requireMemory(points, others);
    PositionLoader loader = run.loader(points.positions, box);
    DistributedPairs pairs =
        new DistributedPairs(
            new DistributedPairs.Context(
                backend.pairs(),
                backend.knn(),
                backend.particles(),
                backend.memory(),
                run.arrays()),
            box,
            bins);
    Loaded first = load(run.readSources("read", points.positions, loader).coordinates(), points);
    Loaded second =
        others == null
            ? null
            : load(run.read("read others", loader.of(others.positions), others.positions), others);
    PairTotals found =
        run.clock()
            .time(
                "count",
                () ->
                    second == null
                        ? pairs.autoPairs(first.points, first.weights)
                        : pairs.crossPairs(first.points, second.points));
    long count = points.positions.rows();
    boolean volume = PairFinder.hasVolume(box);
    if (points.weights == null) {
      return new Result(
          found.counts(),
          null,
          volume ? Correlation.of(bins, found.counts(), count, partners, box.size()) : null);
    }
    PairWeights weights = new PairWeights(first.weights, second == null ? null : second.weights);
    return new Result(
        found.counts(),
        weights.products(found.sums()),
        volume ? Correlation.ofWeights(bins, found, count, weights, box.size()) : null);
  }

  private Box box(Weighted points, Weighted others, ArrayBox sides) {
    Box box =
        run.clock()
            .time(
                "find box",
                () ->
                    others == null
                        ? sides.of(comm, points.positions)
                        : sides.of(comm, points.positions, others.positions));
    NeighbourInput.requireUsable(box);
    return box;
  }

  private void requireMemory(Weighted points, Weighted others) {
    long rows =
        new EvenShares(points.positions.rows(), comm.size()).count(0)
            + (others == null ? 0 : new EvenShares(others.positions.rows(), comm.size()).count(0));
    boolean weighted = points.weights != null;
    ElementType real = points.positions.isDouble() ? ElementType.F64 : ElementType.F32;
    long device =
        new NeighbourMemory(backend, SearchMethod.TREE, real, comm.size() > 1).points(rows)
            + rows * backend.pairs().bytesPerPoint(weighted);
    new MemoryCheck(backend)
        .requireForNeighbours(rows, device, weighted ? rows * (Double.BYTES + Integer.BYTES) : 0);
  }

  private Loaded load(Coordinates read, Weighted set) {
    if (set.weights == null) {
      return new Loaded(WeightedPoints.unweighted(read), null);
    }
    EvenShares shares = new EvenShares(set.positions.rows(), comm.size());
    long first = shares.start(comm.rank());
    WeightReader reader = new WeightReader(ParticleColumn.named("weights"), backend.memory(), comm);
    try (Scope made = new Scope()) {
      made.add(read);
      WeightReader.Weights weights =
          reader.of(
              set.weights.numbers(first, shares.count(comm.rank())),
              i -> set.weights.describeRow(first + i));
      run.warn(weights.warning().stream().toList());
      DeviceArray steps = weights.steps();
      return made.keep(new Loaded(new WeightedPoints(read, steps), weights.totals()));
    }
  }
}
