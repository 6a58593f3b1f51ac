package org.jzfof.load;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.OccupiedBins;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.Scope;
import org.jzfof.error.SnapshotException;
import org.jzfof.load.checks.RowChecks;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * Reads a rank's share of a snapshot, type by type: onto the device, into memory in advance, or for
 * a look at the positions. Several threads read at the same time, each a column or a part of one.
 */
final class ParticleLoader {
  private static final int USUAL_COLUMNS = 5;

  private final Snapshot snapshot;
  private final RowReader reader;
  private final Communicator comm;
  private final ParticleColumns columns;
  private final List<RowRange> ranges;
  private final DoubleConsumer progress;
  private final long rows;
  private final int threads;

  /**
   * @param reader of the rows of the snapshot
   * @param columns what to read of which types
   * @param progress receives the fraction that is done
   * @param readers threads that may read at once; where they are fewer than columns, one for each
   */
  ParticleLoader(
      Snapshot snapshot,
      RowReader reader,
      ParticleColumns columns,
      Communicator comm,
      DoubleConsumer progress,
      int readers) {
    this.snapshot = snapshot;
    this.reader = reader;
    this.comm = comm;
    this.columns = columns;
    this.progress = progress;
    this.ranges = RowRange.share(columns.types(), snapshot.header().counts(), comm);
    this.rows = ranges.stream().mapToLong(RowRange::count).sum();
    int most = Math.max(USUAL_COLUMNS, 1 + columns.stored().size());
    this.threads = Math.max(most, readers);
  }

  /** Rows that this rank reads. */
  long rows() {
    return rows;
  }

  /** So many parts of each column that no thread idles while others read the widest of them. */
  private List<List<RowRange>> split() {
    return RowRange.split(ranges, reader, threads);
  }

  /** Reads all columns before they are needed, side by side. */
  void hold(HeldRows held) {
    List<Runnable> reading = new ArrayList<>();
    for (List<RowRange> some : split()) {
      reading.add(() -> some.forEach(range -> held.hold(ParticleColumn.COORDINATES, range)));
      for (ParticleColumn column : columns.stored().keySet()) {
        reading.add(
            () ->
                some.stream()
                    .filter(range -> columns.has(column, range.type()))
                    .forEach(range -> held.hold(column, range)));
      }
    }
    try (ReadingThreads parts = new ReadingThreads(threads)) {
      parts.begin(reading);
      parts.await();
    }
  }

  /**
   * Reads the positions, and begins to read the other columns.
   *
   * @param odd receives the results of the checks, those of the other columns when these are there
   * @throws SnapshotException on the first position that cannot be
   */
  ColumnReading begin(
      SearchSpace space, ParticleKernels kernels, DeviceMemory memory, RowChecks odd) {
    return ColumnReading.begin(
        reading(), new ColumnReading.Device(space, kernels, memory), comm, odd);
  }

  /**
   * Reads all columns; all ranks call it together.
   *
   * @param odd receives the results of the checks
   * @throws SnapshotException on the first value that cannot be
   */
  Particles load(SearchSpace space, ParticleKernels kernels, DeviceMemory memory, RowChecks odd) {
    try (Scope read = new Scope()) {
      return read.keep(read.add(begin(space, kernels, memory, odd)).all());
    }
  }

  private ColumnReading.Rows reading() {
    return new ColumnReading.Rows(snapshot, reader, columns, ranges, split(), progress, threads);
  }

  /** Puts the particles into bins. */
  void fill(OccupiedBins bins, Box box) {
    for (RowRange range : ranges) {
      reading()
          .readWide(
              range,
              box,
              (row, count, xyz) -> {
                for (int i = 0; i < 3 * count; i++) {
                  bins.add(xyz[i], i % 3);
                }
              });
    }
  }
}
