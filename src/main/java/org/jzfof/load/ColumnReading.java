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
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.IncomingParticles;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Quantiser;
import org.jzfof.domain.SearchSpace;
import org.jzfof.domain.ValueRange;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.error.SnapshotException;
import org.jzfof.load.checks.ExactSum;
import org.jzfof.load.checks.RepeatedRows;
import org.jzfof.load.checks.RowChecks;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.ThermalEnergies;
import org.jzfof.snapshot.file.FloatSink;

/**
 * The columns of a rank's share of a snapshot on their way to the device, one row per particle,
 * type by type: positions first. Threads read, check and upload parts of columns.
 */
final class ColumnReading implements IncomingParticles {
  private final Rows rows;
  private final Device device;
  private final Communicator comm;
  private final RowChecks odd;
  private final List<Part> parts;
  private final ReadingThreads threads;
  private final long count;
  private final DeviceArray positions;
  private final DeviceArray ids;
  private final DeviceArray velocities;
  private final DeviceArray masses;
  private final DeviceArray thermal;
  private final ValueRange massRange = new ValueRange(1, false);
  private final ValueRange speeds = new ValueRange(3, true);
  private long values;
  private boolean handedOut;

  /**
   * What to read.
   *
   * @param columns of which types
   * @param ranges the rows of this rank, a range for each type
   * @param parts the same in parts, which threads read
   * @param progress receives the fraction that is done
   * @param threads at once
   */
  record Rows(
      Snapshot snapshot,
      RowReader reader,
      ParticleColumns columns,
      List<RowRange> ranges,
      List<List<RowRange>> parts,
      DoubleConsumer progress,
      int threads) {
    /**
     * Reads coordinates as numbers of double precision.
     *
     * @throws SnapshotException on the first that has no place in the box
     */
    void readWide(RowRange range, Box box, FloatSink.Wide target) {
      FixedPoint map = FixedPoint.of(box);
      FloatSink sink =
          FloatSink.widening(
              3,
              (row, count, xyz) -> {
                for (int i = 0; i < 3 * count; i++) {
                  if (!map.valid(xyz[i], i % 3)) {
                    int at = i - i % 3;
                    String particle = describe(range, row + i / 3);
                    throw invalid(particle, xyz[at], xyz[at + 1], xyz[at + 2]);
                  }
                }
                target.accept(row, count, xyz);
              });
      reader.readCoordinates(range.type(), range.from(), range.count(), sink);
    }

    private String describe(RowRange range, long row) {
      return snapshot.describeParticle(range.type(), range.from() + row);
    }
  }

  /** Where the columns go. */
  record Device(SearchSpace space, ParticleKernels kernels, DeviceMemory memory) {}

  /**
   * What one thread at a time reads of each column, one after the other.
   *
   * @param odd looks at the rows
   */
  private record Part(List<RowRange> ranges, RowChecks odd) {}

  private ColumnReading(Rows rows, Device device, Communicator comm, RowChecks odd, Scope made) {
    this.rows = rows;
    this.device = device;
    this.comm = comm;
    this.odd = odd;
    this.parts = rows.parts.stream().map(some -> new Part(some, odd.part())).toList();
    this.count = rows.ranges.stream().mapToLong(RowRange::count).sum();
    ParticleColumns columns = rows.columns;
    this.positions = made.add(device.memory.allocate(ElementType.I32, 3 * count));
    this.ids = made.add(device.memory.allocate(ElementType.I64, count));
    this.velocities = columns.velocities() ? column(columns.velocityType(), 3, made) : null;
    this.masses = columns.storedMasses() ? column(columns.massType(), 1, made) : null;
    this.thermal = columns.thermal() == null ? null : column(columns.thermalType(), 1, made);
    this.threads = made.add(new ReadingThreads(rows.threads));
  }

  private DeviceArray column(ElementType type, int width, Scope made) {
    return made.add(device.memory.allocate(type, width * count));
  }

