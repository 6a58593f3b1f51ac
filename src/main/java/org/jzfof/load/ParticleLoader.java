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
import org.jzfof.error.SnapshotException;
import org.jzfof.load.checks.RowChecks;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.Snapshot;

/**
 * Reads a rank's share of a snapshot, type by type: onto the device, into memory in advance, or for
 * a look at the positions. Several threads read at the same time, each a column or a part of one.
 */
final class ParticleLoader {
  private static final int MOST_COLUMNS = 5;

  private final Snapshot snapshot;
  private final RowReader reader;
  private final Communicator comm;
  private final ParticleColumns columns;
  private final List<RowRange> ranges;
  private final DoubleConsumer progress;
  private final long rows;
  private final int threads;

  /** Holds rows of one type. */
  @FunctionalInterface
  private interface Holder {
    void hold(int type, long from, long rows);
  }

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
    this.threads = Math.max(MOST_COLUMNS, readers);
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
      reading.add(() -> hold(some, held::holdCoordinates));
      if (columns.storedIds()) {
        reading.add(() -> hold(some, held::holdIds));
      }
      if (columns.velocities()) {
        reading.add(() -> hold(some, held::holdVelocities));
      }
      if (columns.storedMasses()) {
        reading.add(
            () -> hold(some.stream().filter(columns::storesMasses).toList(), held::holdMasses));
      }
    }
    new ReadingThreads(threads).read(reading);
  }

  /** Holds rows of one column. */
  private void hold(List<RowRange> some, Holder column) {
    some.forEach(of -> column.hold(of.type(), of.from(), of.count()));
  }

  /**
   * Reads all columns; every rank calls it.
   *
   * @param odd receives the results of the checks
   * @throws SnapshotException on the first value that cannot be
   */
  Particles load(SearchSpace space, ParticleKernels kernels, DeviceMemory memory, RowChecks odd) {
    return ColumnReading.read(
        reading(), new ColumnReading.Device(space, kernels, memory), comm, odd);
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
