package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.Unsigned;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.device.cpu.PointerForest;
import org.jzfof.device.cpu.RadixSort;
import org.jzfof.device.cpu.RowSelection;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.ClusterKernels;
import org.jzfof.threads.Parallel;

/** Clusters of points on the CPU. */
public final class CpuClusterKernels implements ClusterKernels {
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int GRAIN = 1 << 14;
  private static final long LARGEST_ID = -1; // unsigned

  private final CpuMemory memory;

  public CpuClusterKernels(CpuMemory memory) {
    this.memory = memory;
  }

  @Override
  public DeviceArray select(DeviceArray counts, long n, long from, long to) {
    long[] count = longs(counts);
    return RowSelection.of((int) n, () -> i -> count[i] >= from && count[i] < to, memory);
  }

  /** Sorts by the low halves of the numbers, then by the high halves, where they differ. */
  @Override
  public DeviceArray sort(DeviceArray rows, DeviceArray column, boolean decreasing) {
    long flip = decreasing ? -1 : 0;
    long varying = varying(rows, column);
    DeviceArray byLow = sortByHalf(rows, column, flip, 0, (int) varying);
    int high = (int) (varying >>> Integer.SIZE);
    if (high == 0) {
      return byLow;
    }
    try (byLow) {
      return sortByHalf(byLow, column, flip, Integer.SIZE, high);
    }
  }

  /** Returns the bits in which the numbers of rows differ. */
  private static long varying(DeviceArray rows, DeviceArray column) {
    int[] row = ints(rows);
    long[] number = longs(column);
    AtomicLong all = new AtomicLong();
    Parallel.forRange(
        (int) rows.length(),
        GRAIN,
        (from, to) -> {
          long bits = 0;
          for (int i = from; i < to; i++) {
            bits |= number[row[i]] ^ number[row[0]];
          }
          long found = bits;
          all.getAndUpdate(before -> before | found);
        });
    return all.get();
  }

  private DeviceArray sortByHalf(
      DeviceArray rows, DeviceArray column, long flip, int shift, int varying) {
    int n = (int) rows.length();
    DeviceArray words = memory.allocate(ElementType.I64, n);
    int[] row = ints(rows);
    long[] number = longs(column);
    long[] word = longs(words);
    Parallel.forRange(
        n,
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            word[i] = (number[row[i]] ^ flip) >>> shift << Integer.SIZE | row[i];
          }
        });
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(varying);
    return new RadixSort(memory).lowHalves(words, bits);
  }

  @Override
  public void unite(DeviceArray pointers, DeviceArray points, DeviceArray other, DeviceArray rows) {
    PointerForest forest = new PointerForest(ints(pointers));
    int[] point = ints(points);
    int[] index = ints(other);
    int[] row = ints(rows);
    Parallel.forRange(
        (int) points.length(),
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            if (index[i] != NONE) {
              forest.unite(point[i], row[index[i]]);
            }
          }
        });
  }

  @Override
  public Labels labels(DeviceArray pointers, DeviceArray counts, long n, long minPoints) {
    try (Scope made = new Scope()) {
      DeviceArray roots = made.add(roots(pointers, counts, (int) n, minPoints));
      DeviceArray labels = made.add(memory.allocate(ElementType.I32, n));
      int[] root = ints(roots);
      int[] label = ints(labels);
      int[] pointer = ints(pointers);
      Parallel.forRange((int) n, GRAIN, (from, to) -> Arrays.fill(label, from, to, NONE));
      Parallel.forEach((int) roots.length(), GRAIN, cluster -> label[root[cluster]] = cluster);
      Parallel.forRange(
          (int) n,
          GRAIN,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              if (pointer[i] != i) {
                label[i] = label[pointer[i]];
              }
            }
          });
      return made.keep(new Labels(roots, labels));
    }
  }

  /** Roots below n of groups with a core point, increasing. */
  private DeviceArray roots(DeviceArray pointers, DeviceArray counts, int n, long minPoints) {
    int[] pointer = ints(pointers);
    long[] count = longs(counts);
    try (DeviceArray marks = memory.allocate(ElementType.U8, n)) {
      byte[] mark = CpuArray.bytes(marks);
      Parallel.forRange(
          n,
          GRAIN,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              mark[i] = (byte) (count[i] >= minPoints ? 1 : 0);
            }
          });
      Parallel.forRange(
          (int) pointers.length(),
          GRAIN,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              if (pointer[i] != i && pointer[i] < n) {
                mark[pointer[i]] = 1;
              }
            }
          });
      return RowSelection.of(n, () -> i -> pointer[i] == i && mark[i] != 0, memory);
    }
  }

  /** Adds runs of members of one cluster at once. */
  @Override
  public Sums sums(Labels labels, DeviceArray counts, long minPoints, DeviceArray ids) {
    int[] label = ints(labels.label());
    long[] count = longs(counts);
    long[] id = longs(ids);
    int clusters = (int) labels.roots().length();
    try (Scope made = new Scope()) {
      Sums sums =
          new Sums(
              made.add(memory.allocate(ElementType.I64, clusters)),
              made.add(memory.allocate(ElementType.I64, clusters)),
              made.add(memory.allocate(ElementType.I64, clusters)));
      long[] size = longs(sums.size());
      long[] cores = longs(sums.cores());
      long[] firstId = longs(sums.firstId());
      Parallel.forRange(
          clusters,
          GRAIN,
          (from, to) -> {
            Arrays.fill(size, from, to, 0);
            Arrays.fill(cores, from, to, 0);
            Arrays.fill(firstId, from, to, LARGEST_ID);
          });
      Parallel.forRange(
          (int) labels.label().length(),
          GRAIN,
          (from, to) -> {
            for (int i = from; i < to; ) {
              int cluster = label[i];
              int start = i;
              long coresOfRun = 0;
              long smallest = LARGEST_ID;
              for (; i < to && label[i] == cluster; i++) {
                coresOfRun += count[i] >= minPoints ? 1 : 0;
                smallest = Unsigned.min(id[i], smallest);
              }
              if (cluster != NONE) {
                ELEMENT.getAndAdd(size, cluster, (long) (i - start));
                ELEMENT.getAndAdd(cores, cluster, coresOfRun);
                lower(firstId, cluster, smallest);
              }
            }
          });
      return made.keep(sums);
    }
  }

  private static void lower(long[] ids, int cluster, long id) {
    long before = (long) ELEMENT.getVolatile(ids, cluster);
    while (Long.compareUnsigned(id, before) < 0
        && !ELEMENT.compareAndSet(ids, cluster, before, id)) {
      before = (long) ELEMENT.getVolatile(ids, cluster);
    }
  }

  @Override
  public void number(DeviceArray label, DeviceArray number, DeviceArray counts, long minPoints) {
    int[] labels = ints(label);
    int[] numbers = ints(number);
    long[] count = longs(counts);
    Parallel.forRange(
        (int) label.length(),
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            if (labels[i] != NONE) {
              labels[i] = 2 * numbers[labels[i]] + (count[i] >= minPoints ? 1 : 0);
            }
          }
        });
  }

  @Override
  public DeviceArray inOrder(DeviceArray values, DeviceArray rows, long first) {
    try (values) {
      DeviceArray ordered = memory.allocate(ElementType.I32, values.length());
      int[] value = ints(values);
      int[] to = ints(ordered);
      long[] row = longs(rows);
      Parallel.forEach((int) values.length(), GRAIN, i -> to[(int) (row[i] - first)] = value[i]);
      return ordered;
    }
  }
}
