package org.jzfof.neighbours.search;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jzfof.backend.Backend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.NeighbourOptions;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.config.search.RadiusChoice;
import org.jzfof.config.search.RowShape;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.ElementType;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.files.BlockSize;
import org.jzfof.neighbours.files.NeighbourBlock;
import org.jzfof.neighbours.files.NeighbourFiles;
import org.jzfof.neighbours.files.NeighbourInfo;
import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.neighbours.files.NeighbourWriter;
import org.jzfof.neighbours.files.RowWriter;
import org.jzfof.neighbours.files.SourceValues;
import org.jzfof.neighbours.packing.PackingBlocks;
import org.jzfof.output.Replacement;
import org.jzfof.pipeline.MemoryCheck;
import org.jzfof.progress.ProgressListener;
import org.jzfof.progress.StageClock;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.particles.PositionLoader;
import org.jzfof.snapshot.particles.SourceColumns;
import org.jzfof.threads.Parallel;

/**
 * The commands {@code jzfof knn} and {@code jzfof neighbours}: checks sources and queries, reads
 * the sources onto the device, counts the neighbours of every query in a search within radii, finds
 * the neighbours block by block, and writes each block during the search for the next.
 */
public final class NeighbourFinder {
  private final Communicator comm;
  private final String version;

  /**
   * @param version version of jzfof, which the file records
   */
  public NeighbourFinder(Communicator comm, String version) {
    this.comm = comm;
    this.version = version;
  }

  /**
   * Finds the neighbours and, unless it is a dry run, writes them. A dry run also counts neighbours
   * within radii.
   *
   * @param progress listener that receives every stage
   * @throws org.jzfof.error.JzfofException if the snapshot, the queries, the radii or the output
   *     are unsuitable, or the device or memory is insufficient
   */
  public NeighbourReport find(NeighbourOptions options, ProgressListener progress) {
    return SearchRun.execute(
        options.execution().computer(), comm, progress, run -> new Search(options, run).find());
  }

  /** One search on one backend. */
  private final class Search {
    private final NeighbourOptions options;
    private final SearchRun run;
    private final Backend backend;
    private final StageClock clock;
    private Runnable finished;

    Search(NeighbourOptions options, SearchRun run) {
      this.options = options;
      this.run = run;
      this.backend = run.backend();
      this.clock = run.clock();
    }

    NeighbourReport find() {
      Plan plan = clock.time("open", this::plan);
      run.warn(plan.input.warnings());
      plan.files.check(
          comm,
          options.execution().inputs(plan.input.files()),
          new Replacement(plan.origin.run().provenance(), options.output().overwrite()));
      return options.shape() instanceof RowShape.Within within
          ? findWithin(plan, within)
          : findNearest(plan, info(plan, null));
    }

    /** The checked input and the output of a search. */
    private record Plan(
        NeighbourInput input, NeighbourOrigin origin, NeighbourFiles files, SourceColumns columns) {
      boolean isDouble() {
        return input.sources().isDouble();
      }
    }

    private Plan plan() {
      RowShape shape = options.shape();
      Set<ParticleColumn> requested =
          NeighbourInput.columns(shape.has(NeighbourValue.ID), shape.hasSums());
      if (shape.has(NeighbourValue.DISPERSION)) {
        requested.add(ParticleColumn.VELOCITIES);
      }
      NeighbourInput input =
          NeighbourInput.open(
              options.sources(), options.sources(), options.queries().choice(), requested, comm);
      NeighbourOrigin origin =
          input.origin(
              options.sources(),
              options.queries().choice().file(),
              options.resultOptions(),
              version,
              options.execution().commandLine());
      String product = shape instanceof RowShape.Within ? "neighbour_lists" : "neighbours";
      return new Plan(
          input,
          origin,
          new NeighbourFiles(
              SearchRun.file(options.output(), product, input), options.output().files()),
          new SourceColumns(input.sources(), requested, comm));
    }

    private NeighbourInfo info(Plan plan, String radius) {
      return new NeighbourInfo(
          plan.input.queries().rows(),
          options.shape(),
          radius,
          options.indexType().of(plan.origin.sources().count()),
          plan.input.isDouble(),
          options.queries().mortonOrder() || options.shape().has(NeighbourValue.PACKED),
          options.queries().areSources(),
          options.queries().excludeSelf(),
          plan.origin);
    }

