package org.jzfof.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.IntSupplier;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.ColumnRange;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.OccupiedBins;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SearchSpace;
import org.jzfof.domain.ValueRange;
import org.jzfof.error.Scope;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.file.CoordinateSink;
import org.jzfof.snapshot.file.FloatSink;
import org.jzfof.snapshot.file.FractionSink;

/**
 * Reads a rank's share of a snapshot onto the device: needs an open snapshot and the box, leaves
 * {@link Particles} with one row per particle, type by type. Columns are read and looked at side by
 * side; one of them after the other is taken to the device, block by block, while the next blocks
 * are read.
 */
final class ParticleLoader {
  private final Snapshot snapshot;
  private final RowReader reader;
  private final Communicator comm;
  private final ParticleColumns columns;
  private final List<RowRange> ranges;
  private final DoubleConsumer progress;
  private final long rows;
  private final ColumnThreads threads = new ColumnThreads();
  private final ValueRange massRange = new ValueRange(1, false);
  private final ValueRange speeds = new ValueRange(3, true);
  private long values;

  /** What else looks at a block of values of a type. */
  @FunctionalInterface
  private interface Look {
    void at(int type, long row, int count, IntToDoubleFunction values);
  }

  /** Holds rows of one type. */
  @FunctionalInterface
  private interface Holder {
    void hold(int type, long from, long rows);
  }

  /** Rows of one type that this rank reads, and where they go. */
  private record RowRange(int type, long from, long count, long target) {}

  /**
   * @param reader of the rows of the snapshot
   * @param columns what to read of which types
   * @param progress is told the fraction that is done
   */
  ParticleLoader(
      Snapshot snapshot,
      RowReader reader,
      ParticleColumns columns,
      Communicator comm,
      DoubleConsumer progress) {
    this.snapshot = snapshot;
    this.reader = reader;
    this.comm = comm;
    this.columns = columns;
    this.progress = progress;
    RowRange[] all = new RowRange[columns.types().length];
    long target = 0;
    for (int i = 0; i < all.length; i++) {
      int type = columns.types()[i];
      long total = snapshot.header().counts()[type];
      EvenShares shares = new EvenShares(total, comm.size());
      long from = shares.start(comm.rank());
      long count = shares.count(comm.rank());
      all[i] = new RowRange(type, from, count, target);
      target += count;
    }
    this.ranges = List.of(all);
    this.rows = target;
  }

  /** Rows that this rank reads. */
  long rows() {
    return rows;
  }

  /** Reads all columns before they are needed, side by side. */
  void hold(HeldRows held) {
    List<Runnable> reading = new ArrayList<>();
    reading.add(() -> hold(range -> true, held::holdCoordinates));
    if (columns.storedIds()) {
      reading.add(() -> hold(range -> true, held::holdIds));
    }
    if (columns.velocities()) {
      reading.add(() -> hold(range -> true, held::holdVelocities));
    }
    if (columns.storedMasses()) {
      reading.add(() -> hold(range -> columns.massOfType()[range.type] == 0, held::holdMasses));
    }
    threads.read(reading);
  }

  /** Holds one column of some types. */
  private void hold(Predicate<RowRange> types, Holder column) {
    ranges.stream().filter(types).forEach(of -> column.hold(of.type, of.from, of.count));
  }

