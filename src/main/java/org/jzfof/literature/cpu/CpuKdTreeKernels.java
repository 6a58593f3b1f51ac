package org.jzfof.literature.cpu;

import static org.jzfof.device.cpu.CpuArray.doubles;
import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import java.util.concurrent.atomic.DoubleAccumulator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.device.cpu.RadixSort;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.device.cpu.RowSelection;
import org.jzfof.domain.Box;
import org.jzfof.error.Scope;
import org.jzfof.literature.DistinctPoints;
import org.jzfof.literature.KdTree;
import org.jzfof.literature.KdTreeKernels;
import org.jzfof.literature.MethodQueries;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.NeighbourLists;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.threads.Parallel;

/** The k-d tree on the CPU. */
public final class CpuKdTreeKernels implements KdTreeKernels {
  private static final int GRAIN = 1 << 14;

  private final CpuMemory memory;
  private final RadixSort sort;

  public CpuKdTreeKernels(CpuMemory memory) {
    this.memory = memory;
    this.sort = new RadixSort(memory);
  }

  @Override
  public WrappedCoordinates wrap(Coordinates points, Box box) {
    if (!box.periodic()) {
      return null;
    }
    double farthest = farthestOutside(points, box);
    if (farthest == 0) {
      return null;
    }
    RealArray coordinates = new RealArray(points.xyz());
    DeviceArray wrapped = memory.allocate(points.xyz().type(), points.xyz().length());
    RealArray xyz = new RealArray(wrapped);
    Parallel.forRange(
        (int) points.count(),
        GRAIN,
        (from, to) -> {
          for (int i = 3 * from; i < 3 * to; i++) {
            double side = box.size()[i % 3];
            double x = coordinates.get(i);
            xyz.set(i, isOutside(x, side) ? QueryImages.wrap(x, side) : x);
          }
        });
    return new WrappedCoordinates(wrapped, farthest);
  }

  private double farthestOutside(Coordinates points, Box box) {
    RealArray xyz = new RealArray(points.xyz());
    DoubleAccumulator all = new DoubleAccumulator(Math::max, 0);
    Parallel.forRange(
        (int) points.count(),
        GRAIN,
        (from, to) -> {
          double largest = 0;
          for (int i = 3 * from; i < 3 * to; i++) {
            double x = xyz.get(i);
            largest = isOutside(x, box.size()[i % 3]) ? Math.max(largest, Math.abs(x)) : largest;
          }
          all.accumulate(largest);
        });
    return all.get();
  }

  /** Whether a coordinate is outside of the box; never in a flat dimension. */
  private static boolean isOutside(double x, double side) {
    return side > 0 && !(x >= 0 && x <= side);
  }

  @Override
  public DeviceArray sortByCoordinate(DeviceArray words, Coordinates points, int dimension) {
    if (points.xyz().type() == ElementType.F32) {
      float[] xyz = CpuArray.floats(points.xyz());
      return sort(words, row -> sortableBits(xyz[3 * row + dimension]), Integer.SIZE);
    }
    double[] xyz = doubles(points.xyz());
    DeviceArray byLower =
        sort(words, row -> (int) sortableBits(xyz[3 * row + dimension]), Integer.SIZE);
    return sort(
        byLower, row -> (int) (sortableBits(xyz[3 * row + dimension]) >>> 32), Integer.SIZE);
  }

  /** Bits that, as an unsigned number, sort like the floats; 0 and -0 have the same bits. */
  private static int sortableBits(float x) {
    int bits = Float.floatToRawIntBits(x + 0f);
    return bits ^ (bits >> 31 | Integer.MIN_VALUE);
  }

  private static long sortableBits(double x) {
    long bits = Double.doubleToRawLongBits(x + 0.0);
    return bits ^ (bits >> 63 | Long.MIN_VALUE);
  }

  /** Sort key of a row. */
  @FunctionalInterface
  private interface RowKey {
    int of(int row);
  }

  private DeviceArray sort(DeviceArray words, RowKey key, int bits) {
    long[] word = longs(words);
    Parallel.forRange(
        (int) words.length(),
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int row = (int) word[i];
            word[i] = (long) key.of(row) << 32 | Integer.toUnsignedLong(row);
          }
        });
    return sort.sort(words, 32, bits);
  }

  @Override
  public Rows findCoincident(DeviceArray words, Coordinates points) {
    int n = (int) points.count();
    long[] word = longs(words);
    RealArray xyz = new RealArray(points.xyz());
    boolean[] isFirst = new boolean[n];
    try (Scope made = new Scope()) {
      DeviceArray nexts = made.add(memory.allocate(ElementType.I32, n));
      int[] next = ints(nexts);
      Parallel.forRange(
          n,
          GRAIN,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              int row = (int) word[i];
              boolean last = i + 1 == n || !coincide(xyz, row, (int) word[i + 1]);
              next[row] = last ? Neighbours.NONE : (int) word[i + 1];
              isFirst[row] = i == 0 || !coincide(xyz, row, (int) word[i - 1]);
            }
          });
      DeviceArray first = RowSelection.of(n, () -> row -> isFirst[row], memory);
      return made.keep(new Rows(first, nexts));
    }
  }

  private static boolean coincide(RealArray xyz, int a, int b) {
    return xyz.get(3 * a) == xyz.get(3 * b)
        && xyz.get(3 * a + 1) == xyz.get(3 * b + 1)
        && xyz.get(3 * a + 2) == xyz.get(3 * b + 2);
  }

  @Override
  public Arrangement arrange(DistinctPoints positions, int[] dimensions, boolean widest) {
    return new KdDivision(positions, dimensions, widest, memory).run();
  }

  @Override
  public long arrangeBytes() {
    return Double.BYTES + 2L * Integer.BYTES; // keys, indices and nodes
  }

  @Override
  public DeviceArray inOrder(DeviceArray rows) {
    return KdDivision.inOrder(rows, memory);
  }

  @Override
  public long searchBytes(long queries, int k) {
    return 0;
  }

  private static KdTraversal walk(KdTree tree) {
    return tree.options().closest() ? new KdCornerWalk(tree) : new KdWalk(tree);
  }

  @Override
  public void findNearest(KdTree tree, MethodQueries queries, Neighbours found) {
    BatchTraversal.run(queries, () -> new KdNearest(walk(tree), queries, found));
  }

  @Override
  public void count(KdTree tree, MethodQueries queries, DeviceArray counts) {
    BatchTraversal.count(() -> walk(tree), queries, counts);
  }

  @Override
  public void list(KdTree tree, MethodQueries queries, NeighbourLists lists) {
    BatchTraversal.list(() -> walk(tree), queries, lists);
  }
}
