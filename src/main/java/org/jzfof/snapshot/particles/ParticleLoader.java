package org.jzfof.snapshot.particles;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.OccupiedBins;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.checks.RowChecks;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * Reads a rank's share of a snapshot, type by type: onto the device, into memory in advance, or for
 * a look at the positions. Several threads read at the same time, each a column or a part of one.
 *
 * @param columns columns to read, with their types
 * @param ranges rows of this rank, one range per type
 * @param progress receiver of the completed fraction, 0 to 1
 * @param threads maximum number of simultaneous readers
 */
record ParticleLoader(
    Snapshot snapshot,
    RowReader reader,
    ParticleColumns columns,
    List<ReadRange> ranges,
    Communicator comm,
    DoubleConsumer progress,
    int threads) {
  private static final int USUAL_COLUMNS = 5;

  /**
   * @param readers threads that may read at once; where they are fewer than columns, one for each
   */
  ParticleLoader(
      Snapshot snapshot,
      RowReader reader,
      ParticleColumns columns,
      Communicator comm,
      DoubleConsumer progress,
      int readers) {
    this(
        snapshot,
        reader,
        columns,
        ReadRange.share(columns.types(), snapshot.header().counts(), comm),
        comm,
        progress,
        Math.max(readers, Math.max(USUAL_COLUMNS, 1 + columns.stored().size())));
  }

  /** Rows that this rank reads. */
  long rows() {
    return ranges.stream().mapToLong(ReadRange::count).sum();
  }

  /** So many parts of each column that no thread idles while others read the widest of them. */
  List<List<ReadRange>> split() {
    return ReadRange.split(ranges, reader, threads);
  }

  /** Reads all columns before they are needed, side by side. */
  void hold(HeldRows held) {
    List<Runnable> reading = new ArrayList<>();
    for (List<ReadRange> batch : split()) {
      reading.add(() -> batch.forEach(range -> held.hold(ParticleColumn.COORDINATES, range)));
      for (ParticleColumn column : columns.stored().keySet()) {
        reading.add(
            () ->
                batch.stream()
                    .filter(range -> columns.has(column, range.type()))
                    .forEach(range -> held.hold(column, range)));
      }
    }
    new ReadingThreads(threads).read(reading);
  }

  /**
   * Reads all columns; every rank calls it.
   *
   * @param checks receiver of the results of the checks
   * @throws SnapshotException on the first value that cannot be
   */
  Particles load(
      SearchSpace space, ParticleKernels kernels, DeviceMemory memory, RowChecks checks) {
    return ColumnReading.read(this, new ColumnReading.Device(space, kernels, memory), checks);
  }

  /** Puts the particles into bins. */
  void fill(OccupiedBins bins, Box box) {
    for (ReadRange range : ranges) {
      readPlaces(
          range,
          box,
          block -> {
            double[] xyz = block.doubles();
            for (int i = 0; i < block.length(); i++) {
              bins.add(xyz[i], i % 3);
            }
          });
    }
  }

  /**
   * Reads coordinates as float64.
   *
   * @throws SnapshotException on the first that has no place in the box
   */
  void readPlaces(ReadRange range, Box box, ColumnSink sink) {
    FixedPoint map = FixedPoint.of(box);
    read(
        ParticleColumn.COORDINATES,
        range,
        block -> {
          double[] xyz = block.doubles();
          for (int i = 0; i < block.length(); i++) {
            if (!map.isValid(xyz[i], i % 3)) {
              int at = i - i % 3;
              throw ColumnReading.invalid(
                  describe(range, block.row() + i / 3), xyz[at], xyz[at + 1], xyz[at + 2]);
            }
          }
          sink.accept(new ColumnBlock(block.row(), block.count(), 3, xyz));
        });
  }

  /** Reads rows of a column. */
  void read(ParticleColumn column, ReadRange range, ColumnSink sink) {
    reader.read(column, range.type(), range.from(), range.count(), sink);
  }

  /** Names the particle of a row of a range. */
  String describe(ReadRange range, long row) {
    return snapshot.describeParticle(range.type(), range.from() + row);
  }
}
