package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.doubles;
import static org.jzfof.device.cpu.CpuArray.floats;
import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import java.util.function.IntToLongFunction;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.device.cpu.TypedGather;
import org.jzfof.domain.Box;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.RowKernels;
import org.jzfof.neighbours.cpu.index.PairDistance;
import org.jzfof.threads.Parallel;

/** Operations on rows of neighbours on the CPU. */
final class CpuNeighbourRows implements RowKernels {
  private static final int GRAIN = 1 << 12;

  private final CpuMemory memory;

  CpuNeighbourRows(CpuMemory memory) {
    this.memory = memory;
  }

  @Override
  public Neighbours removeNeighbour(Neighbours found, DeviceArray self) {
    int k = found.k();
    int m = (int) found.count();
    try (DeviceArray keptIndices = memory.allocate(ElementType.I32, (long) m * (k - 1))) {
      int[] kept = ints(keptIndices);
      Parallel.forRange(
          m,
          GRAIN,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              int source = i * k;
              for (int j = i * (k - 1); j < (i + 1) * (k - 1); j++) {
                source += isRow(found.row(), source, self, i) ? 1 : 0;
                kept[j] = source++;
              }
            }
          });
      TypedGather gather = new TypedGather(memory, keptIndices);
      return new Neighbours(
          m, k - 1, gather.gather(found.row(), 1), gather.gather(found.distance(), 1));
    }
  }

  private static boolean isRow(DeviceArray row, int i, DeviceArray self, int j) {
    return row.type() == ElementType.I64
        ? longs(row)[i] == longs(self)[j]
        : ints(row)[i] == ints(self)[j];
  }

  @Override
  public Neighbours allocate(long count, int k, ElementType distance) {
    return Neighbours.allocate(memory, count, k, ElementType.I32, distance);
  }

  @Override
  public Neighbours renumber(Neighbours found, DeviceArray numbers) {
    try (DeviceArray rows = found.row()) {
      DeviceArray wide = memory.allocate(ElementType.I64, rows.length());
      int[] from = ints(rows);
      long[] to = longs(wide);
      long[] number = longs(numbers);
      Parallel.forRange(
          (int) rows.length(),
          GRAIN,
          (first, end) -> {
            for (int i = first; i < end; i++) {
              to[i] = from[i] == Neighbours.NONE ? Neighbours.NONE : number[from[i]];
            }
          });
      return new Neighbours(found.count(), found.k(), wide, found.distance());
    }
  }

  /**
   * Upper bounds of the distances in rows: the last distance, or slightly more if distances are
   * rounded.
   */
  static final class DistanceBound {
    private final int k;
    private final boolean rounded;
    private final RealArray distance;

    DistanceBound(Neighbours found) {
      this.k = found.k();
      this.rounded = found.distance().type() == ElementType.F32;
      this.distance = new RealArray(found.distance());
    }

    double of(int query) {
      double last = distance.get(query * k + k - 1);
      return rounded ? Math.nextUp((float) last) : last;
    }
  }

  @Override
  public DeviceArray farthest(Neighbours found) {
    DeviceArray last = memory.allocate(ElementType.F64, found.count());
    DistanceBound farthest = new DistanceBound(found);
    double[] to = doubles(last);
    for (int i = 0; i < found.count(); i++) {
      to[i] = farthest.of(i);
    }
    return last;
  }

  @Override
  public DeviceArray round(DeviceArray distance) {
    DeviceArray rounded = memory.allocate(ElementType.F32, distance.length());
    double[] exact = doubles(distance);
    float[] to = floats(rounded);
    Parallel.forRange(
        (int) distance.length(),
        GRAIN,
        (first, end) -> {
          for (int i = first; i < end; i++) {
            to[i] = (float) exact[i];
          }
        });
    return rounded;
  }

  @Override
  public DeviceArray distances(Neighbours found, Coordinates queries, Coordinates points, Box box) {
    int k = found.k();
    DeviceArray distances = memory.allocate(ElementType.F64, found.row().length());
    double[] to = doubles(distances);
    int[] row = ints(found.row());
    RealArray query = new RealArray(queries.xyz());
    RealArray point = new RealArray(points.xyz());
    PairDistance distance = new PairDistance(box);
    Parallel.forRange(
        (int) found.row().length(),
        GRAIN,
        (first, end) -> {
          for (int i = first; i < end; i++) {
            to[i] =
                row[i] == Neighbours.NONE
                    ? Double.POSITIVE_INFINITY
                    : distance.of(query, i / k, point, row[i]);
          }
        });
    return distances;
  }

  @Override
  public void put(Neighbours found, DeviceArray number, Neighbours all, long first) {
    int k = found.k();
    IntToLongFunction rowNumber =
        number.type() == ElementType.I32 ? i -> ints(number)[i] : i -> longs(number)[i];
    long[] row = longs(found.row());
    long[] rows = longs(all.row());
    RealArray distance = new RealArray(found.distance());
    RealArray distances = new RealArray(all.distance());
    Parallel.forRange(
        (int) found.count(),
        GRAIN,
        (from, end) -> {
          for (int i = from; i < end; i++) {
            int at = (int) (rowNumber.applyAsLong(i) - first) * k;
            for (int j = 0; j < k; j++) {
              rows[at + j] = row[i * k + j];
              distances.set(at + j, distance.get(i * k + j));
            }
          }
        });
  }

  @Override
  public void merge(Neighbours found, DeviceArray targets, Neighbours others, long from, long to) {
    int[] row = ints(targets);
    int start = (int) from;
    Parallel.forRange(
        (int) to - start,
        GRAIN,
        (first, end) -> {
          for (int i = start + first; i < start + end; i++) {
            merge(found, row[i], others, i);
          }
        });
  }

  private static void merge(Neighbours found, int rowOfFound, Neighbours others, int rowOfOthers) {
    int k = found.k();
    double[] distance = doubles(found.distance());
    long[] row = longs(found.row());
    double[] otherDistance = doubles(others.distance());
    long[] otherRow = longs(others.row());
    int a = rowOfFound * k;
    int b = rowOfOthers * k;
    int fromOthers = 0;
    for (int j = 0; j < k; j++) {
      int current = a + j - fromOthers;
      if (before(
          otherDistance[b + fromOthers],
          otherRow[b + fromOthers],
          distance[current],
          row[current])) {
        fromOthers++;
      }
    }
    // Entries move from the back, where those of dropped neighbours become free.
    int remaining = k - fromOthers - 1;
    for (int j = k - 1; fromOthers > 0; j--) {
      int other = b + fromOthers - 1;
      boolean keep =
          remaining >= 0
              && before(
                  otherDistance[other],
                  otherRow[other],
                  distance[a + remaining],
                  row[a + remaining]);
      distance[a + j] = keep ? distance[a + remaining] : otherDistance[other];
      row[a + j] = keep ? row[a + remaining] : otherRow[other];
      remaining -= keep ? 1 : 0;
      fromOthers -= keep ? 0 : 1;
    }
  }

  private static boolean before(double distanceA, long rowA, double distanceB, long rowB) {
    return distanceA < distanceB || distanceA == distanceB && rowA < rowB;
  }
}