  /**
   * Reads all columns; all ranks call it together.
   *
   * @param odd looks at the rows
   * @throws SnapshotException on the first value that cannot be
   */
  Particles load(SearchSpace space, ParticleKernels kernels, DeviceMemory memory, OddRows odd) {
    try (Scope read = new Scope()) {
      DeviceArray positions = read.add(memory.allocate(ElementType.I32, 3 * rows));
      DeviceArray ids = read.add(memory.allocate(ElementType.I64, rows));
      DeviceArray velocities = null;
      DeviceArray masses = null;
      List<Runnable> reading = new ArrayList<>();
      reading.add(() -> positions(space, kernels, positions, odd));
      reading.add(() -> ids(memory, ids, odd));
      if (columns.velocities()) {
        DeviceArray target = read.add(memory.allocate(columns.velocityType(), 3 * rows));
        reading.add(() -> velocities(kernels, memory, target, odd));
        velocities = target;
      }
      if (columns.storedMasses()) {
        DeviceArray target = read.add(memory.allocate(columns.massType(), rows));
        reading.add(() -> masses(kernels, memory, target, odd));
        masses = target;
      }
      threads.read(reading);
      return read.keep(
          new Particles(
              rows,
              positions,
              ids,
              velocities,
              masses,
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
    reader.readCoordinates(range.type, range.from, range.count, sink);
  }

  private void positions(
      SearchSpace space, ParticleKernels kernels, DeviceArray positions, OddRows odd) {
    FixedPoint map = space.map();
    for (RowRange range : ranges) {
      Quantiser sink = new Quantiser(map, kernels, positions, range, odd);
      if (space.condensed()) {
        readWide(range, space.box(), (row, count, xyz) -> sink.condense(space, row, count, xyz));
      } else {
        reader.readCoordinates(range.type, range.from, range.count, sink);
      }
    }
  }

  private String describe(RowRange range, long row) {
    return snapshot.describeParticle(range.type, range.from + row);
  }

  /** Passes blocks of coordinates on to the device and reports the first that has no place. */
  private final class Quantiser implements FractionSink {
    private final FixedPoint map;
    private final ParticleKernels kernels;
    private final DeviceArray positions;
    private final RowRange range;
    private final OddRows odd;

    Quantiser(
        FixedPoint map,
        ParticleKernels kernels,
        DeviceArray positions,
        RowRange range,
        OddRows odd) {
      this.map = map;
      this.kernels = kernels;
      this.positions = positions;
      this.range = range;
      this.odd = odd;
    }

    @Override
    public void accept(long row, int count, float[] xyz) {
      take(
          row,
          count,
          () -> kernels.quantise(map, xyz, count, positions, range.target + row),
          i -> xyz[i]);
    }

    @Override
    public void accept(long row, int count, double[] xyz) {
      take(
          row,
          count,
          () -> kernels.quantise(map, xyz, count, positions, range.target + row),
          i -> xyz[i]);
    }

    private void take(long row, int count, IntSupplier quantise, IntToDoubleFunction xyz) {
      odd.positions(range.type, range.from + row, count, xyz);
      pass(
          count,
          3,
          () -> {
            int bad = quantise.getAsInt();
            if (bad != ParticleKernels.ALL_VALID) {
              double x = xyz.applyAsDouble(3 * bad);
              double y = xyz.applyAsDouble(3 * bad + 1);
              throw invalid(describe(range, row + bad), x, y, xyz.applyAsDouble(3 * bad + 2));
            }
          });
    }

    @Override
    public void acceptFractions(long row, int count, int[] fractions) {
      odd.fractions(range.type, range.from + row, count, fractions);
      pass(count, 3, () -> kernels.takeFractions(fractions, count, positions, range.target + row));
    }

    /** Takes coordinates of the box to their places in a space without its gaps. */
    void condense(SearchSpace space, long row, int count, double[] xyz) {
      double[] places = new double[3 * count];
      Arrays.setAll(places, i -> space.condense(xyz[i], i % 3));
      odd.positions(range.type, range.from + row, count, i -> xyz[i]);
      pass(count, 3, () -> kernels.quantise(map, places, count, positions, range.target + row));
    }
  }

  /** The complaint about the position of a particle. */
  static SnapshotException invalid(String particle, double x, double y, double z) {
    return new SnapshotException(
        "the position of %s is (%s, %s, %s): it is not in any box; repair or remove the particle"
            .formatted(particle, x, y, z));
  }

  private void ids(DeviceMemory memory, DeviceArray ids, OddRows odd) {
    for (RowRange range : ranges) {
      if (columns.storedIds()) {
        reader.readIds(
            range.type,
            range.from,
            range.count,
            (row, count, block) -> {
              odd.ids(range.type, range.from + row, count, block);
              pass(count, 1, () -> memory.write(ids, range.target + row, block, count));
            });
      } else {
        threads.onDevice(() -> numberRows(memory, ids, range));
      }
    }
  }

  /** Rows of the whole snapshot stand in for IDs, so that the order of groups is defined. */
  private static void numberRows(DeviceMemory memory, DeviceArray ids, RowRange range) {
    long[] block = new long[1 << 16];
    for (long row = 0; row < range.count; row += block.length) {
      long first = (long) range.type << 56 | range.from + row;
      Arrays.setAll(block, i -> first + i);
      memory.write(ids, range.target + row, block, (int) Math.min(block.length, range.count - row));
    }
  }

  private void velocities(
      ParticleKernels kernels, DeviceMemory memory, DeviceArray velocities, OddRows odd) {
    for (RowRange range : ranges) {
      FloatSink sink = loader(3, memory, velocities, range, odd::velocities);
      reader.readVelocities(range.type, range.from, range.count, sink);
      require("velocity", speeds, kernels, memory, velocities, range);
    }
  }

  private void masses(
      ParticleKernels kernels, DeviceMemory memory, DeviceArray masses, OddRows odd) {
    for (RowRange range : ranges) {
      if (columns.massOfType()[range.type] == 0) {
        FloatSink sink = loader(1, memory, masses, range, odd::masses);
        reader.readMasses(range.type, range.from, range.count, sink);
        require("mass", massRange, kernels, memory, masses, range);
      } else {
        pass(range.count, 1, () -> {}); // nobody asks for masses of a type that has one
      }
    }
  }

  private FloatSink loader(
      int width, DeviceMemory memory, DeviceArray column, RowRange range, Look look) {
    return new ValueLoader(
        width,
        memory,
        column,
        range.target,
        (row, count, block, write) -> {
          look.at(range.type, range.from + row, count, block);
          pass(count, width, write);
        });
  }

  /** Looks at the values of a type on the device, and complains of the first that cannot be. */
  private void require(
      String quantity,
      ValueRange seen,
      ParticleKernels kernels,
      DeviceMemory memory,
      DeviceArray column,
      RowRange range) {
    threads.onDevice(
        () -> {
          int width = seen.width();
          ColumnRange found =
              kernels.range(column, width, seen.signed(), range.target, range.count);
          if (found.fault() != ColumnRange.NONE) {
            long row = range.target + found.fault();
            double[] values = memory.numbers(column, width * row, width);
            throw ValueLoader.unusable(quantity, describe(range, found.fault()), values);
          }
          seen.add(found);
        });
  }

  /** Magnitudes over all ranks, which call it together. */
  private Magnitudes magnitudes() {
    for (RowRange range : ranges) {
      massRange.add(new double[] {columns.massOfType()[range.type]}, 1);
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
      memory.fill(types, range.target, range.target + range.count, range.type);
    }
    return types;
  }

  /** Has a block of so many rows taken to the device, and tells how far this is. */
  private void pass(long count, int perRow, Runnable block) {
    threads.handOver(
        () -> {
          block.run();
          values += count * perRow;
          progress.accept((double) values / (rows * columns.valuesPerRow()));
        });
  }
}
