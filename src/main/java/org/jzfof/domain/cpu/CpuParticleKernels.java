package org.jzfof.domain.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.device.cpu.RadixSort;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.device.cpu.RowSelection;
import org.jzfof.device.cpu.TypedGather;
import org.jzfof.domain.BallBoxes;
import org.jzfof.domain.Balls;
import org.jzfof.domain.ColumnRange;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.KeyRange;
import org.jzfof.domain.MockParticles;
import org.jzfof.domain.Morton;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Partition;
import org.jzfof.domain.Quantiser;
import org.jzfof.domain.SortedPoints;
import org.jzfof.domain.Splitters;
import org.jzfof.domain.ValueRange;
import org.jzfof.error.Scope;
import org.jzfof.threads.Parallel;

/** Fixed-point conversion and Morton order on the CPU. */
public final class CpuParticleKernels implements ParticleKernels {
  private static final int GRAIN = 1 << 14;

  private final CpuMemory memory;

  public CpuParticleKernels(CpuMemory memory) {
    this.memory = memory;
  }

  @Override
  public Quantiser quantiser(FixedPoint map, DeviceArray positions) {
    return new CpuQuantiser(map, ints(positions));
  }

  @Override
  public ColumnRange range(DeviceArray column, int width, boolean signed, long from, long count) {
    AtomicReference<ColumnRange> all = new AtomicReference<>(ColumnRange.EMPTY);
    Parallel.forRange(
        (int) count,
        GRAIN,
        (first, end) -> {
          ValueRange range = new ValueRange(width, signed);
          int at = (int) from + first;
          int bad =
              column.type() == ElementType.F32
                  ? range.add(CpuArray.floats(column), at, end - first)
                  : range.add(CpuArray.doubles(column), at, end - first);
          long fault = bad == ValueRange.ALL_VALID ? ColumnRange.NONE : first + bad;
          ColumnRange seen = new ColumnRange(range.largest(), range.smallest(), fault);
          all.accumulateAndGet(seen, ColumnRange::and);
        });
    return all.get();
  }

  @Override
  public Particles mock(MockParticles mock, long first, long count) {
    try (Scope made = new Scope()) {
      DeviceArray positions = made.add(memory.allocate(ElementType.I32, 3 * count));
      DeviceArray ids = made.add(memory.allocate(ElementType.I64, count));
      DeviceArray velocities = made.add(memory.allocate(ElementType.F32, 3 * count));
      Parallel.forRange(
          (int) count,
          GRAIN,
          (from, to) -> {
            for (int row = from; row < to; row++) {
              mock.make(first + row, row, ints(positions), CpuArray.floats(velocities));
              CpuArray.longs(ids)[row] = first + row + 1;
            }
          });
      return made.keep(MockParticles.particles(positions, ids, velocities));
    }
  }

  @Override
  public DeviceArray coordinates(FixedPoint map, DeviceArray positions) {
    DeviceArray coordinates = memory.allocate(ElementType.F32, positions.length());
    int[] fixed = ints(positions);
    float[] xyz = CpuArray.floats(coordinates);
    Parallel.forRange(
        (int) (positions.length() / 3),
        GRAIN,
        (from, to) -> {
          for (int i = 3 * from; i < 3 * to; i++) {
            xyz[i] = (float) ((fixed[i] + map.offset()[i % 3]) * map.cell()[i % 3]);
          }
        });
    return coordinates;
  }

