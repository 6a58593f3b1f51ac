package org.jzfof.neighbours.search;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.Parts;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.ListValue;
import org.jzfof.config.search.RadiusOptions;
import org.jzfof.device.ElementType;
import org.jzfof.neighbours.files.BlockSize;
import org.jzfof.neighbours.files.ListInfo;
import org.jzfof.neighbours.files.ListWriter;
import org.jzfof.neighbours.files.NeighbourFiles;
import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.neighbours.files.SourceValues;
import org.jzfof.output.Replacement;
import org.jzfof.pipeline.MemoryCheck;
import org.jzfof.progress.ProgressListener;
import org.jzfof.progress.StageClock;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.particles.PositionLoader;
import org.jzfof.snapshot.particles.SourceColumns;

/**
 * The whole of {@code jzfof neighbours}: check sources and queries, read the sources onto the
 * device, count the neighbours of every query, find them block by block, and write each block
 * beside the search for the next.
 */
public final class RadiusFinder {
  private final Communicator comm;
  private final String version;

  /**
   * @param comm the ranks that share the work
   * @param version of jzfof, for the file
   */
  public RadiusFinder(Communicator comm, String version) {
    this.comm = comm;
    this.version = version;
  }

  /**
   * Finds the neighbours and writes them; a dry run only counts them.
   *
   * @param options what to do
   * @param progress receives every stage
   * @throws org.jzfof.error.JzfofException if the snapshot, the queries, the radii, the output, the
   *     device or the memory will not do
   */
  public ListReport find(RadiusOptions options, ProgressListener progress) {
    return SearchRun.on(
        options.execution().computer(), comm, progress, run -> new Search(options, run).find());
  }

  /** One search on one backend. */
  private final class Search {
    private final RadiusOptions options;
    private final SearchRun run;
    private final Backend backend;
    private final StageClock clock;
    private Runnable finished = () -> {};

    Search(RadiusOptions options, SearchRun run) {
      this.options = options;
      this.run = run;
      this.backend = run.backend();
      this.clock = run.clock();
    }

    ListReport find() {
      Set<ParticleColumn> wanted =
          NeighbourInput.columns(options.content().has(ListValue.ID), options.content().hasSums());
      if (options.content().has(ListValue.DISPERSION)) {
        wanted.add(ParticleColumn.VELOCITIES);
      }
      NeighbourInput input =
          clock.time(
              "open",
              () ->
                  NeighbourInput.open(
                      options.sources(),
                      options.sources(),
                      options.queries().choice(),
                      wanted,
                      comm));
      run.warn(input.warnings());
      NeighbourOrigin origin =
          input.origin(
              options.sources(),
              options.queries().choice().file(),
              options.resultOptions(),
              version,
              options.execution().commandLine());
      NeighbourFiles files =
          new NeighbourFiles(
              SearchRun.file(options.output(), "neighbour_lists", input), options.output().files());
      files.check(
          comm,
          options.execution().inputs(input.files()),
          new Replacement(origin.run().provenance(), options.output().overwrite()));
      SourceColumns columns = new SourceColumns(input.sources(), wanted, comm);
      long bytes = requireMemory(input, columns);
      SourceValues values = clock.time("read values", columns::read);
      run.warn(columns.warnings());
      PositionLoader loader = run.loader(input);
      try (NeighbourSearch.Sources sources = run.readSources("read sources", input, loader)) {
        QuerySupply queries = options.queries().areSources() ? null : run.queries(input, loader);
        return search(input, origin, files, values, sources, queries, bytes);
      }
    }

    /** Bytes that the rank needs on device and heap, where no list is longer than a block. */
    private long requireMemory(NeighbourInput input, SourceColumns columns) {
      long rows = new EvenShares(input.sources().rows(), comm.size()).count(0);
      long asking = new EvenShares(input.queries().rows(), comm.size()).count(0);
      ElementType real = input.sources().isDouble() ? ElementType.F64 : ElementType.F32;
      NeighbourMemory needs = new NeighbourMemory(backend, options.method(), real, comm.size() > 1);
      OptionalInt nearest = RadiusReader.nearest(input, options.radius());
      long device = needs.points(rows);
      if (nearest.isPresent()) {
        int k = nearest.getAsInt();
        long block = Math.min(asking, NeighbourDistances.block(comm, k));
        NeighbourMemory lengths =
            new NeighbourMemory(backend, NeighbourMethod.TREE, real, comm.size() > 1);
        device = Math.max(device, lengths.of(rows, block, k, ElementType.F64, false));
      }
      int ofEach =
          options.queries().mortonOrder()
              ? 3
              : 2; // how many, and radii as read and along the curve
      long numbers = ofEach * Long.BYTES * asking;
      long blocks = BlockSize.inMemory(comm.size()) * ListLimits.of(comm).bytes();
      long heap = rows * columns.bytesPerRow() + numbers + (options.needsPairs() ? blocks : 0);
      new MemoryCheck(backend).requireForNeighbours(rows, device, heap);
      return device + heap;
    }

