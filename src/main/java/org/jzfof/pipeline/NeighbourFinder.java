package org.jzfof.pipeline;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jzfof.backend.Backend;
import org.jzfof.backend.RankDevice;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.KnnOptions;
import org.jzfof.config.NeighbourValue;
import org.jzfof.device.ElementType;
import org.jzfof.dump.BlockSize;
import org.jzfof.dump.DumpFiles;
import org.jzfof.dump.DumpInfo;
import org.jzfof.dump.DumpOrigin;
import org.jzfof.dump.DumpWriter;
import org.jzfof.dump.SourceValues;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.knn.Coordinates;
import org.jzfof.output.OutputFiles;
import org.jzfof.provenance.Provenance;
import org.jzfof.provenance.Replacement;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFiles;

/**
 * The whole of {@code jzfof knn}: check sources and queries, read the sources onto the device, find
 * the neighbours block by block, and write each block beside the search for the next.
 */
public final class NeighbourFinder {
  private static final double READ_SHARE = 0.2;
  private static final long HEADER_BYTES = 16 << 10;

  private final Communicator comm;
  private final String version;

  /**
   * @param comm the ranks that share the work
   * @param version of jzfof, for the file
   */
  public NeighbourFinder(Communicator comm, String version) {
    this.comm = comm;
    this.version = version;
  }

