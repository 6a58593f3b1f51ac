package org.jzfof.neighbours.search;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.KnnOptions;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.device.ElementType;
import org.jzfof.neighbours.files.BlockSize;
import org.jzfof.neighbours.files.NeighbourFiles;
import org.jzfof.neighbours.files.NeighbourInfo;
import org.jzfof.neighbours.files.NeighbourWriter;
import org.jzfof.neighbours.files.SourceValues;
import org.jzfof.output.Replacement;
import org.jzfof.pipeline.MemoryCheck;
import org.jzfof.progress.ProgressListener;
import org.jzfof.progress.StageClock;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.particles.PositionLoader;
import org.jzfof.snapshot.particles.SourceColumns;

/**
 * The whole of {@code jzfof knn}: check sources and queries, read the sources onto the device, find
 * the neighbours block by block, and write each block beside the search for the next.
 */
public final class NeighbourFinder {
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
   * @param progress receives every stage
   * @throws org.jzfof.error.JzfofException if the snapshot, the queries, the output, the device or
   *     the memory will not do
   */
  public NeighbourReport find(KnnOptions options, ProgressListener progress) {
    return SearchRun.on(
        options.execution().computer(), comm, progress, run -> new Search(options, run).find());
  }

  /** One search on one backend. */
  private final class Search {
    private final KnnOptions options;
    private final SearchRun run;
    private final Backend backend;
    private final StageClock clock;
    private Runnable finished;

    Search(KnnOptions options, SearchRun run) {
      this.options = options;
      this.run = run;
      this.backend = run.backend();
      this.clock = run.clock();
    }

    NeighbourReport find() {
      Plan plan = clock.time("open", this::plan);
      plan.files.check(
          comm,
          options.execution().inputs(plan.input.files()),
          new Replacement(plan.info.origin().run().provenance(), options.output().overwrite()));
      long bytes = checkMemory(plan);
      run.warn(warnings(plan));
      if (!options.execution().dryRun()) {
        SourceValues values = clock.time("read values", plan.columns::read);
        run.warn(plan.columns.warnings());
        run.warn(plan.files.write(comm, temporary -> search(plan, values, temporary)));
        finished.run();
      }
      return new NeighbourReport(
          plan.info,
          run.reason(),
          options.execution().dryRun() ? null : plan.files.files().get(0),
          fileBytes(plan),
          bytes,
          run.timings(),
          run.warnings());
    }

    /** What is to be done, known before the work begins. */
    private record Plan(
        NeighbourInput input,
        NeighbourInfo info,
        NeighbourFiles files,
        BlockSize block,
        SourceColumns columns) {}

    private Plan plan() {
      Set<ParticleColumn> wanted =
          NeighbourInput.columns(
              options.values().contains(NeighbourValue.ID),
              options.values().contains(NeighbourValue.DENSITY));
      NeighbourInput input =
          NeighbourInput.open(
              options.sources(), options.sources(), options.queries().choice(), wanted, comm);
      NeighbourInfo info = info(input);
      return new Plan(
          input,
          info,
          new NeighbourFiles(
              SearchRun.file(options.output(), "neighbours", input), options.output().files()),
          BlockSize.of(info, comm),
          new SourceColumns(input.sources(), wanted, comm));
    }

    private static long fileBytes(Plan plan) {
      return plan.files.bytes(plan.info.rows() * plan.info.bytesPerRow());
    }

    private void search(Plan plan, SourceValues values, List<Path> temporary) {
      long rows = new EvenShares(plan.info.rows(), comm.size()).count(comm.rank());
      PositionLoader loader = run.loader(plan.input);
      NeighbourSearch.Sources sources = run.readSources("read sources", plan.input, loader);
      try (NeighbourWriter writer =
          new NeighbourWriter(comm, plan.info, values, plan.files.files(), temporary)) {
        new NeighbourSearch(backend, options.method(), run.arrays(), clock)
            .run(
                sources,
                options.queries().areSources() ? null : run.queries(plan.input, loader),
                problem(plan),
                block -> {
                  clock.run("write", () -> writer.accept(block));
                  run.advance(block.count(), rows);
                });
        finished = clock.begin("finish writing"); // until the files have their names
        writer.finish();
      }
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

    private NeighbourInfo info(NeighbourInput input) {
      return new NeighbourInfo(
          input.queries().rows(),
          options.k(),
          options.values(),
          input.isDouble(),
          options.queries().mortonOrder(),
          options.queries().excludeSelf(),
          input.origin(
              options.sources(),
              options.queries().choice().file(),
              options.resultOptions(),
              version,
              options.execution().commandLine()));
    }

    /** Returns what the rank needs, on the device and on the heap. */
    private long checkMemory(Plan plan) {
      NeighbourInfo info = plan.info;
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

    private List<String> warnings(Plan plan) {
      NeighbourInfo info = plan.info;
      List<String> warnings = new ArrayList<>(plan.input.warnings());
      long others = info.sources().count() - (info.excludeSelf() ? 1 : 0);
      if (info.k() > others && info.rows() > 0) {
        warnings.add(
            "only %d neighbours exist, but -k is %d: rows are filled up with -1 at an infinite distance"
                .formatted(Math.max(0, others), info.k()));
      }
      plan.files.shortage(fileBytes(plan)).ifPresent(warnings::add);
      return warnings;
    }
  }
}
