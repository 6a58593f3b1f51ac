package org.jzfof.snapshot.particles;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.ColumnRange;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.OccupiedBins;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Quantiser;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.checks.BoxSample;
import org.jzfof.snapshot.checks.CheckResult;
import org.jzfof.snapshot.checks.RepeatedRows;
import org.jzfof.snapshot.checks.RowChecks;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;

/** Reads positions onto the device: as float64 if any position is stored so, else as float32. */
public final class PositionLoader {
  private static final int BLOCK = 1 << 16;

  private final PositionSource source;
  private final Box box;
  private final FixedPoint periodic;
  private final BoxSample sample;
  private final BoxSample planeSample;
  private final RepeatedRows repeated = new RepeatedRows(3, false);
  private final ParticleKernels kernels;
  private final DeviceMemory memory;

  public PositionLoader(
      PositionSource source, Box box, ParticleKernels kernels, DeviceMemory memory) {
    this(source, box, kernels, memory, new BoxSample(box));
  }

  private PositionLoader(
      PositionSource source,
      Box box,
      ParticleKernels kernels,
      DeviceMemory memory,
      BoxSample planeSample) {
    this.kernels = kernels;
    this.source = source;
    this.box = box;
    this.periodic = box.periodic() ? FixedPoint.of(box) : null;
    this.sample = new BoxSample(box);
    this.planeSample = planeSample;
    this.memory = memory;
  }

  /**
   * Returns a loader of queries in the same box, after {@link #requireBox}. If a side of the box is
   * 0, the queries must lie in the plane of the positions of this loader.
   */
  public PositionLoader of(PositionSource queries) {
    return new PositionLoader(queries, box, kernels, memory, sample);
  }

  /**
   * Requires that a periodic box can hold the positions. Every rank calls this method, after it has
   * read its positions.
   *
   * @param h Hubble parameter, or NaN
   * @param unwritten whether unwritten values are already reported; a warning about zeros would
   *     repeat them
   * @return warnings about the box and the positions
   * @throws org.jzfof.error.SnapshotException if the box cannot hold the positions
   */
  public List<String> requireBox(double h, boolean unwritten, Communicator comm) {
    CheckResult.join(comm, List.of(sample, repeated));
    sample.require();
    return Stream.of(
            sample.warning(h),
            RowChecks.repeated(
                repeated, "positions", source.rows(), source::describeRow, unwritten))
        .flatMap(Optional::stream)
        .toList();
  }

  private ElementType type() {
    return source.isDouble() ? ElementType.F64 : ElementType.F32;
  }

  /** Reads consecutive rows as {@link #load(long, long, DoubleConsumer)}, without progress. */
  public Coordinates load(long from, long count) {
    return load(from, count, fraction -> {});
  }

  /**
   * Reads consecutive rows.
   *
   * @param progress receiver of the fraction that has been read, 0 to 1
   * @throws org.jzfof.error.SnapshotException naming the first row with an invalid position
   */
  public Coordinates load(long from, long count, DoubleConsumer progress) {
    try (Scope made = new Scope()) {
      DeviceArray xyz = made.add(memory.allocate(type(), 3 * count));
      read(from, count, block -> write(xyz, block), progress);
      requirePositions(xyz, from, count);
      return made.keep(new Coordinates(count, xyz));
    }
  }

  /**
   * Reads consecutive rows as fixed-point positions of a space.
   *
   * @param progress receiver of the fraction that has been read, 0 to 1
   * @return I32 [3·count]
   * @throws org.jzfof.error.SnapshotException naming the first row with an invalid position
   */
  public DeviceArray loadFixed(SearchSpace space, long from, long count, DoubleConsumer progress) {
    try (Scope made = new Scope()) {
      DeviceArray positions = made.add(memory.allocate(ElementType.I32, 3 * count));
      try (Quantiser quantiser = kernels.quantiser(space.map(), positions)) {
        read(
            from,
            count,
            block ->
                PositionBlocks.convert(
                    quantiser,
                    space.isCondensed() ? PositionBlocks.condensed(space, block) : block,
                    block.row()),
            progress);
        long fault = quantiser.firstFault();
        if (fault != Quantiser.ALL_VALID) {
          source.read(
              from + fault,
              1,
              block -> {
                double[] xyz = block.doubles();
                throw ColumnReading.invalid(
                    source.describeRow(from + fault), xyz[0], xyz[1], xyz[2]);
              });
        }
      }
      return made.keep(positions);
    }
  }

