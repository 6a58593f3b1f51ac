package org.jzfof.neighbours.search;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jzfof.backend.Backend;
import org.jzfof.backend.RankDevice;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.Computer;
import org.jzfof.config.search.SearchOutput;
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
 * The common part of searches for neighbours and pairs on one backend: opens it, reads particles
 * onto it, keeps time, reports progress, and collects warnings.
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
  public static <T> T on(
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

  Communicator comm() {
    return comm;
  }

  /** What it computes with. */
  public Backend backend() {
    return device.backend();
  }

  /** How arrays travel between the ranks. */
  public ArrayExchange arrays() {
    return device.arrays();
  }

  /** The device taken, and why. */
  public String reason() {
    return device.description();
  }

  /** Times its stages. */
  public StageClock clock() {
    return clock;
  }

  /** Adds sentences that a user should know. */
  public void warn(List<String> sentences) {
    warnings.addAll(sentences);
  }

  /** Sentences that a user should know, so far. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** The stages so far, over all ranks; every rank calls it. */
  public List<StageTiming> timings() {
    return StageTiming.ofAllRanks(clock.stages(), comm);
  }

  /** The file that a search writes. */
  public static Path file(SearchOutput output, String product, NeighbourInput input) {
    Path snapshot = input.snapshot().header().pieces().get(0).file();
    return output.file(product, SnapshotFiles.number(snapshot));
  }

  /** Reads positions of the sources, or others, onto the device. */
  public PositionLoader loader(NeighbourInput input) {
    return new PositionLoader(
        input.sources(), input.box(), backend().particles(), backend().memory());
  }

  /** The share of this rank of as many rows. */
  private EvenShares shares(PositionSource source) {
    return new EvenShares(source.rows(), comm.size());
  }

  /** Reads this rank's share of the sources, and looks whether the box can be theirs. */
  public NeighbourSearch.Sources readSources(
      String stage, NeighbourInput input, PositionLoader loader) {
    return clock.time(
        stage,
        () -> {
          Coordinates points = read(stage, loader, input.sources());
          double h = input.snapshot().header().cosmology().hubble();
          warn(loader.requireBox(h, input.snapshot().unwritten(), comm));
          return new NeighbourSearch.Sources(points, shares(input.sources()).start(comm.rank()));
        });
  }

  /** Reads this rank's share of some particles. */
  public Coordinates read(String stage, PositionLoader loader, PositionSource source) {
    EvenShares shares = shares(source);
    return loader.load(
        shares.start(comm.rank()),
        shares.count(comm.rank()),
        fraction -> {
          done = fraction * READ_SHARE;
          progress.at(stage, done);
        });
  }

  /** This rank's share of the queries. */
  QuerySupply queries(NeighbourInput input, PositionLoader loader) {
    EvenShares shares = shares(input.queries());
    return new RankQueries(
        loader.of(input.queries()), shares.start(comm.rank()), shares.count(comm.rank()));
  }

  /** Tells of answers that are on their way to the file. */
  void advance(long rows, long all) {
    done = Math.min(1, done + (1 - READ_SHARE) * rows / Math.max(1, all));
  }
}
