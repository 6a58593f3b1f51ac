package org.jzfof.cluster;

import java.util.Set;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.ClusterOptions;
import org.jzfof.config.search.QueryChoice;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.files.NeighbourFiles;
import org.jzfof.neighbours.files.NeighbourOrigin;
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
  /**
   * Device bytes per particle besides its coordinates and an index: ID, count, row, pointer, link
   * and radius.
   */
  private static final int DEVICE_BYTES = 36;

  /** Device bytes per particle on several ranks: row and its copy, and a copy of the ID. */
  private static final int DISTRIBUTED_BYTES = 24;

  /** Heap bytes per cluster: the columns of the table, in two orders. */
  private static final int CLUSTER_BYTES = 80;

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
     * Estimates the memory of a rank in bytes and checks that it suffices. The index of all
     * particles is closed before that of the core points exists, which is at most as large.
     */
    private long checkMemory(NeighbourInput input) {
      long rows = new EvenShares(input.sources().rows(), comm.size()).count(0);
      ElementType real = input.isDouble() ? ElementType.F64 : ElementType.F32;
      boolean distributed = comm.size() > 1;
      NeighbourMemory needs = new NeighbourMemory(backend, SearchMethod.TREE, real, distributed);
      int more = DEVICE_BYTES + (distributed ? DISTRIBUTED_BYTES : 0);
      long device = needs.points(rows) + rows * (3L * real.bytes() + more);
      long heap =
          (distributed ? input.sources().rows() : rows) / options.minPoints() * CLUSTER_BYTES;
      new MemoryCheck(backend).requireForNeighbours(rows, device, heap);
      return device + heap;
    }

    private ClusterInfo findAndWrite(
        NeighbourInput input, NeighbourOrigin origin, NeighbourFiles files) {
      try (Scope made = new Scope()) {
        DeviceArray ids = made.add(options.ids() ? readIds(input) : rows(input));
        NeighbourSearch.Sources sources = run.readSources("read", input, run.loader(input));
        try (ClusterSearch.Result result =
            new ClusterSearch(backend, run.arrays(), clock)
                .find(
                    sources,
                    ids,
                    new ClusterSearch.Parameters(
                        input.box(), options.eps(), options.minPoints()))) {
          ClusterInfo info = info(origin, result.clusters());
          ClusterWriter.Rows rows =
              new ClusterWriter.Rows(sources.firstRow(), result.members(), backend.memory());
          Runnable finished = clock.begin("write");
          run.warn(
              files.write(
                  comm,
                  temporary ->
                      ClusterWriter.write(
                          comm, info, files.files().get(0), temporary.get(0), rows)));
          finished.run();
          return info;
        }
      }
    }

    /** The IDs of the particles that this rank reads. */
    private DeviceArray readIds(NeighbourInput input) {
      SourceColumns reading = new SourceColumns(input.sources(), columns, comm);
      DeviceArray ids = clock.time("read IDs", () -> reading.readIds(backend.memory()));
      run.warn(reading.warnings());
      return ids;
    }

    /** The rows of these particles, which stand for IDs that are not used. */
    private DeviceArray rows(NeighbourInput input) {
      EvenShares shares = new EvenShares(input.sources().rows(), comm.size());
      return backend
          .memory()
          .range(ElementType.I64, shares.start(comm.rank()), shares.count(comm.rank()));
    }
  }
}