  @Override
  public DeviceArray quantise(FixedPoint map, DeviceArray xyz) {
    DeviceArray positions = memory.allocate(ElementType.I32, xyz.length());
    int[] out = ints(positions);
    RealArray coordinates = new RealArray(xyz);
    Parallel.forRange(
        (int) (xyz.length() / 3),
        GRAIN,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            for (int d = 0; d < 3; d++) {
              out[3 * row + d] = map.toNearest(coordinates.get(3 * row + d), d);
            }
          }
        });
    return positions;
  }

  @Override
  public DeviceArray findIntersecting(Balls balls, KeyRange piece) {
    return selectBalls(boxes -> boxes.meet(piece), balls);
  }

  @Override
  public DeviceArray findLeaving(Balls balls, KeyRange piece) {
    return selectBalls(boxes -> boxes.leave(piece), balls);
  }

  private DeviceArray selectBalls(Predicate<BallBoxes> test, Balls balls) {
    int[] centre = ints(balls.centre());
    RealArray radius = new RealArray(balls.radius());
    return RowSelection.of(
        (int) balls.count(),
        () -> {
          BallBoxes boxes = new BallBoxes(balls.map());
          return i -> {
            boxes.set(centre[3 * i], centre[3 * i + 1], centre[3 * i + 2], radius.get(i));
            return test.test(boxes);
          };
        },
        memory);
  }

  @Override
  public SortedPoints mortonSort(DeviceArray positions, long count, int depth, int maxRun) {
    int n = (int) count;
    int[] rows = ints(positions);
    try (positions;
        MortonOrder order = new MortonOrder(memory, rows, n, depth);
        Scope made = new Scope()) {
      order.sort(maxRun);
      SortedPoints points = made.add(SortedPoints.allocate(memory, n));
      int[] x = ints(points.x());
      int[] y = ints(points.y());
      int[] z = ints(points.z());
      int[] rowOf = ints(points.row());
      Parallel.forRange(
          n,
          GRAIN,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              int row = order.row(i);
              x[i] = rows[3 * row];
              y[i] = rows[3 * row + 1];
              z[i] = rows[3 * row + 2];
              rowOf[i] = row;
            }
          });
      return made.keep(points);
    }
  }

  @Override
  public long[] sampleKeys(DeviceArray positions, long count, int samples) {
    int[] xyz = ints(positions);
    long[] keys = new long[samples];
    for (int s = 0; s < samples; s++) {
      int at = 3 * (int) ((2L * s + 1) * count / (2L * samples));
      keys[s] = Morton.key(xyz[at], xyz[at + 1], xyz[at + 2], 0, Splitters.BITS);
    }
    Arrays.sort(keys);
    return keys;
  }

  @Override
  public Partition partition(DeviceArray positions, long count, Splitters splitters) {
    int[] xyz = ints(positions);
    DomainTable table = new DomainTable(splitters, (int) count);
    return new DomainPartition(
            memory,
            (int) count,
            splitters.key().length + 1,
            i -> table.pieceOf(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2], i))
        .run();
  }

  @Override
  public Partition partition(DeviceArray numbers, long[] start) {
    long[] number = CpuArray.longs(numbers);
    int ranges = start.length - 1;
    return new DomainPartition(
            memory, (int) numbers.length(), ranges, i -> ArrayParts.partOf(start, number[i]))
        .run();
  }

  @Override
  public DeviceArray gather(DeviceArray column, int width, DeviceArray rows) {
    return new TypedGather(memory, rows).gather(column, width);
  }

  @Override
  public DeviceArray order(DeviceArray rows) {
    int n = (int) rows.length();
    DeviceArray words = memory.allocate(ElementType.I64, n);
    int[] row = ints(rows);
    long[] word = CpuArray.longs(words);
    Parallel.forRange(
        n,
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            word[i] = (long) row[i] << Integer.SIZE | i;
          }
        });
    return new RadixSort(memory).lowHalves(words, Integer.SIZE);
  }

  @Override
  public DeviceArray inverse(DeviceArray rows) {
    DeviceArray inverses = memory.allocate(ElementType.I32, rows.length());
    int[] inverse = ints(inverses);
    int[] row = ints(rows);
    Parallel.forRange(
        (int) rows.length(),
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            inverse[row[i]] = i;
          }
        });
    return inverses;
  }

  @Override
  public DeviceArray joinRows(SortedPoints first, SortedPoints second) {
    int n = (int) first.count();
    DeviceArray joined = memory.allocate(ElementType.I32, n + second.count());
    memory.copy(first.row(), joined, n);
    int[] rows = ints(joined);
    int[] appended = ints(second.row());
    Parallel.forRange(
        (int) second.count(),
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            rows[n + i] = n + appended[i];
          }
        });
    return joined;
  }
}
