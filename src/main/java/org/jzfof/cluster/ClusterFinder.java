package org.jzfof.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.ClusterOptions;
import org.jzfof.config.search.QueryChoice;
import org.jzfof.device.ElementType;
import org.jzfof.neighbours.files.NeighbourFiles;
import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.neighbours.files.RowLookup;
import org.jzfof.neighbours.search.NeighbourInput;
import org.jzfof.neighbours.search.NeighbourMemory;
import org.jzfof.neighbours.search.NeighbourSearch;
import org.jzfof.neighbours.search.SearchRun;
import org.jzfof.output.Replacement;
import org.jzfof.pipeline.MemoryCheck;
import org.jzfof.progress.ProgressListener;
import org.jzfof.progress.StageClock;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.particles.SourceColumns;

/**
 * The command {@code jzfof cluster}: checks the particles, reads them onto the device, finds their
 * clusters, and writes the cluster of each particle.
 */
public final class ClusterFinder {
  /** Heap bytes per particle: ID, count, radius, label, root and flag, some of them twice. */
  private static final int HOST_BYTES = 64;

  /** Device bytes per core point besides its coordinates: row, label, radius and pointer. */
  private static final int CORE_BYTES = 28;

  private final Communicator comm;
  private final String version;

  /**
   * @param version version of jzfof, which the file records
   */
  public ClusterFinder(Communicator comm, String version) {
    this.comm = comm;
    this.version = version;
  }

  /**
   * Finds the clusters and, unless it is a dry run, writes them.
   *
   * @param progress listener that receives every stage
   * @throws org.jzfof.error.JzfofException if the snapshot or the output is unsuitable, or the
   *     device or memory is insufficient
   */
  public ClusterReport find(ClusterOptions options, ProgressListener progress) {
    return SearchRun.execute(
        options.execution().computer(), comm, progress, run -> new Search(options, run).find());
  }

  /** One search on one backend. */
  private final class Search {
    private final ClusterOptions options;
    private final SearchRun run;
    private final Backend backend;
    private final StageClock clock;
    private final Set<ParticleColumn> columns;

    Search(ClusterOptions options, SearchRun run) {
      this.options = options;
      this.run = run;
      this.backend = run.backend();
      this.clock = run.clock();
      this.columns = NeighbourInput.columns(options.ids(), false);
    }

    ClusterReport find() {
      NeighbourInput input = clock.time("open", this::open);
      run.warn(input.warnings());
      NeighbourOrigin origin =
          input.origin(
              options.sources(),
              null,
              options.resultOptions(),
              version,
              options.execution().commandLine());
      NeighbourFiles files =
          new NeighbourFiles(SearchRun.file(options.output(), "clusters", input), 1);
      files.check(
          comm,
          options.execution().inputs(input.files()),
          new Replacement(origin.run().provenance(), options.output().overwrite()));
      long bytes = checkMemory(input);
      ClusterInfo info =
          options.execution().dryRun() ? info(origin, null) : findAndWrite(input, origin, files);
      return new ClusterReport(
          info,
          run.reason(),
          options.execution().dryRun() ? null : files.files().get(0),
          bytes,
          run.timings(),
          run.warnings());
    }

    private NeighbourInput open() {
      return NeighbourInput.open(
          options.sources(),
          options.sources(),
          QueryChoice.SOURCES,
          columns,
          "give --no-ids to tell particles apart by their rows",
          comm);
    }

    private ClusterInfo info(NeighbourOrigin origin, Clusters clusters) {
      return new ClusterInfo(origin, options.eps(), options.minPoints(), clusters);
    }

    /**
     * Estimates the memory of a rank in bytes and checks that it suffices. Two indices exist at the
     * same time: one of all particles and one of the core points, which is at most as large.
     */
    private long checkMemory(NeighbourInput input) {
      long rows = new EvenShares(input.sources().rows(), comm.size()).count(0);
      ElementType real = input.isDouble() ? ElementType.F64 : ElementType.F32;
      NeighbourMemory needs =
          new NeighbourMemory(backend, NeighbourMethod.TREE, real, comm.size() > 1);
      long device = 2 * needs.points(rows) + rows * (2L * 3 * real.bytes() + CORE_BYTES);
      long heap = rows * HOST_BYTES;
      new MemoryCheck(backend).requireForNeighbours(rows, device, heap);
      return device + heap;
    }

    private ClusterInfo findAndWrite(
        NeighbourInput input, NeighbourOrigin origin, NeighbourFiles files) {
      RowLookup ids = ids(input);
      NeighbourSearch.Sources sources = run.readSources("read", input, run.loader(input));
      ClusterSearch.Result result =
          new ClusterSearch(backend, run.arrays(), clock)
              .find(
                  sources,
                  ids,
                  new ClusterSearch.Parameters(input.box(), options.eps(), options.minPoints()));
      ClusterInfo info = info(origin, result.clusters());
      Runnable finished = clock.begin("write");
      run.warn(
          files.write(
              comm, temporary -> write(info, sources.firstRow(), result, files, temporary)));
      finished.run();
      return info;
    }

    private void write(
        ClusterInfo info,
        long first,
        ClusterSearch.Result result,
        NeighbourFiles files,
        List<Path> temporary) {
      try (ClusterWriter writer = new ClusterWriter(comm, info, files.files(), temporary)) {
        writer.write(first, result.cluster(), result.core());
      }
    }

    /** The IDs of all particles, or their rows if IDs are not used. */
    private RowLookup ids(NeighbourInput input) {
      if (!options.ids()) {
        EvenShares shares = new EvenShares(input.sources().rows(), comm.size());
        long first = shares.start(comm.rank());
        return new RowLookup(comm, shares, row -> first + row, ClusterNumbers.NONE);
      }
      SourceColumns reading = new SourceColumns(input.sources(), columns, comm);
      RowLookup ids = clock.time("read IDs", reading::read).ids();
      run.warn(reading.warnings());
      return ids;
    }
  }
}