    private ListReport search(
        NeighbourInput input,
        NeighbourOrigin origin,
        NeighbourFiles files,
        SourceValues values,
        NeighbourSearch.Sources sources,
        QuerySupply queries,
        long bytes) {
      EvenShares shares = new EvenShares(input.queries().rows(), comm.size());
      RadiusReader reader = new RadiusReader(input, options.radius(), shares, comm.rank());
      NeighbourDistances nearest =
          new NeighbourDistances(backend, run.arrays(), sources, input.box());
      RadiusReader.Result radius =
          clock.time("read radii", () -> reader.read(k -> nearest.of(queries, k)));
      ListInfo info = info(input, origin, radius.description());
      ListLimits limits = ListLimits.of(comm);
      ListSearch.Problem problem =
          new ListSearch.Problem(
              options.method(),
              input.box(),
              options.queries().mortonOrder(),
              options.symmetric(),
              options.queries().excludeSelf(),
              info.searched());
      try (ListSearch search =
          new ListSearch(
              backend,
              run.arrays(),
              clock,
              sources,
              new ListSearch.Queries(queries, radius.radii()),
              problem,
              limits)) {
        long[] counts = search.count();
        long[] all = {Arrays.stream(counts).sum()};
        final long firstPair = comm.exclusiveScan(all[0]);
        double[] most = {Arrays.stream(counts).max().orElse(0)};
        comm.sum(all);
        comm.max(most);
        long fileBytes = files.bytes(info.bytes(all[0]));
        files.shortage(fileBytes).ifPresent(sentence -> run.warn(List.of(sentence)));
        if (!options.execution().dryRun()) {
          long[] pairStart = pairStart(counts, search.firstRow(), info.rows());
          run.warn(
              files.write(
                  comm,
                  temporary ->
                      write(
                          new Found(search, counts, firstPair),
                          new ListWriter(
                              comm, info, values, files.files(), temporary, pairStart))));
          finished.run();
        }
        return new ListReport(
            info,
            run.reason(),
            options.execution().dryRun() ? null : files.files().get(0),
            all[0],
            (long) most[0],
            bytes,
            fileBytes,
            run.timings(),
            run.warnings());
      }
    }

    /** Neighbours of the queries before each file, and of all; every rank calls it. */
    private long[] pairStart(long[] counts, long firstRow, long rows) {
      EvenShares shares = new EvenShares(rows, options.output().files());
      long[] pairs = new long[options.output().files()];
      for (int i = 0; i < counts.length; i++) {
        pairs[shares.part(firstRow + i)] += counts[i];
      }
      comm.sum(pairs);
      return Parts.starts(pairs);
    }

    /**
     * What is to be written.
     *
     * @param counts neighbours of each query of this rank
     * @param firstPair neighbours of the queries of lower ranks
     */
    private record Found(ListSearch search, long[] counts, long firstPair) {}

    private void write(Found found, ListWriter writer) {
      long all = found.counts.length;
      try (writer) {
        found.search.find(
            found.counts,
            found.firstPair,
            options.needsPairs(),
            block -> {
              clock.run("write", () -> writer.accept(block));
              run.advance(block.length().length(), all);
            });
        finished = clock.begin("finish writing"); // until the files have their names
        writer.finish();
      }
    }

    private ListInfo info(NeighbourInput input, NeighbourOrigin origin, String radius) {
      return new ListInfo(
          input.queries().rows(),
          options.content(),
          input.isDouble(),
          options.queries().mortonOrder(),
          options.queries().excludeSelf(),
          options.symmetric(),
          radius,
          origin);
    }
  }
}
