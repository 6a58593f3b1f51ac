package org.jzfof.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jzfof.backend.Backend;
import org.jzfof.backend.BackendSelector;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.NodeRanks;
import org.jzfof.config.KnnOptions;
import org.jzfof.device.ElementType;
import org.jzfof.dump.DumpFiles;
import org.jzfof.dump.DumpInfo;
import org.jzfof.dump.DumpWriter;
import org.jzfof.dump.SourceValues;
import org.jzfof.output.AtomicFiles;
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
    BackendSelector.Selection selected =
        BackendSelector.select(
            new BackendSelector.Request(options.computer(), NodeRanks.of(comm).local()));
    try (Backend backend = selected.backend()) {
      return new Run(options, progress, backend, selected.reason()).find();
    }
  }

  /** One search on one backend. */
  private final class Run {
    private final KnnOptions options;
    private final ProgressListener progress;
    private final Backend backend;
    private final String reason;
    private final StageClock clock;
    private final List<String> warnings = new ArrayList<>();
    private double done;

    Run(KnnOptions options, ProgressListener progress, Backend backend, String reason) {
      this.options = options;
      this.progress = progress;
      this.backend = backend;
      this.reason = reason;
      this.clock = new StageClock(backend.memory(), comm, stage -> progress.at(stage, done));
    }

    NeighbourReport find() {
      KnnInput input = clock.time("open", () -> KnnInput.open(options, comm));
      DumpInfo info = info(input);
      DumpFiles files = new DumpFiles(output(input), options.files());
      files.check(input.files());
      long fileBytes = info.rows() * info.bytesPerRow() + options.files() * HEADER_BYTES;
      SourceColumns columns = new SourceColumns(input.sources(), info.values(), comm);
      long bytes = checkMemory(input, info, columns);
      warn(info, files.files().get(0), fileBytes);
      if (!options.dryRun()) {
        SourceValues values = clock.time("read values", columns::read);
        files.write(comm, temporary -> search(input, info, values, files, temporary));
      }
      return new NeighbourReport(
          info,
          reason,
          options.dryRun() ? null : files.files().get(0),
          fileBytes,
          bytes,
          StageTiming.ofAllRanks(clock.stages(), comm),
          List.copyOf(warnings));
    }

    private Path output(KnnInput input) {
      Path snapshot = input.header().pieces().get(0).file();
      return options.output() != null
          ? options.output()
          : Path.of("neighbours_" + SnapshotFiles.number(snapshot) + ".hdf5");
    }

    private void search(
        KnnInput input, DumpInfo info, SourceValues values, DumpFiles files, List<Path> temporary) {
      EvenShares shares = new EvenShares(info.sources().count(), comm.size());
      EvenShares queries = new EvenShares(info.rows(), comm.size());
      long rows = shares.count(comm.rank());
      PositionLoader loader = new PositionLoader(input.sources(), input.box(), backend.memory());
      NeighbourSearch.Sources sources =
          new NeighbourSearch.Sources(
              clock.time(
                  "read sources",
                  () -> loader.load(shares.start(comm.rank()), rows, this::reading)),
              shares.start(comm.rank()));
      try (DumpWriter writer = new DumpWriter(comm, info, values, files.files(), temporary)) {
        new NeighbourSearch(backend, comm, clock)
            .run(
                sources,
                options.selfQuery() ? null : supply(input, queries),
                problem(input, info),
                block -> {
                  clock.run("write", () -> writer.accept(block));
                  advance(block.count(), queries.count(comm.rank()));
                });
        clock.run("finish writing", writer::finish);
      }
    }

    private QuerySupply supply(KnnInput input, EvenShares shares) {
      return new RankQueries(
          new PositionLoader(input.queries(), input.box(), backend.memory()),
          shares.start(comm.rank()),
          shares.count(comm.rank()));
    }

    private NeighbourSearch.Problem problem(KnnInput input, DumpInfo info) {
      return new NeighbourSearch.Problem(
          input.box(),
          info.k(),
          info.excludeSelf(),
          info.mortonOrder(),
          DumpWriter.blockRows(info, comm.size()),
          info.doubles() ? ElementType.F64 : ElementType.F32);
    }

    private void reading(double fraction) {
      done = fraction * READ_SHARE;
      progress.at("read sources", done);
    }

    private void advance(long rows, long all) {
      done = Math.min(1, done + (1 - READ_SHARE) * rows / Math.max(1, all));
    }

    private DumpInfo info(KnnInput input) {
      String path = options.sources().snapshot().toString();
      Path queries = options.queries().file();
      return new DumpInfo(
          input.queries().rows(),
          options.k(),
          options.values(),
          input.sources().isDouble() || input.queries().isDouble(),
          options.mortonOrder(),
          options.excludeSelf(),
          new DumpInfo.Sources(
              input.header(), path, options.sources().types(), input.sources().rows()),
          new DumpInfo.Queries(queries == null ? path : queries.toString(), input.queryTypes()),
          input.box().size(),
          input.box().periodic(),
          version,
          options.commandLine());
    }

    /** Returns what the rank needs, on the device and on the heap. */
    private long checkMemory(KnnInput input, DumpInfo info, SourceColumns columns) {
      long rows = new EvenShares(info.sources().count(), comm.size()).count(0);
      int coordinates = 3 * (info.doubles() ? Double.BYTES : Float.BYTES);
      long block = DumpWriter.blockRows(info, comm.size());
      long answer = Integer.BYTES + (info.doubles() ? Double.BYTES : Float.BYTES);
      long device =
          rows * (coordinates + backend.knnBytesPerParticle())
              + block * (coordinates + (info.k() + 1) * answer);
      long heap = rows * columns.bytesPerRow() + DumpWriter.bytes(info, comm.size());
      new MemoryCheck(backend).require(rows, device, heap);
      return device + heap;
    }

    private void warn(DumpInfo info, Path file, long fileBytes) {
      long others = info.sources().count() - (info.excludeSelf() ? 1 : 0);
      if (info.k() > others && info.rows() > 0) {
        warnings.add(
            "there are %d neighbours to find, and -k is %d: rows are filled up with -1 at an infinite distance"
                .formatted(Math.max(0, others), info.k()));
      }
      long free = freeBytes(file);
      if (fileBytes > free) {
        warnings.add(
            "the output takes %d MiB, and the disk has %d MiB free"
                .formatted(fileBytes >> 20, free >> 20));
      }
    }

    private static long freeBytes(Path file) {
      try {
        return Files.getFileStore(AtomicFiles.existingFolder(file)).getUsableSpace();
      } catch (IOException e) {
        throw AtomicFiles.failure(file, e);
      }
    }
  }
}
