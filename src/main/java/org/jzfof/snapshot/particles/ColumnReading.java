package org.jzfof.snapshot.particles;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.ColumnRange;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Quantiser;
import org.jzfof.domain.SearchSpace;
import org.jzfof.domain.ValueRange;
import org.jzfof.error.Scope;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.checks.RowChecks;
import org.jzfof.snapshot.file.Blocks;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;

/**
 * Reads the columns of a rank's share of a snapshot onto the device, one row per particle, type by
 * type. Threads read, check and upload parts of columns.
 */
final class ColumnReading {
  private final ParticleLoader loader;
  private final Device device;
  private final RowChecks checks;
  private final List<Part> parts;
  private final ReadingThreads threads;
  private final long count;
  private final DeviceArray positions;
  private final Map<ParticleColumn, DeviceArray> others = new LinkedHashMap<>();
  private final Map<ParticleColumn, ValueRange> valueRanges = new HashMap<>();
  private long values;

  /** The device memory that receives the columns, with the kernels and the search space. */
  record Device(SearchSpace space, ParticleKernels kernels, DeviceMemory memory) {}

  /** A part of the rows. A task reads one column of one part. */
  private record Part(List<ReadRange> ranges, RowChecks checks) {}

  private ColumnReading(ParticleLoader loader, Device device, RowChecks checks, Scope made) {
    this.loader = loader;
    this.device = device;
    this.checks = checks;
    this.parts = loader.split().stream().map(ranges -> new Part(ranges, checks.part())).toList();
    this.count = loader.rows();
    this.positions = made.add(device.memory.allocate(ElementType.I32, 3 * count));
    allocate(ParticleColumn.IDS, ElementType.I64, made);
    loader.columns().stored().forEach((column, of) -> allocate(column, of.element(), made));
    this.threads = new ReadingThreads(loader.threads());
  }

  private void allocate(ParticleColumn column, ElementType element, Scope made) {
    others.computeIfAbsent(
        column, c -> made.add(device.memory.allocate(element, column.width() * count)));
  }

  /**
   * Reads all columns; every rank calls this method.
   *
   * @throws SnapshotException on the first invalid value
   */
  static Particles read(ParticleLoader loader, Device device, RowChecks checks) {
    try (Scope made = new Scope()) {
      ColumnReading reading = new ColumnReading(loader, device, checks, made);
      reading.read();
      return made.keep(reading.particles(made));
    }
  }

  private void read() {
    SearchSpace space = device.space;
    try (Quantiser quantiser = device.kernels.quantiser(space.map(), positions)) {
      List<Runnable> readings = new ArrayList<>();
      parts.forEach(part -> readings.add(() -> positions(space, quantiser, part)));
      others.forEach(
          (column, array) -> parts.forEach(part -> readings.add(() -> read(column, array, part))));
      threads.read(readings);
      requirePositions(quantiser.firstFault(), space.box());
    }
    for (ReadRange range : loader.ranges()) {
      others.forEach((column, array) -> require(column, array, range));
    }
    checks.add(parts.stream().map(Part::checks).toList());
  }

  private Particles particles(Scope made) {
    return new Particles(
        count,
        positions,
        others,
        made.add(types()),
        loader.ranges().get(0).type(),
        loader.columns().massOfType(),
        magnitudes());
  }

  private void positions(SearchSpace space, Quantiser quantiser, Part part) {
    for (ReadRange range : part.ranges) {
      PositionBlocks sink = new PositionBlocks(range, quantiser, part.checks, this::addValues);
      if (space.isCondensed()) {
        loader.readPositions(range, space.box(), block -> sink.condense(space, block));
      } else {
        loader.read(ParticleColumn.COORDINATES, range, sink);
      }
    }
  }

  /**
   * Requires that all positions are valid. The first particle with an invalid position is read
   * again, so that the exception can name its values.
   *
   * @param fault row of the first invalid position, or {@link Quantiser#ALL_VALID}
   */
  private void requirePositions(long fault, Box box) {
    for (ReadRange range : loader.ranges()) {
      long row = fault - range.target();
      if (fault != Quantiser.ALL_VALID && row >= 0 && row < range.count()) {
        ReadRange faulty = new ReadRange(range.type(), range.from() + row, 1, fault);
        loader.readPositions(
            faulty,
            box,
            block -> {
              double[] xyz = block.doubles();
              throw invalid(loader.describe(faulty, 0), xyz[0], xyz[1], xyz[2]);
            });
      }
    }
  }

