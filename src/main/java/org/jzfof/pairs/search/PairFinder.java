package org.jzfof.pairs.search;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.ParticleChoice;
import org.jzfof.config.search.PairsOptions;
import org.jzfof.config.search.QueryChoice;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.error.Scope;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.files.NeighbourFiles;
import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.neighbours.search.NeighbourInput;
import org.jzfof.neighbours.search.NeighbourMemory;
import org.jzfof.neighbours.search.SearchRun;
import org.jzfof.output.Replacement;
import org.jzfof.pairs.Correlation;
import org.jzfof.pairs.DistributedPairs;
import org.jzfof.pairs.Jackknife;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.PairTotals;
import org.jzfof.pairs.PairWeights;
import org.jzfof.pairs.RegionCounts;
import org.jzfof.pairs.Separation;
import org.jzfof.pairs.WeightTotals;
import org.jzfof.pairs.WeightedPoints;
import org.jzfof.pipeline.MemoryCheck;
import org.jzfof.progress.ProgressListener;
import org.jzfof.progress.StageClock;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.SnapshotRows;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.particles.PositionLoader;

/**
 * Runs {@code jzfof pairs}: checks the particles and the bins, reads the particles onto the device,
 * counts their pairs, and writes the counts and the correlation functions.
 */
public final class PairFinder {
  private final Communicator comm;
  private final String version;

  /**
   * @param version version of jzfof, for the file
   */
  public PairFinder(Communicator comm, String version) {
    this.comm = comm;
    this.version = version;
  }

  /**
   * Counts the pairs and, unless it is a dry run, writes them.
   *
   * @param progress receives the progress of every stage
   * @throws org.jzfof.error.JzfofException if the snapshot, the bins, the output, the device or the
   *     memory is not suitable
   */
  public PairReport find(PairsOptions options, ProgressListener progress) {
    return SearchRun.execute(
        options.execution().computer(), comm, progress, run -> new Search(options, run).find());
  }

  /**
   * Checks that counts fit into 64 bits.
   *
   * @throws SnapshotException if the particles may have 2^63 pairs or more
   */
  public static void requireCountable(long particles, long partners) {
    if (Math.multiplyHigh(particles, partners) != 0 || particles * partners < 0) {
      throw new SnapshotException(
          "%d particles and %d partners may have more pairs than 64 bits count: choose fewer types"
              .formatted(particles, partners));
    }
  }

  /**
   * Checks that bins end within half a side of a periodic box, beyond which a point and its partner
   * are several pairs.
   *
   * @throws UsageException naming the option at fault
   */
  public static void requireHalf(Box box, PairBins bins) {
    if (!box.periodic()) {
      return;
    }
    boolean projected = bins.separation() == Separation.RPPI;
    double last = bins.edges()[bins.bins()];
    for (int d = 0; d < 3; d++) {
      double half = 0.5 * box.size()[d];
      if (half > 0 && projected && d == bins.axis()) {
        requireHalf("--pimax", bins.parts(), half, d);
      } else if (half > 0) {
        requireHalf("--bins", last, half, d);
      }
    }
  }

  private static void requireHalf(String option, double end, double half, int d) {
    if (end > half) {
      throw new UsageException(
          "%s ends at %s, but half of the periodic box along %s is %s: use bins up to that distance, or give --open"
              .formatted(option, end, "xyz".charAt(d), half));
    }
  }

  /** Whether a box has a volume, which a correlation function needs. */
  public static boolean hasVolume(Box box) {
    return box.periodic() && Arrays.stream(box.size()).allMatch(side -> side > 0);
  }

  /** A count on one backend. */
  private final class Search {
    private final PairsOptions options;
    private final PairBins bins;
    private final SearchRun run;
    private final Backend backend;
    private final StageClock clock;

    Search(PairsOptions options, SearchRun run) {
      this.options = options;
      this.bins = options.bins();
      this.run = run;
      this.backend = run.backend();
      this.clock = run.clock();
    }

