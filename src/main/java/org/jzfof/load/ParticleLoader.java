package org.jzfof.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.ColumnRange;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.OccupiedBins;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Quantiser;
import org.jzfof.domain.SearchSpace;
import org.jzfof.domain.ValueRange;
import org.jzfof.error.Scope;
import org.jzfof.error.SnapshotException;
import org.jzfof.load.checks.RepeatedRows;
import org.jzfof.load.checks.RowChecks;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.ThermalEnergies;
import org.jzfof.snapshot.file.CoordinateSink;
import org.jzfof.snapshot.file.FloatSink;

/**
 * Reads a rank's share of a snapshot onto the device: needs an open snapshot and the box, leaves
 * {@link Particles} with one row per particle, type by type. Several threads read, check and upload
 * columns at the same time, and parts of a column where that is faster.
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
  private final int readers;
  private final ReadingThreads threads;
  private final ValueRange massRange = new ValueRange(1, false);
  private final ValueRange speeds = new ValueRange(3, true);
  private long values;

  /** Holds rows of one type. */
  @FunctionalInterface
  private interface Holder {
    void hold(int type, long from, long rows);
  }

  /**
   * What one thread at a time reads of each column, one after the other.
   *
   * @param odd looks at the rows
   */
  private record Part(List<RowRange> ranges, RowChecks odd) {}

  /**
   * @param reader of the rows of the snapshot
   * @param columns what to read of which types
   * @param progress receives the fraction that is done
   * @param readers threads that may read at once
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
    this.readers = readers;
    this.threads = new ReadingThreads(Math.max(MOST_COLUMNS, readers));
  }

  /** Rows that this rank reads. */
  long rows() {
    return rows;
  }

  /** So many parts of each column that no thread idles while others read the widest of them. */
  private List<List<RowRange>> split() {
    return RowRange.split(ranges, reader, readers);
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
            () -> hold(some.stream().filter(this::storesMasses).toList(), held::holdMasses));
      }
    }
    threads.read(reading);
  }

  /** Holds rows of one column. */
  private void hold(List<RowRange> some, Holder column) {
    some.forEach(of -> column.hold(of.type(), of.from(), of.count()));
  }

  private boolean storesMasses(RowRange range) {
    return columns.massOfType()[range.type()] == 0;
  }

  /**
   * Reads all columns; all ranks call it together.
   *
   * @param odd receives the results of the checks
   * @throws SnapshotException on the first value that cannot be
   */
  Particles load(SearchSpace space, ParticleKernels kernels, DeviceMemory memory, RowChecks odd) {
    List<Part> parts = split().stream().map(some -> new Part(some, odd.part())).toList();
    try (Scope read = new Scope()) {
      DeviceArray positions = read.add(memory.allocate(ElementType.I32, 3 * rows));
      DeviceArray ids = read.add(memory.allocate(ElementType.I64, rows));
      DeviceArray velocities =
          columns.velocities() ? read.add(memory.allocate(columns.velocityType(), 3 * rows)) : null;
      DeviceArray masses =
          columns.storedMasses() ? read.add(memory.allocate(columns.massType(), rows)) : null;
      DeviceArray thermal =
          columns.thermal() == null ? null : read.add(memory.allocate(columns.thermalType(), rows));
      try (Quantiser quantiser = kernels.quantiser(space.map(), positions)) {
        List<Runnable> reading = new ArrayList<>();
        for (Part part : parts) {
          reading.add(() -> positions(space, quantiser, part));
          reading.add(() -> ids(memory, ids, part));
          if (velocities != null) {
            reading.add(() -> velocities(memory, velocities, part));
          }
          if (masses != null) {
            reading.add(() -> masses(memory, masses, part));
          }
          if (thermal != null) {
            reading.add(() -> thermal(memory, thermal, part));
          }
        }
        threads.read(reading);
        requirePlaces(quantiser.firstFault(), space.box());
      }
      for (RowRange range : ranges) {
        if (velocities != null) {
          require("velocity", speeds, kernels, memory, velocities, range);
        }
        if (masses != null && storesMasses(range)) {
          require("mass", massRange, kernels, memory, masses, range);
        }
        if (thermal != null) {
          require("thermal energy", new ValueRange(1, false), kernels, memory, thermal, range);
        }
      }
      odd.add(parts.stream().map(Part::odd).toList());
      return read.keep(
          new Particles(
              rows,
              positions,
              ids,
              velocities,
              masses,
              thermal,
              ranges.size() > 1
                  ? types(memory, read.add(memory.allocate(ElementType.U8, rows)))
                  : null,
              ranges.get(0).type(),
              columns.massOfType(),
              magnitudes()));
    }
  }

  /** Puts the particles into bins. */
  void fill(OccupiedBins bins, Box box) {
    for (RowRange range : ranges) {
      readWide(
          range,
          box,
          (row, count, xyz) -> {
            for (int i = 0; i < 3 * count; i++) {
              bins.add(xyz[i], i % 3);
            }
          });
    }
  }

  private void readWide(RowRange range, Box box, WideCoordinates.Target target) {
    CoordinateSink sink = new WideCoordinates(box, row -> describe(range, row), target);
    reader.readCoordinates(range.type(), range.from(), range.count(), sink);
  }

  private void positions(SearchSpace space, Quantiser quantiser, Part part) {
    for (RowRange range : part.ranges) {
      PositionBlocks sink = new PositionBlocks(range, quantiser, part.odd, this::taken);
      if (space.condensed()) {
        readWide(range, space.box(), (row, count, xyz) -> sink.condense(space, row, count, xyz));
      } else {
        reader.readCoordinates(range.type(), range.from(), range.count(), sink);
      }
    }
  }

  private String describe(RowRange range, long row) {
    return snapshot.describeParticle(range.type(), range.from() + row);
  }

  /** Reads the first particle without a valid position again, for the exception. */
  private void requirePlaces(long fault, Box box) {
    for (RowRange range : ranges) {
      long row = fault - range.target();
      if (fault != Quantiser.ALL_VALID && row >= 0 && row < range.count()) {
        RowRange odd = new RowRange(range.type(), range.from() + row, 1, fault);
        readWide(
            odd,
            box,
            (first, count, xyz) -> {
              throw invalid(describe(odd, 0), xyz[0], xyz[1], xyz[2]);
            });
      }
    }
  }

  /** The exception for the position of a particle. */
  static SnapshotException invalid(String particle, double x, double y, double z) {
    return new SnapshotException(
        "the position of %s is (%s, %s, %s): it is not in any box; repair or remove the particle"
            .formatted(particle, x, y, z));
  }

  private void ids(DeviceMemory memory, DeviceArray ids, Part part) {
    for (RowRange range : part.ranges) {
      if (columns.storedIds()) {
        reader.readIds(
            range.type(),
            range.from(),
            range.count(),
            (row, count, block) -> {
              part.odd.ids(range.type(), range.from() + row, count, block);
              memory.write(ids, range.target() + row, block, count);
              taken(count);
            });
      } else {
        numberRows(memory, ids, range);
      }
    }
  }

  /** Rows of the whole snapshot stand in for IDs, so that the order of groups is defined. */
  private static void numberRows(DeviceMemory memory, DeviceArray ids, RowRange range) {
    long[] block = new long[RowReader.BLOCK_ROWS];
    for (long row = 0; row < range.count(); row += block.length) {
      long first = (long) range.type() << 56 | range.from() + row;
      Arrays.setAll(block, i -> first + i);
      memory.write(
          ids, range.target() + row, block, (int) Math.min(block.length, range.count() - row));
    }
  }

  private void velocities(DeviceMemory memory, DeviceArray velocities, Part part) {
    for (RowRange range : part.ranges) {
      RepeatedRows odd = part.odd.velocities(range.type());
      FloatSink sink = new ValueLoader(range, 3, velocities, memory, odd, this::taken);
      reader.readVelocities(range.type(), range.from(), range.count(), sink);
    }
  }

  private void masses(DeviceMemory memory, DeviceArray masses, Part part) {
    for (RowRange range : part.ranges) {
      if (storesMasses(range)) {
        RepeatedRows odd = part.odd.masses(range.type());
        FloatSink sink = new ValueLoader(range, 1, masses, memory, odd, this::taken);
        reader.readMasses(range.type(), range.from(), range.count(), sink);
      } else {
        taken(range.count()); // nobody asks for masses of a type that has one
      }
    }
  }

  /** Types other than gas have none. */
  private void thermal(DeviceMemory memory, DeviceArray thermal, Part part) {
    for (RowRange range : part.ranges) {
      RepeatedRows unused = new RepeatedRows(1, true);
      FloatSink sink = new ValueLoader(range, 1, thermal, memory, unused, this::taken);
      if (range.type() == ThermalEnergies.GAS) {
        String name = columns.thermal().dataset();
        reader.readNumbers(range.type(), name, range.from(), range.count(), sink);
        continue;
      }
      float[] zeros = new float[(int) Math.min(range.count(), RowReader.BLOCK_ROWS)];
      for (long row = 0; row < range.count(); row += zeros.length) {
        sink.accept(row, (int) Math.min(zeros.length, range.count() - row), zeros);
      }
    }
  }

  /** Checks the values of a type on the device, and refuses the first invalid one. */
  private void require(
      String quantity,
      ValueRange seen,
      ParticleKernels kernels,
      DeviceMemory memory,
      DeviceArray column,
      RowRange range) {
    int width = seen.width();
    ColumnRange found = kernels.range(column, width, seen.signed(), range.target(), range.count());
    if (found.fault() != ColumnRange.NONE) {
      long row = range.target() + found.fault();
      double[] values = memory.numbers(column, width * row, width);
      throw ValueLoader.unusable(quantity, describe(range, found.fault()), values);
    }
    seen.add(found);
  }

  /** Magnitudes over all ranks, which call it together. */
  private Magnitudes magnitudes() {
    for (RowRange range : ranges) {
      massRange.add(new double[] {columns.massOfType()[range.type()]}, 1);
    }
    Magnitudes here = Magnitudes.of(massRange, speeds);
    double[] most = {
      here.largestMass(), -here.smallestMass(), here.largestSpeed(), -here.smallestSpeed()
    };
    comm.max(most);
    return new Magnitudes(most[0], -most[1], most[2], -most[3]);
  }

  private DeviceArray types(DeviceMemory memory, DeviceArray types) {
    for (RowRange range : ranges) {
      memory.fill(types, range.target(), range.target() + range.count(), range.type());
    }
    return types;
  }

  /** Reports progress, and stops the reading if it is no longer needed. */
  private void taken(long count) {
    threads.proceed();
    synchronized (threads) {
      values += count;
      progress.accept((double) values / (rows * columns.valuesPerRow()));
    }
  }
}