  /** Returns the exception for an invalid position of a particle. */
  static SnapshotException invalid(String particle, double x, double y, double z) {
    return new SnapshotException(
        "the position of %s is (%s, %s, %s): it is not in any box; repair or remove the particle"
            .formatted(particle, x, y, z));
  }

  private void read(ParticleColumn column, DeviceArray array, Part part) {
    part.ranges.forEach(range -> read(column, array, range, part.checks));
  }

  /** Reads rows of a column other than positions. */
  private void read(ParticleColumn column, DeviceArray array, ReadRange range, RowChecks checks) {
    ColumnSink sink =
        new ValueLoader(
            column,
            range,
            array,
            device.memory,
            checks,
            this::addValues,
            row -> loader.snapshot().describeParticle(range.type(), row));
    if (loader.columns().has(column, range.type())) {
      loader.read(column, range, sink);
    } else if (column.equals(ParticleColumn.IDS)) {
      numberRows(array, range);
    } else if (column.equals(ParticleColumn.MASSES)) {
      addValues(range.count()); // particles of the type share a mass: these values are never used
    } else {
      zeros(column, range, sink);
    }
  }

  /**
   * Writes types and row numbers in the snapshot as IDs, so that the order of groups is defined.
   */
  private void numberRows(DeviceArray ids, ReadRange range) {
    long[] block = new long[RowReader.BLOCK_ROWS];
    for (long row = 0; row < range.count(); row += block.length) {
      long first = (long) range.type() << 56 | range.from() + row;
      Arrays.setAll(block, i -> first + i);
      device.memory.write(
          ids, range.target() + row, block, (int) Math.min(block.length, range.count() - row));
    }
  }

  /** Passes zeros to the sink, for types that do not have a column. */
  private static void zeros(ParticleColumn column, ReadRange range, ColumnSink sink) {
    Blocks blocks = new Blocks(0, range.count(), 0, RowReader.BLOCK_ROWS);
    int width = column.width();
    int length = width * blocks.length();
    Object zeros = column.isInteger() ? new long[length] : new float[length];
    blocks.forEach((row, count, target) -> sink.accept(new ColumnBlock(row, count, width, zeros)));
  }

  /** Requires that all values of a type are valid; the check runs on the device. */
  private void require(ParticleColumn column, DeviceArray array, ReadRange range) {
    if (column.isInteger() || !loader.columns().has(column, range.type())) {
      return;
    }
    int width = column.width();
    ValueRange values = valueRange(column);
    ColumnRange columnRange =
        device.kernels.range(array, width, values.signed(), range.target(), range.count());
    if (columnRange.fault() != ColumnRange.NONE) {
      long row = range.target() + columnRange.fault();
      double[] numbers = device.memory.numbers(array, width * row, width);
      throw ValueLoader.unusable(column, loader.describe(range, columnRange.fault()), numbers);
    }
    values.add(columnRange);
  }

  private ValueRange valueRange(ParticleColumn column) {
    return valueRanges.computeIfAbsent(column, ValueRange::of);
  }

  /** Returns the magnitudes over all ranks; every rank calls this method. */
  private Magnitudes magnitudes() {
    ValueRange masses = valueRange(ParticleColumn.MASSES);
    for (ReadRange range : loader.ranges()) {
      masses.add(new double[] {loader.columns().massOfType()[range.type()]}, 1);
    }
    Magnitudes local = Magnitudes.of(masses, valueRange(ParticleColumn.VELOCITIES));
    double[] extrema = {
      local.largestMass(), -local.smallestMass(), local.largestSpeed(), -local.smallestSpeed()
    };
    loader.comm().max(extrema);
    return new Magnitudes(extrema[0], -extrema[1], extrema[2], -extrema[3]);
  }

  /** Returns the particle type of each row [count], or null if all rows are of one type. */
  private DeviceArray types() {
    if (loader.ranges().size() == 1) {
      return null;
    }
    try (Scope made = new Scope()) {
      DeviceArray types = made.add(device.memory.allocate(ElementType.U8, count));
      for (ReadRange range : loader.ranges()) {
        device.memory.fill(types, range.target(), range.target() + range.count(), range.type());
      }
      return made.keep(types);
    }
  }

  /** Reports progress, and stops this thread after a failure in another thread. */
  private void addValues(long number) {
    threads.proceed();
    synchronized (threads) {
      values += number;
      loader.progress().accept((double) values / (count * loader.columns().valuesPerRow()));
    }
  }
}
