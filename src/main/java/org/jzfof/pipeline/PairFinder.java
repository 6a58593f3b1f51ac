package org.jzfof.pipeline;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jzfof.backend.Backend;
import org.jzfof.backend.RankDevice;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.PairsOptions;
import org.jzfof.config.QueryChoice;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.dump.DumpFiles;
import org.jzfof.dump.DumpOrigin;
import org.jzfof.dump.PairFile;
import org.jzfof.dump.PairInfo;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.knn.Coordinates;
import org.jzfof.pairs.Correlation;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.Separation;
import org.jzfof.pairs.SharedPairs;
import org.jzfof.provenance.Provenance;
import org.jzfof.provenance.Replacement;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFiles;

/**
 * The whole of {@code jzfof pairs}: check the particles and the bins, read the particles onto the
 * device, count their pairs, and write the counts and what follows from them.
 */
public final class PairFinder {
  private static final double READ_SHARE = 0.2;

  private final Communicator comm;
  private final String version;

  /**
   * @param comm the ranks that share the work
   * @param version of jzfof, for the file
   */
  public PairFinder(Communicator comm, String version) {
    this.comm = comm;
    this.version = version;
  }

  /**
   * Counts the pairs and, unless it is a dry run, writes them.
   *
   * @param options what to do
   * @param progress is told of every stage
   * @throws org.jzfof.error.JzfofException if the snapshot, the bins, the output, the device or the
   *     memory will not do
   */
  public PairReport find(PairsOptions options, ProgressListener progress) {
    long start = System.nanoTime();
    return RankDevice.use(
        RankDevice::open,
        options.computer(),
        comm,
        device -> {
          double opening = 1e-9 * (System.nanoTime() - start);
          return new Run(options, progress, device, opening).find();
        });
  }

  /** One count on one backend. */
  private final class Run {
    private final PairsOptions options;
    private final PairBins bins;
    private final ProgressListener progress;
    private final Backend backend;
    private final ArrayExchange arrays;
    private final String reason;
    private final StageClock clock;
    private final List<String> warnings = new ArrayList<>();
    private double done;

    Run(PairsOptions options, ProgressListener progress, RankDevice device, double opening) {
      this.options = options;
      this.bins = options.bins();
      this.progress = progress;
      this.backend = device.backend();
      this.arrays = device.arrays();
      this.reason = device.description();
      this.clock = new StageClock(backend.memory(), comm, stage -> progress.at(stage, done));
      clock.add("open device", opening);
    }

    PairReport find() {
      NeighbourInput input = clock.time("open", this::open);
      Box box = clock.time("find box", () -> box(input));
      requireHalf(box);
      requireCountable(input);
      warnings.addAll(input.warnings());
      DumpOrigin origin = origin(input, box);
      DumpFiles files = new DumpFiles(output(input), 1);
      files.check(
          comm, input.files(), new Replacement(origin.provenance(), options.output().overwrite()));
      long bytes = checkMemory(input);
      long[] counts = options.dryRun() ? null : count(input, box);
      PairInfo info = info(input, origin, counts);
      if (!options.dryRun()) {
        Runnable finished = clock.begin("write");
        warnings.addAll(files.write(comm, temporary -> write(temporary, info)));
        finished.run();
      }
      return new PairReport(
          info,
          reason,
          options.dryRun() ? null : files.files().get(0),
          bytes,
          StageTiming.ofAllRanks(clock.stages(), comm),
          List.copyOf(warnings));
    }

    private boolean own() {
      return options.otherTypes() == null;
    }

    private NeighbourInput open() {
      QueryChoice partners =
          own() ? QueryChoice.SOURCES : new QueryChoice(null, options.otherTypes());
      return NeighbourInput.open(options.sources(), partners, Set.of(), comm);
    }

    /** An open box holds the partners as well. */
    private Box box(NeighbourInput input) {
      if (own() || input.box().periodic()) {
        return input.box();
      }
      Snapshot snapshot =
          Snapshot.open(options.sources().snapshot(), options.sources().trustHeaders());
      return new BoxFinder(snapshot, options.sources().and(options.otherTypes()), comm).find();
    }