  /**
   * Adds the coordinates of consecutive rows to bins.
   *
   * @throws org.jzfof.error.SnapshotException naming the first row with an invalid position
   */
  public void fill(OccupiedBins bins, long from, long count) {
    source.read(
        from,
        count,
        PositionBlocks.checked(
            FixedPoint.of(box),
            row -> source.describeRow(from + row),
            block -> PositionBlocks.fill(bins, block)));
  }

  /**
   * Reads consecutive rows, checks them, and passes them on; their rows count from {@code from}.
   * Several threads may do so at once.
   */
  private void read(long from, long count, ColumnSink sink, DoubleConsumer progress) {
    SortedMap<Integer, Part> parts = new ConcurrentSkipListMap<>(); // by their first rows
    long[] read = {0};
    source.forEachPart(
        count,
        (first, end) -> {
          Part part = new Part(new RepeatedRows(3, false), new BoxSample(box));
          parts.put(first, part);
          source.read(
              from + first,
              end - first,
              block -> {
                ColumnBlock shifted = block.shifted(first);
                inspect(from, shifted, part);
                sink.accept(shifted);
                synchronized (read) {
                  read[0] += block.count();
                  progress.accept((double) read[0] / count);
                }
              });
        });
    join(repeated, parts.values().stream().map(Part::repeated));
    join(sample, parts.values().stream().map(Part::sample));
  }

  /** The checks of consecutive rows that one thread reads. */
  private record Part(RepeatedRows repeated, BoxSample sample) {}

  /** Adds the results of parts that follow the rows already checked. */
  private static void join(CheckResult check, Stream<? extends CheckResult> parts) {
    check.join(
        Stream.concat(Stream.of(check), parts).map(CheckResult::encoded).toArray(long[][]::new));
  }

  /**
   * Requires that all positions are valid. The largest absolute value decides on the device; only
   * if it is invalid are the positions checked one by one.
   */
  private void requirePositions(DeviceArray xyz, long from, long count) {
    ColumnRange range = kernels.range(xyz, 3, true, 0, count);
    double largest = range.fault() == ColumnRange.NONE ? range.largest() : Double.NaN;
    if (isValid(largest, 0) && isValid(largest, 1) && isValid(largest, 2)) {
      return;
    }
    for (long row = 0; row < count; row += BLOCK) {
      double[] x = memory.numbers(xyz, 3 * row, 3 * (int) Math.min(BLOCK, count - row));
      for (int i = 0; i < x.length; i++) {
        if (!isValid(x[i], i % 3)) {
          int at = i - i % 3;
          String location = source.describeRow(from + row + i / 3);
          throw ColumnReading.invalid(location, x[at], x[at + 1], x[at + 2]);
        }
      }
    }
  }

  private boolean isValid(double x, int dimension) {
    return periodic == null ? Double.isFinite(x) : periodic.isValid(x, dimension);
  }

  private void inspect(long from, ColumnBlock block, Part part) {
    part.repeated.inspect(from, block);
    part.sample.inspect(part.repeated, block);
    planeSample.requireInPlane(block, i -> source.describeRow(from + block.row() + i));
  }

  private void write(DeviceArray xyz, ColumnBlock block) {
    if (xyz.type() == ElementType.F32) {
      memory.write(xyz, 3 * block.row(), block.floats(), block.length());
    } else {
      memory.write(xyz, 3 * block.row(), block.doubles(), block.length());
    }
  }
}