  /**
   * Finds the neighbours and, unless it is a dry run, writes them.
   *
   * @param options what to do
   * @param progress is told of every stage
   * @throws org.jzfof.error.JzfofException if the snapshot, the queries, the output, the device or
   *     the memory will not do
   */
  public NeighbourReport find(KnnOptions options, ProgressListener progress) {
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

  /** One search on one backend. */
  private final class Run {
    private final KnnOptions options;
    private final ProgressListener progress;
    private final Backend backend;
    private final ArrayExchange arrays;
    private final String reason;
    private final StageClock clock;
    private final List<String> warnings = new ArrayList<>();
    private double done;
    private Runnable finished;

    Run(KnnOptions options, ProgressListener progress, RankDevice device, double opening) {
      this.options = options;
      this.progress = progress;
      this.backend = device.backend();
      this.arrays = device.arrays();
      this.reason = device.description();
      this.clock = new StageClock(backend.memory(), comm, stage -> progress.at(stage, done));
      clock.add("open device", opening);
    }

    NeighbourReport find() {
      Plan plan = clock.time("open", this::plan);
      plan.files.check(
          comm,
          plan.input.files(),
          new Replacement(plan.info.origin().provenance(), options.output().overwrite()));
      long bytes = checkMemory(plan);
      warn(plan);
      if (!options.dryRun()) {
        SourceValues values = clock.time("read values", plan.columns::read);
        plan.columns.oddity().ifPresent(warnings::add);
        warnings.addAll(plan.files.write(comm, temporary -> search(plan, values, temporary)));
        finished.run();
      }
      return new NeighbourReport(
          plan.info,
          reason,
          options.dryRun() ? null : plan.files.files().get(0),
          fileBytes(plan.info),
          bytes,
          StageTiming.ofAllRanks(clock.stages(), comm),
          List.copyOf(warnings));
    }

    /** What is to be done, known before the work begins. */
    private record Plan(
        NeighbourInput input,
        DumpInfo info,
        DumpFiles files,
        BlockSize block,
        SourceColumns columns) {}

    private Plan plan() {
      NeighbourInput input =
          NeighbourInput.open(options.sources(), options.queries(), quantities(), comm);
      DumpInfo info = info(input);
      return new Plan(
          input,
          info,
          new DumpFiles(output(input), options.files()),
          BlockSize.of(info, comm),
          new SourceColumns(input.sources(), quantities(), comm));
    }

    private Set<Snapshot.Quantity> quantities() {
      Set<Snapshot.Quantity> quantities = EnumSet.noneOf(Snapshot.Quantity.class);
      if (options.values().contains(NeighbourValue.ID)) {
        quantities.add(Snapshot.Quantity.IDS);
      }
      if (options.values().contains(NeighbourValue.DENSITY)) {
        quantities.add(Snapshot.Quantity.MASSES);
      }
      return quantities;
    }

    private long fileBytes(DumpInfo info) {
      return info.rows() * info.bytesPerRow() + options.files() * HEADER_BYTES;
    }

    private Path output(NeighbourInput input) {
      Path snapshot = input.header().pieces().get(0).file();
      return options.output().file("neighbours", SnapshotFiles.number(snapshot));
    }

    private void search(Plan plan, SourceValues values, List<Path> temporary) {
      EvenShares queries = new EvenShares(plan.info.rows(), comm.size());
      PositionLoader loader =
          new PositionLoader(plan.input.sources(), plan.input.box(), backend.memory());
      NeighbourSearch.Sources sources = clock.time("read sources", () -> load(plan, loader));
      try (DumpWriter writer =
          new DumpWriter(comm, plan.info, values, plan.files.files(), temporary)) {
        new NeighbourSearch(backend, options.method(), arrays, clock)
            .run(
                sources,
                options.selfQuery() ? null : supply(loader.of(plan.input.queries()), queries),
                problem(plan),
                block -> {
                  clock.run("write", () -> writer.accept(block));
                  advance(block.count(), queries.count(comm.rank()));
                });
        finished = clock.begin("finish writing"); // until the files have their names
        writer.finish();
      }
    }

    private NeighbourSearch.Sources load(Plan plan, PositionLoader loader) {
      EvenShares shares = new EvenShares(plan.info.sources().count(), comm.size());
      long first = shares.start(comm.rank());
      Coordinates coordinates = loader.load(first, shares.count(comm.rank()), this::reading);
      double h = plan.input.header().cosmology().hubble();
      warnings.addAll(loader.requireBox(h, plan.input.unwritten(), comm));
      return new NeighbourSearch.Sources(coordinates, first);
    }

    private QuerySupply supply(PositionLoader loader, EvenShares shares) {
      return new RankQueries(loader, shares.start(comm.rank()), shares.count(comm.rank()));
    }

    private NeighbourSearch.Problem problem(Plan plan) {
      return new NeighbourSearch.Problem(
          plan.input.box(),
          plan.info.k(),
          plan.info.excludeSelf(),
          plan.info.mortonOrder(),
          plan.block.rows(),
          plan.info.searched());
    }

    private void reading(double fraction) {
      done = fraction * READ_SHARE;
      progress.at("read sources", done);
    }

    private void advance(long rows, long all) {
      done = Math.min(1, done + (1 - READ_SHARE) * rows / Math.max(1, all));
    }

    private DumpInfo info(NeighbourInput input) {
      return new DumpInfo(
          input.queries().rows(),
          options.k(),
          options.values(),
          input.sources().isDouble() || input.queries().isDouble(),
          options.mortonOrder(),
          options.excludeSelf(),
          origin(input));
    }

    private DumpOrigin origin(NeighbourInput input) {
      String path = options.sources().snapshot().toString();
      Path queries = options.queries().file();
      return new DumpOrigin(
          new DumpOrigin.Sources(
              input.header(), path, options.sources().types(), input.sources().rows()),
          new DumpOrigin.Queries(queries == null ? path : queries.toString(), input.queryTypes()),
          input.box().size(),
          input.box().periodic(),
          Provenance.of(
              input.header().pieces().get(0).file(),
              input.fingerprint(),
              options.resultOptions() + input.asking()),
          version,
          options.commandLine());
    }

    /** Returns what the rank needs, on the device and on the heap. */
    private long checkMemory(Plan plan) {
      DumpInfo info = plan.info;
      long rows = new EvenShares(info.sources().count(), comm.size()).count(0);
      ElementType real = info.doubles() ? ElementType.F64 : ElementType.F32;
      NeighbourMemory needs = new NeighbourMemory(backend, options.method(), real, comm.size() > 1);
      int searched = info.k() + (info.excludeSelf() ? 1 : 0);
      long device =
          needs.of(rows, plan.block.rows(), searched, info.searched(), info.mortonOrder());
      long heap = rows * plan.columns.bytesPerRow() + plan.block.bytes();
      new MemoryCheck(backend).requireForNeighbours(rows, device, heap);
      return device + heap;
    }

    private void warn(Plan plan) {
      DumpInfo info = plan.info;
      warnings.addAll(plan.input.warnings());
      long others = info.sources().count() - (info.excludeSelf() ? 1 : 0);
      if (info.k() > others && info.rows() > 0) {
        warnings.add(
            "there are %d neighbours to find, and -k is %d: rows are filled up with -1 at an infinite distance"
                .formatted(Math.max(0, others), info.k()));
      }
      long size = fileBytes(info);
      long free = freeBytes(plan.files.files().get(0));
      if (size > free) {
        warnings.add(
            String.format(
                Locale.ROOT,
                "the output takes %.1f MB, and the disk has %.1f MB free",
                size / 1e6,
                free / 1e6));
      }
    }

    private static long freeBytes(Path file) {
      return OutputFiles.existingFolder(file).toFile().getUsableSpace();
    }
  }
}
