package org.jzfof.backend.cpu;

import static org.jzfof.backend.cpu.CpuArray.doubles;
import static org.jzfof.backend.cpu.CpuArray.ints;
import static org.jzfof.backend.cpu.CpuArray.longs;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.knn.KnnKernels;
import org.jzfof.knn.Neighbours;

/** What {@link KnnKernels} does with rows that have been found. */
final class NeighbourRows {
  private static final int GRAIN = 1 << 12;

  private final Workers workers;
  private final CpuMemory memory;

  NeighbourRows(Workers workers, CpuMemory memory) {
    this.workers = workers;
    this.memory = memory;
  }

  Neighbours without(Neighbours found, DeviceArray self) {
    int k = found.k();
    int m = (int) found.count();
    try (DeviceArray kept = memory.allocate(ElementType.I32, (long) m * (k - 1))) {
      int[] place = ints(kept);
      workers.forRange(
          m,
          GRAIN,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              int source = i * k;
              for (int j = i * (k - 1); j < (i + 1) * (k - 1); j++) {
                source += isRow(found.row(), source, self, i) ? 1 : 0;
                place[j] = source++;
              }
            }
          });
      RowGather gather = new RowGather(workers, memory, kept);
      return new Neighbours(
          m, k - 1, gather.gather(found.row(), 1), gather.gather(found.distance(), 1));
    }
  }

  private static boolean isRow(DeviceArray row, int i, DeviceArray self, int j) {
    return row.type() == ElementType.I64
        ? longs(row)[i] == longs(self)[j]
        : ints(row)[i] == ints(self)[j];
  }

  Neighbours renumber(Neighbours found, DeviceArray rows) {
    int n = (int) found.row().length();
    DeviceArray row = memory.allocate(ElementType.I64, n);
    DeviceArray distance = memory.allocate(found.distance().type(), n);
    memory.copy(found.distance(), distance, n);
    int[] from = ints(found.row());
    long[] to = longs(row);
    long[] number = longs(rows);
    workers.forRange(
        n,
        GRAIN,
        (first, end) -> {
          for (int i = first; i < end; i++) {
            to[i] = from[i] == Neighbours.NONE ? Neighbours.NONE : number[from[i]];
          }
        });
    return new Neighbours(found.count(), found.k(), row, distance);
  }

  DeviceArray farthest(Neighbours found) {
    int k = found.k();
    DeviceArray last = memory.allocate(ElementType.F64, found.count());
    double[] distance = doubles(found.distance());
    double[] to = doubles(last);
    for (int i = 0; i < found.count(); i++) {
      to[i] = distance[i * k + k - 1];
    }
    return last;
  }

  void merge(Neighbours found, DeviceArray which, Neighbours others, int from, int to) {
    int[] row = ints(which);
    workers.forRange(
        to - from,
        GRAIN,
        (first, end) -> {
          for (int i = from + first; i < from + end; i++) {
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
    int taken = 0;
    for (int j = 0; j < k; j++) {
      int own = a + j - taken;
      if (before(otherDistance[b + taken], otherRow[b + taken], distance[own], row[own])) {
        taken++;
      }
    }
    // From the back, where the places of those that fall out become free.
    int own = k - taken - 1;
    for (int j = k - 1; taken > 0; j--) {
      int other = b + taken - 1;
      boolean isOwn =
          own >= 0
              && before(otherDistance[other], otherRow[other], distance[a + own], row[a + own]);
      distance[a + j] = isOwn ? distance[a + own] : otherDistance[other];
      row[a + j] = isOwn ? row[a + own] : otherRow[other];
      own -= isOwn ? 1 : 0;
      taken -= isOwn ? 0 : 1;
    }
  }

  private static boolean before(double distanceA, long rowA, double distanceB, long rowB) {
    return distanceA < distanceB || distanceA == distanceB && rowA < rowB;
  }
}
