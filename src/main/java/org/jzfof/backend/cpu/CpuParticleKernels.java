package org.jzfof.backend.cpu;

import static org.jzfof.backend.cpu.CpuArray.ints;

import java.util.concurrent.atomic.AtomicInteger;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.FixedPoint;
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
    return new PiecePartition(workers, memory, ints(positions), (int) count, splitters).run();
  }

  @Override
  public DeviceArray gather(DeviceArray column, int width, DeviceArray rows) {
    return new RowGather(workers, memory, rows).gather(column, width);
  }

  @Override
  public DeviceArray inverse(DeviceArray rows) {
    DeviceArray places = memory.allocate(ElementType.I32, rows.length());
    int[] place = ints(places);
    int[] row = ints(rows);
    workers.forRange(
        (int) rows.length(),
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            place[row[i]] = i;
          }
        });
    return places;
  }
}