    private NeighbourReport findNearest(Plan plan, NeighbourInfo info) {
      int k = info.k();
      BlockSize block = BlockSize.ofNearest(info.rows(), k, comm, options.output().files());
      NeighbourSearch.Parameters parameters =
          new NeighbourSearch.Parameters(
              plan.input.box(),
              k,
              info.excludeSelf(),
              info.mortonOrder(),
              block.rows(),
              info.searchType());
      long device =
          memory(options.method(), info.doubles())
              .of(
                  sourcesOfRank(plan),
                  block.rows(),
                  parameters.searchedCount(),
                  info.searchType(),
                  info.mortonOrder());
      final long bytes = requireMemory(plan, device, block.bytes());
      if (info.rows() > 0) {
        run.warn(parameters.shortage(info.origin().sources().count()).stream().toList());
      }
      PairCounts pairs = new PairCounts(k * info.rows(), k);
      warnOfShortage(plan, info, pairs);
      if (!options.execution().dryRun()) {
        SourceValues values = readValues(plan);
        EvenShares shares = files(info);
        write(
            plan,
            info,
            values,
            ArrayParts.offsets(shares.parts(), piece -> k * shares.count(piece)),
            null,
            (sums, sink) -> {
              PositionLoader loader = run.loader(plan.input);
              NeighbourSearch.Sources sources = run.readSources("read sources", plan.input, loader);
              new NeighbourSearch(backend, options.method(), run.arrays(), clock)
                  .run(
                      sources,
                      queries(plan, loader),
                      parameters,
                      RowWriter.filesOfRank(comm, options.output().files()),
                      sums,
                      sink);
            });
      }
      return report(plan, info, pairs, bytes);
    }

    private NeighbourReport findWithin(Plan plan, RowShape.Within within) {
      final long bytes = requireMemoryWithin(plan, within);
      final SourceValues values = readValues(plan);
      PositionLoader loader = run.loader(plan.input);
      try (Scope open = new Scope()) {
        NeighbourSearch.Sources read =
            open.add(run.readSources("read sources", plan.input, loader));
        QuerySupply queries = queries(plan, loader);
        RadiusReader.Result radius =
            new SearchRadii(run, plan.input, within, options.method()).find(comm, read, queries);
        NeighbourInfo info = info(plan, radius.description());
        ListInput input = open.add(input(plan, info, open.keep(read), queries, radius.radii()));
        ListSearch.Parameters parameters =
            new ListSearch.Parameters(
                options.method(),
                plan.input.box(),
                info.mortonOrder() && !info.isPacked(),
                within.symmetric(),
                info.excludeSelf(),
                info.searchType());
        try (ListSearch search =
            new ListSearch(
                backend,
                run.arrays(),
                clock,
                input.sources(),
                input.queries(),
                parameters,
                blocksOfLists(within))) {
          long[] counts = search.count();
          long localPairs = Parallel.sum(counts, 0, counts.length);
          final long firstPair = comm.exclusiveScan(localPairs);
          PairCounts pairs = PairCounts.of(localPairs, counts, comm);
          warnOfShortage(plan, info, pairs);
          if (!options.execution().dryRun()) {
            write(
                plan,
                info,
                values,
                PairCounts.starts(counts, search.firstRow(), files(info), comm),
                input,
                (sums, sink) -> search.find(counts, firstPair, within, sums, sink));
          }
          return report(plan, info, pairs, bytes);
        }
      }
    }

    private EvenShares files(NeighbourInfo info) {
      return new EvenShares(info.rows(), options.output().files());
    }

    /**
     * Input in the order of the lists.
     *
     * @param read points that this rank has read; closed with the result
     */
    private ListInput input(
        Plan plan,
        NeighbourInfo info,
        NeighbourSearch.Sources read,
        QuerySupply queries,
        QueryRadii radii) {
      if (!info.isPacked()) {
        return ListInput.read(read, queries, radii);
      }
      CurveRows.Context context = new CurveRows.Context(backend, run.arrays(), plan.input.box());
      PackingBlocks blocks = new PackingBlocks(files(info));
      return clock.time("sort", () -> ListInput.alongCurve(context, blocks, read, queries, radii));
    }

    private BlockSize blocksOfLists(RowShape.Within within) {
      return BlockSize.ofLists(comm, options.output().files(), within);
    }

    private QuerySupply queries(Plan plan, PositionLoader loader) {
      return options.queries().areSources() ? null : run.queries(plan.input, loader);
    }

    private long sourcesOfRank(Plan plan) {
      return new EvenShares(plan.input.sources().rows(), comm.size()).count(0);
    }

