package org.jzfof.backend.cpu;

import static org.jzfof.backend.cpu.CpuArray.ints;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Morton;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Partition;
import org.jzfof.domain.SortedPoints;
import org.jzfof.domain.Splitters;

/** Fixed-point conversion and Morton order on the CPU. */
final class CpuParticleKernels implements ParticleKernels {
  private static final int GRAIN = 1 << 14;

  private final Workers workers;
  private final CpuMemory memory;

  CpuParticleKernels(Workers workers, CpuMemory memory) {
    this.workers = workers;
    this.memory = memory;
  }

  /** One coordinate of a block. */
  @FunctionalInterface
  private interface Source {
    double get(int i);
  }

  @Override
  public int quantise(FixedPoint map, float[] xyz, int count, DeviceArray positions, long at) {
    return quantise(map, i -> xyz[i], count, ints(positions), (int) at);
  }

  @Override
  public int quantise(FixedPoint map, double[] xyz, int count, DeviceArray positions, long at) {
    return quantise(map, i -> xyz[i], count, ints(positions), (int) at);
  }

  private int quantise(FixedPoint map, Source source, int count, int[] out, int at) {
    AtomicInteger firstBad = new AtomicInteger(Integer.MAX_VALUE);
    workers.forRange(
        count,
        GRAIN,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            for (int d = 0; d < 3; d++) {
              double x = source.get(3 * row + d);
              if (!map.valid(x, d)) {
                firstBad.accumulateAndGet(row, Math::min);
              }
              out[3 * (at + row) + d] = map.toFixed(x, d);
            }
          }
        });
    return firstBad.get() == Integer.MAX_VALUE ? ALL_VALID : firstBad.get();
  }

  @Override
  public void takeFractions(int[] fractions, int count, DeviceArray positions, long at) {
    int[] out = ints(positions);
    int base = 3 * (int) at;
    for (int i = 0; i < 3 * count; i++) {
      out[base + i] = fractions[i] ^ 0x80000000;
    }
  }

  @Override
  public SortedPoints mortonSort(DeviceArray positions, long count, int depth, int maxRun) {
    int n = (int) count;
    int[] rows = ints(positions);
    MortonOrder order = new MortonOrder(workers, memory, rows, n, depth);
    order.sort(maxRun);
    SortedPoints points =
        new SortedPoints(
            n,
            memory.allocate(ElementType.I32, n),
            memory.allocate(ElementType.I32, n),
            memory.allocate(ElementType.I32, n),
            memory.allocate(ElementType.I32, n));
    int[] x = ints(points.x());
    int[] y = ints(points.y());
    int[] z = ints(points.z());
    int[] rowOf = ints(points.row());
    workers.forRange(
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
    order.close();
    return points;
  }

  @Override
  public Partition partition(DeviceArray positions, long count, Splitters splitters) {
    int n = (int) count;
    int pieces = splitters.key().length + 1;
    int[] xyz = ints(positions);
    DeviceArray words = memory.allocate(ElementType.I64, n);
    long[] word = CpuArray.longs(words);
    workers.forRange(
        n,
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            long key = Morton.key(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2], 0, Splitters.BITS);
            word[i] = (long) splitters.pieceOf(key, (double) i / n) << 32 | i;
          }
        });
    int bits = 32 - Integer.numberOfLeadingZeros(Math.max(1, pieces - 1));
    DeviceArray rows = memory.allocate(ElementType.I32, n);
    int[] row = ints(rows);
    long[] start = new long[pieces + 1];
    try (DeviceArray sorted = new RadixSort(workers, memory).sort(words, 32, bits)) {
      long[] ordered = CpuArray.longs(sorted);
      int piece = 0;
      for (int i = 0; i < n; i++) {
        row[i] = (int) ordered[i];
        while (piece < ordered[i] >>> 32) {
          start[++piece] = i;
        }
      }
      Arrays.fill(start, piece + 1, pieces + 1, n);
    }
    return new Partition(rows, start);
  }

  @Override
  public DeviceArray gather(DeviceArray column, int width, DeviceArray rows) {
    DeviceArray ordered = memory.allocate(column.type(), rows.length() * width);
    int[] row = ints(rows);
    workers.forRange(
        (int) rows.length(),
        GRAIN,
        (from, to) -> {
          switch (column.type()) {
            case U8 -> gather(CpuArray.bytes(column), CpuArray.bytes(ordered), row, from, to);
            case I32 -> gather(ints(column), ints(ordered), width, row, from, to);
            case I64 -> gather(CpuArray.longs(column), CpuArray.longs(ordered), row, from, to);
            case F32 ->
                gather(CpuArray.floats(column), CpuArray.floats(ordered), width, row, from, to);
            case F64 -> throw new IllegalArgumentException("there are no F64 columns");
          }
        });
    return ordered;
  }

  @Override
  public DeviceArray joinedRows(SortedPoints first, SortedPoints second) {
    int n = (int) first.count();
    DeviceArray joined = memory.allocate(ElementType.I32, n + second.count());
    memory.copy(first.row(), joined, n);
    int[] rows = ints(joined);
    int[] behind = ints(second.row());
    workers.forRange(
        (int) second.count(),
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            rows[n + i] = n + behind[i];
          }
        });
    return joined;
  }

  private static void gather(byte[] column, byte[] ordered, int[] row, int from, int to) {
    for (int i = from; i < to; i++) {
      ordered[i] = column[row[i]];
    }
  }

  private static void gather(long[] column, long[] ordered, int[] row, int from, int to) {
    for (int i = from; i < to; i++) {
      ordered[i] = column[row[i]];
    }
  }

  private static void gather(int[] column, int[] ordered, int width, int[] row, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int k = 0; k < width; k++) {
        ordered[width * i + k] = column[width * row[i] + k];
      }
    }
  }

  private static void gather(
      float[] column, float[] ordered, int width, int[] row, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int k = 0; k < width; k++) {
        ordered[width * i + k] = column[width * row[i] + k];
      }
    }
  }
}