    PairReport find() {
      NeighbourInput input = clock.time("open", this::open);
      requireHalf(input.box(), bins);
      requireCountable(input.sources().rows(), input.queries().rows());
      requireRegions(input.box());
      requireWeights(input);
      run.warn(input.warnings());
      NeighbourOrigin origin =
          input.origin(
              options.sources(),
              null,
              options.resultOptions(),
              version,
              options.execution().commandLine());
      NeighbourFiles files =
          new NeighbourFiles(SearchRun.file(options.output(), "pairs", input), 1);
      files.check(
          comm,
          options.execution().inputs(input.files()),
          new Replacement(origin.run().provenance(), options.output().overwrite()));
      long bytes = checkMemory(input);
      PairInfo info =
          options.execution().dryRun()
              ? new PairInfo(origin, input.queries().rows(), isAuto(), bins, null, null, null, null)
              : count(input, origin);
      if (!options.execution().dryRun()) {
        Runnable finished = clock.begin("write");
        run.warn(files.write(comm, temporary -> write(temporary, info)));
        finished.run();
      }
      return new PairReport(
          info,
          run.reason(),
          options.execution().dryRun() ? null : files.files().get(0),
          bytes,
          run.timings(),
          run.warnings());
    }

    private boolean isAuto() {
      return options.otherTypes() == null;
    }

    /** Opens the particles and their partners; an open box contains both. */
    private NeighbourInput open() {
      ParticleChoice sources = options.sources();
      Set<ParticleColumn> columns = NeighbourInput.columns(false, byMass());
      return isAuto()
          ? NeighbourInput.open(sources, sources, QueryChoice.SOURCES, columns, comm)
          : NeighbourInput.open(
              sources,
              sources.and(options.otherTypes()),
              new QueryChoice(null, options.otherTypes()),
              columns,
              comm);
    }

    private void requireRegions(Box box) {
      if (options.jackknife() != null && !hasVolume(box)) {
        throw new UsageException(
            "--jackknife needs a periodic box with three sides, and this one is %s %s: leave it out"
                .formatted(box.periodic() ? "periodic," : "open,", box.describe()));
      }
    }

    private long checkMemory(NeighbourInput input) {
      long rows = new EvenShares(input.sources().rows(), comm.size()).count(0);
      long partners = isAuto() ? 0 : new EvenShares(input.queries().rows(), comm.size()).count(0);
      boolean weighted = options.weights() != null;
      ElementType real = input.isDouble() ? ElementType.F64 : ElementType.F32;
      NeighbourMemory needs =
          new NeighbourMemory(backend, SearchMethod.TREE, real, comm.size() > 1);
      long bytes =
          needs.points(rows + partners)
              + (rows + partners)
                  * (backend.pairs().bytesPerPoint(weighted)
                      + (weighted ? 2 * Integer.BYTES : 0) // as read, and in this rank's domain
                      + bytesByRegion(real));
      long heap = weighted ? Math.max(rows, partners) * (Double.BYTES + Integer.BYTES) : 0;
      new MemoryCheck(backend).requireForNeighbours(Math.max(rows, partners), bytes, heap);
      return bytes + heap;
    }

    /** Returns the bytes per point for coordinates sorted by region and for their sort. */
    private int bytesByRegion(ElementType real) {
      int weight = options.weights() == null ? 0 : Integer.BYTES;
      return options.jackknife() == null
          ? 0
          : 3 * real.bytes() + weight + Long.BYTES + 4 * Integer.BYTES;
    }