    private NeighbourMemory memory(SearchMethod method, boolean doubles) {
      ElementType real = doubles ? ElementType.F64 : ElementType.F32;
      return new NeighbourMemory(backend, method, real, comm.size() > 1);
    }

    /**
     * Checks the memory for a search within radii and returns the bytes that the rank needs on
     * device and heap if no list is longer than a block.
     */
    private long requireMemoryWithin(Plan plan, RowShape.Within within) {
      long rows = sourcesOfRank(plan);
      long queries = new EvenShares(plan.input.queries().rows(), comm.size()).count(0);
      OptionalInt nearest = RadiusReader.nearest(plan.input, within.radius());
      NeighbourMemory points = memory(options.method(), plan.isDouble());
      long device =
          within.has(NeighbourValue.PACKED)
              ? points.alongCurve(rows, options.queries().areSources() ? 0 : queries)
              : points.points(rows);
      if (nearest.isPresent()) {
        int k = nearest.getAsInt();
        long block = Math.min(queries, NeighbourDistances.block(comm, k));
        NeighbourMemory lengths = memory(SearchMethod.TREE, plan.isDouble());
        device = Math.max(device, lengths.of(rows, block, k, ElementType.F64, false));
      }
      // Number of neighbours and radius of each query; radii exist twice, as read and along the
      // curve.
      long numbers = (options.queries().mortonOrder() ? 3 : 2) * Long.BYTES * queries;
      boolean iterated = within.radius() instanceof RadiusChoice.Iterated;
      long trials = iterated ? SmoothingIteration.bytes(queries) : 0;
      long blocks = within.needsPairs() || iterated ? blocksOfLists(within).bytes() : 0;
      return requireMemory(plan, device, numbers + Math.max(trials, blocks));
    }

    /**
     * Checks the memory and returns the bytes that the rank needs on device and heap.
     *
     * @param device bytes on the device
     * @param results bytes of results on the heap
     */
    private long requireMemory(Plan plan, long device, long results) {
      long rows = sourcesOfRank(plan);
      // On a single rank, values to sum up are also on the device, through a copy in its layout.
      long summed = comm.size() == 1 ? rows * plan.columns.summedBytesPerRow() : 0;
      long heap = rows * plan.columns.bytesPerRow() + summed + results;
      new MemoryCheck(backend).requireForNeighbours(rows, device + summed, heap);
      return device + summed + heap;
    }

    private SourceValues readValues(Plan plan) {
      SourceValues values = clock.time("read values", plan.columns::read);
      run.warn(plan.columns.warnings());
      return values;
    }

    private long fileBytes(Plan plan, NeighbourInfo info, PairCounts pairs) {
      return plan.files.bytes(info.bytes(pairs.total()));
    }

    private void warnOfShortage(Plan plan, NeighbourInfo info, PairCounts pairs) {
      plan.files
          .shortage(fileBytes(plan, info, pairs))
          .ifPresent(sentence -> run.warn(List.of(sentence)));
    }

    /**
     * Searches and writes the blocks that are found.
     *
     * @param input input of a search within radii, else null
     */
    private void write(
        Plan plan,
        NeighbourInfo info,
        SourceValues values,
        long[] pairStart,
        ListInput input,
        BiConsumer<SphSums, Consumer<NeighbourBlock>> search) {
      long all = new EvenShares(info.rows(), comm.size()).count(comm.rank());
      run.warn(
          plan.files.write(
              comm,
              temporary -> {
                try (SphSums sums =
                        new SphSums(backend, comm, info.shape(), values, sourcesOfRank(plan));
                    NeighbourWriter writer =
                        new NeighbourWriter(
                            comm, info, values.ids(), plan.files.files(), temporary, pairStart)) {
                  if (input != null) {
                    input.writeSources(comm, backend.memory(), writer);
                  }
                  search.accept(
                      sums,
                      block -> {
                        clock.run("write", () -> writer.accept(block));
                        run.advance(block.lengths().rows(), all);
                      });
                  finished = clock.begin("finish writing"); // until the files have their names
                  writer.finish();
                }
              }));
      finished.run();
    }

    private NeighbourReport report(Plan plan, NeighbourInfo info, PairCounts pairs, long bytes) {
      return new NeighbourReport(
          info,
          run.reason(),
          options.execution().dryRun() ? null : plan.files.files().get(0),
          pairs.total(),
          pairs.maximum(),
          bytes,
          info.isPacked() && !options.execution().dryRun() && comm.rank() == 0
              ? plan.files.size()
              : fileBytes(plan, info, pairs),
          run.timings(),
          run.warnings());
    }
  }
}