  /**
   * Reads the positions, and begins to read the other columns.
   *
   * @param odd receives the results of the checks, those of the other columns when these are there
   * @throws SnapshotException on the first position that cannot be
   */
  static ColumnReading begin(Rows rows, Device device, Communicator comm, RowChecks odd) {
    try (Scope made = new Scope()) {
      ColumnReading reading = new ColumnReading(rows, device, comm, odd, made);
      reading.readPositions();
      return made.keep(reading);
    }
  }

  private void readPositions() {
    SearchSpace space = device.space;
    try (Quantiser quantiser = device.kernels.quantiser(space.map(), positions)) {
      List<Runnable> readings = new ArrayList<>();
      parts.forEach(part -> readings.add(() -> positions(space, quantiser, part)));
      parts.forEach(part -> readings.add(() -> ids(part)));
      if (velocities != null) {
        parts.forEach(part -> readings.add(() -> velocities(part)));
      }
      if (masses != null) {
        parts.forEach(part -> readings.add(() -> masses(part)));
      }
      if (thermal != null) {
        parts.forEach(part -> readings.add(() -> thermal(part)));
      }
      threads.begin(readings);
      threads.await(parts.size());
      requirePlaces(quantiser.firstFault(), space.box());
    }
    odd.addPositions(parts.stream().map(Part::odd).toList());
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public DeviceArray positions() {
    return positions;
  }

  /**
   * {@inheritDoc}
   *
   * @throws SnapshotException on the first value that cannot be
   */
  @Override
  public Particles columns() {
    return all().columns();
  }

  @Override
  public boolean complete() {
    return threads.done();
  }

  @Override
  public long bytesPerRow() {
    return rows.columns.bytesPerRow();
  }

  @Override
  public void check() {
    threads.await(0);
  }

  /** As {@link #columns}, with the positions. */
  Particles all() {
    threads.await();
    threads.close();
    for (RowRange range : rows.ranges) {
      if (velocities != null) {
        require("velocity", speeds, velocities, range);
      }
      if (masses != null && rows.columns.storesMasses(range)) {
        require("mass", massRange, masses, range);
      }
      if (thermal != null) {
        require("thermal energy", new ValueRange(1, false), thermal, range);
      }
    }
    odd.addOthers(parts.stream().map(Part::odd).toList());
    Magnitudes magnitudes = magnitudes();
    DeviceArray types = types();
    handedOut = true;
    return new Particles(
        count,
        positions,
        ids,
        velocities,
        masses,
        thermal,
        types,
        rows.ranges.get(0).type(),
        rows.columns.massOfType(),
        magnitudes);
  }

  private void positions(SearchSpace space, Quantiser quantiser, Part part) {
    for (RowRange range : part.ranges) {
      PositionBlocks sink = new PositionBlocks(range, quantiser, part.odd, this::taken);
      if (space.condensed()) {
        rows.readWide(
            range, space.box(), (row, count, xyz) -> sink.condense(space, row, count, xyz));
      } else {
        rows.reader.readCoordinates(range.type(), range.from(), range.count(), sink);
      }
    }
  }

  /** Reads the first particle without a valid position again, for the exception. */
  private void requirePlaces(long fault, Box box) {
    for (RowRange range : rows.ranges) {
      long row = fault - range.target();
      if (fault != Quantiser.ALL_VALID && row >= 0 && row < range.count()) {
        RowRange odd = new RowRange(range.type(), range.from() + row, 1, fault);
        rows.readWide(
            odd,
            box,
            (first, count, xyz) -> {
              throw invalid(rows.describe(odd, 0), xyz[0], xyz[1], xyz[2]);
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

  private void ids(Part part) {
    for (RowRange range : part.ranges) {
      if (rows.columns.storedIds()) {
        rows.reader.readIds(
            range.type(),
            range.from(),
            range.count(),
            (row, count, block) -> {
              part.odd.ids(range.type(), range.from() + row, count, block);
              device.memory.write(ids, range.target() + row, block, count);
              taken(count);
            });
      } else {
        numberRows(range);
      }
    }
  }

  /** Rows of the whole snapshot stand in for IDs, so that the order of groups is defined. */
  private void numberRows(RowRange range) {
    long[] block = new long[RowReader.BLOCK_ROWS];
    for (long row = 0; row < range.count(); row += block.length) {
      long first = (long) range.type() << 56 | range.from() + row;
      Arrays.setAll(block, i -> first + i);
      device.memory.write(
          ids, range.target() + row, block, (int) Math.min(block.length, range.count() - row));
    }
  }

  private void velocities(Part part) {
    for (RowRange range : part.ranges) {
      RepeatedRows odd = part.odd.velocities(range.type());
      FloatSink sink = new ValueLoader(range, 3, velocities, device.memory, odd, null, this::taken);
      rows.reader.readVelocities(range.type(), range.from(), range.count(), sink);
    }
  }

  private void masses(Part part) {
    for (RowRange range : part.ranges) {
      if (rows.columns.storesMasses(range)) {
        RepeatedRows odd = part.odd.masses(range.type());
        ExactSum sum = part.odd.massSum(range.type());
        FloatSink sink = new ValueLoader(range, 1, masses, device.memory, odd, sum, this::taken);
        rows.reader.readMasses(range.type(), range.from(), range.count(), sink);
      } else {
        taken(range.count()); // nobody asks for masses of a type that has one
      }
    }
  }

  /** Types other than gas have none. */
  private void thermal(Part part) {
    for (RowRange range : part.ranges) {
      RepeatedRows unused = new RepeatedRows(1, true);
      FloatSink sink = new ValueLoader(range, 1, thermal, device.memory, unused, null, this::taken);
      if (range.type() == ThermalEnergies.GAS) {
        String name = rows.columns.thermal().dataset();
        rows.reader.readNumbers(range.type(), name, range.from(), range.count(), sink);
        continue;
      }
      float[] zeros = new float[(int) Math.min(range.count(), RowReader.BLOCK_ROWS)];
      for (long row = 0; row < range.count(); row += zeros.length) {
        sink.accept(row, (int) Math.min(zeros.length, range.count() - row), zeros);
      }
    }
  }

  /** Checks the values of a type on the device, and refuses the first invalid one. */
  private void require(String quantity, ValueRange seen, DeviceArray column, RowRange range) {
    int width = seen.width();
    ColumnRange found =
        device.kernels.range(column, width, seen.signed(), range.target(), range.count());
    if (found.fault() != ColumnRange.NONE) {
      long row = range.target() + found.fault();
      double[] values = device.memory.numbers(column, width * row, width);
      throw ValueLoader.unusable(quantity, rows.describe(range, found.fault()), values);
    }
    seen.add(found);
  }

  /** Magnitudes over all ranks, which call it together. */
  private Magnitudes magnitudes() {
    for (RowRange range : rows.ranges) {
      massRange.add(new double[] {rows.columns.massOfType()[range.type()]}, 1);
    }
    Magnitudes here = Magnitudes.of(massRange, speeds);
    double[] most = {
      here.largestMass(), -here.smallestMass(), here.largestSpeed(), -here.smallestSpeed()
    };
    comm.max(most);
    return new Magnitudes(most[0], -most[1], most[2], -most[3]);
  }

  /** Null where there is one. */
  private DeviceArray types() {
    if (rows.ranges.size() == 1) {
      return null;
    }
    try (Scope made = new Scope()) {
      DeviceArray types = made.add(device.memory.allocate(ElementType.U8, count));
      for (RowRange range : rows.ranges) {
        device.memory.fill(types, range.target(), range.target() + range.count(), range.type());
      }
      return made.keep(types);
    }
  }

  /** Reports progress, and stops the reading if it is no longer needed. */
  private void taken(long some) {
    threads.proceed();
    synchronized (threads) {
      values += some;
      rows.progress.accept((double) values / (count * rows.columns.valuesPerRow()));
    }
  }

  @Override
  public void close() {
    Cleanup.close(threads, positions);
    if (!handedOut) {
      Cleanup.close(ids, velocities, masses, thermal);
    }
  }
}