    /** Beyond half a side, a point has a partner more than once. */
    private void requireHalf(Box box) {
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
            "%s ends at %s, and half of the periodic box along %s is %s: end at most there, or give --open"
                .formatted(option, end, "xyz".charAt(d), half));
      }
    }

    private void requireCountable(NeighbourInput input) {
      if (Math.multiplyHigh(input.sources().rows(), input.queries().rows()) != 0) {
        throw new SnapshotException(
            "%d particles and %d partners may have more pairs than 64 bits count: choose fewer types"
                .formatted(input.sources().rows(), input.queries().rows()));
      }
    }

    private Path output(NeighbourInput input) {
      Path snapshot = input.header().pieces().get(0).file();
      return options.output().file("pairs", SnapshotFiles.number(snapshot));
    }

    private long checkMemory(NeighbourInput input) {
      long rows = new EvenShares(input.sources().rows(), comm.size()).count(0);
      long partners = own() ? 0 : new EvenShares(input.queries().rows(), comm.size()).count(0);
      ElementType real =
          input.sources().isDouble() || input.queries().isDouble()
              ? ElementType.F64
              : ElementType.F32;
      NeighbourMemory needs =
          new NeighbourMemory(backend, NeighbourMethod.TREE, real, comm.size() > 1);
      long bytes =
          needs.points(rows + partners) + (rows + partners) * backend.pairs().bytesPerPoint();
      new MemoryCheck(backend).requireForNeighbours(Math.max(rows, partners), bytes, 0);
      return bytes;
    }

    private long[] count(NeighbourInput input, Box box) {
      PositionLoader loader = new PositionLoader(input.sources(), box, backend.memory());
      Coordinates points = clock.time("read", () -> load(loader, input.sources()));
      double h = input.header().cosmology().hubble();
      warnings.addAll(loader.requireBox(h, input.unwritten(), comm));
      SharedPairs.Context context =
          new SharedPairs.Context(
              backend.pairs(), backend.knn(), backend.particles(), backend.memory(), arrays);
      SharedPairs pairs = new SharedPairs(context, box, bins);
      if (own()) {
        return clock.time("count", () -> pairs.own(points));
      }
      Coordinates others =
          clock.time("read others", () -> load(loader.of(input.queries()), input.queries()));
      return clock.time("count", () -> pairs.between(points, others));
    }

    private Coordinates load(PositionLoader loader, PositionSource source) {
      EvenShares shares = new EvenShares(source.rows(), comm.size());
      return loader.load(
          shares.start(comm.rank()),
          shares.count(comm.rank()),
          fraction -> {
            done = fraction * READ_SHARE;
            progress.at("read", done);
          });
    }

    private PairInfo info(NeighbourInput input, DumpOrigin origin, long[] counts) {
      double[] side = origin.boxSize();
      boolean analytic =
          counts != null && origin.periodic() && side[0] > 0 && side[1] > 0 && side[2] > 0;
      long partners = input.queries().rows();
      return new PairInfo(
          origin,
          partners,
          own(),
          bins,
          counts,
          analytic
              ? Correlation.of(bins, counts, input.sources().rows(), own() ? -1 : partners, side)
              : null);
    }

    private void write(List<Path> temporary, PairInfo info) {
      if (comm.rank() == 0) {
        PairFile.write(temporary.get(0), info);
      }
    }

    private DumpOrigin origin(NeighbourInput input, Box box) {
      String path = options.sources().snapshot().toString();
      return new DumpOrigin(
          new DumpOrigin.Sources(
              input.header(), path, options.sources().types(), input.sources().rows()),
          new DumpOrigin.Queries(path, input.queryTypes()),
          box.size(),
          box.periodic(),
          Provenance.of(
              input.header().pieces().get(0).file(), input.fingerprint(), options.resultOptions()),
          version,
          options.commandLine());
    }
  }
}
