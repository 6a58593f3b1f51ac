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
import org.jzfof.snapshot.checks.ExactSum;
import org.jzfof.snapshot.checks.RowChecks;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * Reads a rank's share of a snapshot, type by type: onto the device, into memory in advance, or
 * only the positions. Several threads read at the same time; each reads a column or a part of it.
 *
 * @param columns columns to read, with their types
 * @param ranges rows of this rank, one range per type
 * @param progress receiver of the completed fraction, 0 to 1
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
   * @param readers requested number of simultaneous readers; the number of columns is the minimum
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

  /** Number of rows that this rank reads. */
  long rows() {
    return ranges.stream().mapToLong(ReadRange::count).sum();
  }

  /**
   * Divides the rows into parts, so that no thread idles while other threads read the widest
   * column.
   */
  List<List<ReadRange>> split() {
    return ReadRange.split(ranges, reader, threads);
  }

  /** Reads all columns into memory in advance, with several threads. */
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
   * Reads all columns onto the device; every rank calls this method.
   *
   * @throws SnapshotException on the first invalid value
   */
  Particles load(
      SearchSpace space, ParticleKernels kernels, DeviceMemory memory, RowChecks checks) {
    return ColumnReading.read(this, new ColumnReading.Device(space, kernels, memory), checks);
  }

  /**
   * Adds up the masses of this rank's particles of the types whose particles share no mass.
   *
   * @throws SnapshotException if a mass is negative or not finite
   */
  ExactSum massSum() {
    ExactSum sum = new ExactSum();
    for (ReadRange range : ranges) {
      if (columns.massOfType()[range.type()] == 0) {
        read(
            ParticleColumn.MASSES,
            range,
            block -> {
              ValueLoader.requireAll(
                  ParticleColumn.MASSES,
                  block.doubles(),
                  block.count(),
                  i -> describe(range, block.row() + i));
              sum.add(block);
            });
      }
    }
    return sum;
  }

  /** Adds the coordinates of all particles to bins. */
  void fill(OccupiedBins bins, Box box) {
    for (ReadRange range : ranges) {
      readPositions(range, box, block -> PositionBlocks.fill(bins, block));
    }
  }

  /**
   * Reads coordinates as float64.
   *
   * @throws SnapshotException on the first position that is invalid in the box
   */
  void readPositions(ReadRange range, Box box, ColumnSink sink) {
    read(
        ParticleColumn.COORDINATES,
        range,
        PositionBlocks.checked(FixedPoint.of(box), row -> describe(range, row), sink));
  }

  /** Reads rows of a column. */
  void read(ParticleColumn column, ReadRange range, ColumnSink sink) {
    reader.read(column, range.type(), range.from(), range.count(), sink);
  }

  /** The location of a row of a range, with the ID of its particle. */
  String describe(ReadRange range, long row) {
    return snapshot.describeParticle(range.type(), range.from() + row);
  }
}