    private PairInfo count(NeighbourInput input, NeighbourOrigin origin) {
      PositionLoader loader = run.loader(input);
      DistributedPairs.Context context =
          new DistributedPairs.Context(
              backend.pairs(), backend.knn(), backend.particles(), backend.memory(), run.arrays());
      DistributedPairs pairs = new DistributedPairs(context, input.box(), bins);
      LoadedPoints points =
          withWeights(
              run.readSources("read", input, loader).coordinates(),
              input.sources(),
              "read weights");
      LoadedPoints others =
          isAuto()
              ? null
              : withWeights(readOthers(input, loader), input.queries(), "read other weights");
      PairWeights weights =
          points.weights == null
              ? null
              : new PairWeights(points.weights, isAuto() ? null : others.weights);
      if (options.jackknife() == null) {
        PairTotals found =
            clock.time(
                "count",
                () ->
                    isAuto()
                        ? pairs.autoPairs(points.points, points.weights)
                        : pairs.crossPairs(points.points, others.points));
        return info(input, origin, found, weights, null);
      }
      int perSide = options.jackknife();
      RegionCounts found =
          clock.time(
              "count",
              () ->
                  isAuto()
                      ? pairs.autoPairsByRegion(points.points, perSide)
                      : pairs.crossPairsByRegion(points.points, others.points, perSide));
      Jackknife jackknife = Jackknife.of(bins, found, isAuto(), weights, origin.boxSize(), perSide);
      return info(input, origin, found.total(), weights, jackknife);
    }

    private Coordinates readOthers(NeighbourInput input, PositionLoader loader) {
      return clock.time(
          "read others",
          () -> run.read("read others", loader.of(input.queries()), input.queries()));
    }

    /** Points of this rank, and the weights of the points of all ranks; null unless requested. */
    private record LoadedPoints(WeightedPoints points, WeightTotals weights) {}

    private LoadedPoints withWeights(Coordinates read, PositionSource particles, String stage) {
      if (options.weights() == null) {
        return new LoadedPoints(WeightedPoints.unweighted(read), null);
      }
      try (Scope results = new Scope()) {
        results.add(read);
        WeightReader.Weights weights =
            clock.time(stage, () -> weightReader().read((SnapshotRows) particles));
        run.warn(weights.warning().stream().toList());
        return results.keep(
            new LoadedPoints(new WeightedPoints(read, weights.steps()), weights.totals()));
      }
    }

    private boolean byMass() {
      return PairsOptions.MASS.equals(options.weights());
    }

    private WeightReader weightReader() {
      ParticleColumn weight =
          byMass() ? ParticleColumn.MASSES : ParticleColumn.named(options.weights());
      return new WeightReader(weight, backend.memory(), comm);
    }

    private void requireWeights(NeighbourInput input) {
      if (options.weights() != null) {
        weightReader().require(input.sources());
        weightReader().require((SnapshotRows) input.queries());
      }
    }

    private PairInfo info(
        NeighbourInput input,
        NeighbourOrigin origin,
        PairTotals found,
        PairWeights weights,
        Jackknife jackknife) {
      return new PairInfo(
          origin,
          input.queries().rows(),
          isAuto(),
          bins,
          found.counts(),
          weights == null ? null : weighted(found, weights),
          hasVolume(input.box()) ? correlation(input, origin, found, weights) : null,
          jackknife);
    }

    private Correlation correlation(
        NeighbourInput input, NeighbourOrigin origin, PairTotals found, PairWeights weights) {
      long points = input.sources().rows();
      long partners = isAuto() ? -1 : input.queries().rows();
      return weights == null
          ? Correlation.of(bins, found.counts(), points, partners, origin.boxSize())
          : Correlation.ofWeights(bins, found, points, weights, origin.boxSize());
    }

    private WeightedPairs weighted(PairTotals found, PairWeights weights) {
      WeightTotals points = weights.points();
      return new WeightedPairs(
          options.weights(),
          byMass(),
          weights.products(found.sums()),
          points.weight(),
          weights.partnersOrPoints().weight(),
          points.product(points.squares(), points));
    }

    private void write(List<Path> temporary, PairInfo info) {
      if (comm.rank() == 0) {
        PairFile.write(temporary.get(0), info);
      }
    }
  }
}
