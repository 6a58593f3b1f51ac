package org.jzfof.neighbours.search;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jzfof.backend.Backend;
import org.jzfof.backend.RankDevice;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.Computer;
import org.jzfof.config.search.SearchOutput;
import org.jzfof.domain.Box;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.pipeline.StartOfRun;
import org.jzfof.progress.ProgressListener;
import org.jzfof.progress.StageClock;
import org.jzfof.progress.StageTiming;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.header.SnapshotFiles;
import org.jzfof.snapshot.particles.PositionLoader;

/**
 * The common part of searches for neighbours and pairs on one backend: opens the backend, reads
 * particles onto it, times the stages, reports progress, and collects warnings.
 */
public final class SearchRun {
  private static final double READ_SHARE = 0.2;

  private final Communicator comm;
  private final RankDevice device;
  private final ProgressListener progress;
  private final StageClock clock;
  private final List<String> warnings = new ArrayList<>();
  private double done;

  private SearchRun(Communicator comm, RankDevice device, ProgressListener progress) {
    this.comm = comm;
    this.device = device;
    this.progress = progress;
    this.clock = new StageClock(backend().memory(), comm, stage -> progress.at(stage, done));
  }

  /** Opens the backend, searches, and closes it; every rank calls it. */
  public static <T> T execute(
      Computer computer,
      Communicator comm,
      ProgressListener progress,
      Function<SearchRun, T> search) {
    return new StartOfRun(comm)
        .use(
            RankDevice::open,
            computer,
            (device, before) -> {
              SearchRun run = new SearchRun(comm, device, progress);
              before.forEach(run.clock::add);
              return search.apply(run);
            });
  }

  /** A search on a device that is open already, and stays open. */
  public static SearchRun on(RankDevice device, Communicator comm, ProgressListener progress) {
    return new SearchRun(comm, device, progress);
  }

  /** The ranks that search. */
  public Communicator comm() {
    return comm;
  }

  /** The backend that searches. */
  public Backend backend() {
    return device.backend();
  }

  /** The exchange of arrays between the ranks. */
  public ArrayExchange arrays() {
    return device.arrays();
  }

  /** The selected device and the reason. */
  public String reason() {
    return device.description();
  }

  /** The clock that records the stages. */
  public StageClock clock() {
    return clock;
  }

  /** Adds warnings for the user, complete sentences. */
  public void warn(List<String> sentences) {
    warnings.addAll(sentences);
  }

  /** All warnings so far. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** Timings of the stages so far, over all ranks; every rank calls it. */
  public List<StageTiming> timings() {
    return StageTiming.ofAllRanks(clock.stages(), comm);
  }

  /** The file that a search writes. */
  public static Path file(SearchOutput output, String product, NeighbourInput input) {
    Path snapshot = input.snapshot().header().pieces().get(0).file();
    return output.file(product, SnapshotFiles.number(snapshot));
  }

  /** Makes a loader that reads positions onto the device. */
  public PositionLoader loader(NeighbourInput input) {
    return loader(input.sources(), input.box());
  }

  /** Makes a loader that reads positions in a box onto the device. */
  public PositionLoader loader(PositionSource source, Box box) {
    return new PositionLoader(source, box, backend().particles(), backend().memory());
  }

  /** Even shares of the rows of a source. */
  private EvenShares shares(PositionSource source) {
    return new EvenShares(source.rows(), comm.size());
  }

  /** Reads this rank's share of the sources, and checks that the box can be theirs. */
  public NeighbourSearch.Sources readSources(
      String stage, NeighbourInput input, PositionLoader loader) {
    double h = input.snapshot().header().cosmology().hubble();
    return readSources(
        stage,
        input.sources(),
        loader,
        () -> loader.requireBox(h, input.snapshot().unwritten(), comm));
  }

  /** Reads this rank's share of positions that are in no snapshot, as {@link #readSources}. */
  public NeighbourSearch.Sources readSources(
      String stage, PositionSource source, PositionLoader loader) {
    return readSources(stage, source, loader, () -> loader.requireBox(Double.NaN, false, comm));
  }

  private NeighbourSearch.Sources readSources(
      String stage, PositionSource source, PositionLoader loader, Supplier<List<String>> check) {
    return clock.time(
        stage,
        () -> {
          Coordinates points = read(stage, loader, source);
          warn(check.get());
          return new NeighbourSearch.Sources(points, shares(source).start(comm.rank()));
        });
  }

  /** Reads this rank's share of the positions of a source. */
  public Coordinates read(String stage, PositionLoader loader, PositionSource source) {
    EvenShares shares = shares(source);
    return loader.load(
        shares.start(comm.rank()),
        shares.count(comm.rank()),
        fraction -> reportReading(stage, fraction));
  }

  /** Reports the progress of reading. */
  public void reportReading(String stage, double fraction) {
    done = fraction * READ_SHARE;
    progress.at(stage, done);
  }

  /** This rank's share of the queries. */
  QuerySupply queries(NeighbourInput input, PositionLoader loader) {
    return queries(input.queries(), loader);
  }

  /** This rank's share of queries, which are in the box of the loader of the sources. */
  public QuerySupply queries(PositionSource queries, PositionLoader loader) {
    EvenShares shares = shares(queries);
    return new RankQueries(
        loader.of(queries), shares.start(comm.rank()), shares.count(comm.rank()));
  }

  /**
   * Advances the progress by rows that have been passed to the writer.
   *
   * @param all number of rows of this rank
   */
  public void advance(long rows, long all) {
    done = Math.min(1, done + (1 - READ_SHARE) * rows / Math.max(1, all));
  }
}
