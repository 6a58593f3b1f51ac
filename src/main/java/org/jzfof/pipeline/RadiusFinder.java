package org.jzfof.pipeline;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jzfof.backend.Backend;
import org.jzfof.backend.RankDevice;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.Parts;
import org.jzfof.config.ListValue;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.RadiusOptions;
import org.jzfof.device.ElementType;
import org.jzfof.dump.DumpFiles;
import org.jzfof.dump.DumpOrigin;
import org.jzfof.dump.ListInfo;
import org.jzfof.dump.ListWriter;
import org.jzfof.dump.SourceValues;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.knn.Coordinates;
import org.jzfof.provenance.Provenance;
import org.jzfof.provenance.Replacement;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFiles;

/**
 * The whole of {@code jzfof neighbours}: check sources and queries, read the sources onto the
 * device, count the neighbours of every query, find them block by block, and write each block
 * beside the search for the next.
 */
public final class RadiusFinder {
  private static final double READ_SHARE = 0.2;

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
   * @param progress is told of every stage
   * @throws org.jzfof.error.JzfofException if the snapshot, the queries, the radii, the output, the
   *     device or the memory will not do
   */
  public ListReport find(RadiusOptions options, ProgressListener progress) {
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
    private final RadiusOptions options;
    private final ProgressListener progress;
    private final Backend backend;
    private final ArrayExchange arrays;
    private final String reason;
    private final StageClock clock;
    private final List<String> warnings = new ArrayList<>();
    private double done;
    private Runnable finished = () -> {};

    Run(RadiusOptions options, ProgressListener progress, RankDevice device, double opening) {
      this.options = options;
      this.progress = progress;
      this.backend = device.backend();
      this.arrays = device.arrays();
      this.reason = device.description();
      this.clock = new StageClock(backend.memory(), comm, stage -> progress.at(stage, done));
      clock.add("open device", opening);
    }

    ListReport find() {
      NeighbourInput input =
          clock.time(
              "open",
              () -> NeighbourInput.open(options.sources(), options.queries(), quantities(), comm));
      warnings.addAll(input.warnings());
      Provenance provenance =
          Provenance.of(
              input.header().pieces().get(0).file(),
              input.fingerprint(),
              options.resultOptions() + input.asking());
      DumpFiles files = new DumpFiles(output(input), options.files());
      files.check(comm, input.files(), new Replacement(provenance, options.output().overwrite()));
      requireMemory(input);
      SourceColumns columns = new SourceColumns(input.sources(), quantities(), comm);
      SourceValues values = clock.time("read values", columns::read);
      columns.oddity().ifPresent(warnings::add);
      PositionLoader loader = new PositionLoader(input.sources(), input.box(), backend.memory());
      try (Coordinates points = clock.time("read sources", () -> load(input, loader))) {
        long first = new EvenShares(input.sources().rows(), comm.size()).start(comm.rank());
        NeighbourSearch.Sources sources = new NeighbourSearch.Sources(points, first);
        return search(input, provenance, files, values, sources, supply(input, loader));
      }
    }

    private void requireMemory(NeighbourInput input) {
      long rows = new EvenShares(input.sources().rows(), comm.size()).count(0);
      ElementType real = input.sources().isDouble() ? ElementType.F64 : ElementType.F32;
      NeighbourMemory needs =
          new NeighbourMemory(backend, NeighbourMethod.TREE, real, comm.size() > 1);
      new MemoryCheck(backend).requireForNeighbours(rows, needs.points(rows), 0);
    }

    private Set<Snapshot.Quantity> quantities() {
      Set<Snapshot.Quantity> quantities = EnumSet.noneOf(Snapshot.Quantity.class);
      if (options.values().contains(ListValue.ID)) {
        quantities.add(Snapshot.Quantity.IDS);
      }
      if (options.values().contains(ListValue.DENSITY)) {
        quantities.add(Snapshot.Quantity.MASSES);
      }
      return quantities;
    }

    private Path output(NeighbourInput input) {
      Path snapshot = input.header().pieces().get(0).file();
      return options.output().file("neighbour_lists", SnapshotFiles.number(snapshot));
    }

    private Coordinates load(NeighbourInput input, PositionLoader loader) {
      EvenShares shares = new EvenShares(input.sources().rows(), comm.size());
      Coordinates points =
          loader.load(
              shares.start(comm.rank()),
              shares.count(comm.rank()),
              fraction -> {
                done = fraction * READ_SHARE;
                progress.at("read sources", done);
              });
      double h = input.header().cosmology().hubble();
      warnings.addAll(loader.requireBox(h, input.unwritten(), comm));
      return points;
    }

    private QuerySupply supply(NeighbourInput input, PositionLoader loader) {
      if (options.selfQuery()) {
        return null;
      }
      EvenShares shares = new EvenShares(input.queries().rows(), comm.size());
      return new RankQueries(
          loader.of(input.queries()), shares.start(comm.rank()), shares.count(comm.rank()));
    }

    private ListReport search(
        NeighbourInput input,
        Provenance provenance,
        DumpFiles files,
        SourceValues values,
        NeighbourSearch.Sources sources,
        QuerySupply queries) {
      EvenShares shares = new EvenShares(input.queries().rows(), comm.size());
      RadiusReader reader = new RadiusReader(input, options.radius(), shares, comm.rank());
      NeighbourDistances nearest = new NeighbourDistances(backend, arrays, sources, input.box());
      RadiusReader.Result radius =
          clock.time("read radii", () -> reader.read(k -> nearest.of(queries, k)));
      ListInfo info = info(input, provenance, radius.description());
      ListSearch.Limits limits = ListSearch.Limits.of(comm);
      ListSearch.Problem problem =
          new ListSearch.Problem(
              input.box(), options.symmetric(), options.excludeSelf(), info.searched());
      try (ListSearch search =
          new ListSearch(
              backend, arrays, clock, sources, queries, radius.radii(), problem, limits)) {
        long[] counts = search.count();
        long[] all = {Arrays.stream(counts).sum()};
        final long firstPair = comm.exclusiveScan(all[0]);
        double[] most = {Arrays.stream(counts).max().orElse(0)};
        comm.sum(all);
        comm.max(most);
        if (!options.dryRun()) {
          long[] pairStart = pairStart(counts, shares.start(comm.rank()), info.rows());
          warnings.addAll(
              files.write(
                  comm,
                  temporary ->
                      write(
                          new Found(search, counts, firstPair),
                          new ListWriter(comm, info, values, files.files(), temporary, pairStart),
                          info)));
          finished.run();
        }
        return new ListReport(
            info,
            reason,
            options.dryRun() ? null : files.files().get(0),
            all[0],
            (long) most[0],
            info.bytes(all[0]),
            StageTiming.ofAllRanks(clock.stages(), comm),
            List.copyOf(warnings));
      }
    }

    /** Neighbours of the queries before each file, and of all; every rank calls it. */
    private long[] pairStart(long[] counts, long firstRow, long rows) {
      EvenShares shares = new EvenShares(rows, options.files());
      long[] pairs = new long[options.files()];
      for (int i = 0; i < counts.length; i++) {
        pairs[shares.part(firstRow + i)] += counts[i];
      }
      comm.sum(pairs);
      return Parts.starts(pairs.length, p -> pairs[p]);
    }

    /**
     * What is to be written.
     *
     * @param counts neighbours of each query of this rank
     * @param firstPair neighbours of the queries of lower ranks
     */
    private record Found(ListSearch search, long[] counts, long firstPair) {}

    private void write(Found found, ListWriter writer, ListInfo info) {
      long all = found.counts.length;
      try (writer) {
        found.search.find(
            found.counts,
            found.firstPair,
            info.needsPairs(),
            block -> {
              clock.run("write", () -> writer.accept(block));
              advance(block.length().length(), all);
            });
        finished = clock.begin("finish writing"); // until the files have their names
        writer.finish();
      }
    }

    private void advance(long rows, long all) {
      done = Math.min(1, done + (1 - READ_SHARE) * rows / Math.max(1, all));
    }

    private ListInfo info(NeighbourInput input, Provenance provenance, String radius) {
      String path = options.sources().snapshot().toString();
      Path queries = options.queries().file();
      return new ListInfo(
          input.queries().rows(),
          options.values(),
          input.sources().isDouble() || input.queries().isDouble(),
          options.excludeSelf(),
          options.symmetric(),
          radius,
          options.kernel(),
          new DumpOrigin(
              new DumpOrigin.Sources(
                  input.header(), path, options.sources().types(), input.sources().rows()),
              new DumpOrigin.Queries(
                  queries == null ? path : queries.toString(), input.queryTypes()),
              input.box().size(),
              input.box().periodic(),
              provenance,
              version,
              options.commandLine()));
    }
  }
}
