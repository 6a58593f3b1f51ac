package org.jzfof.backend.cpu;

import static org.jzfof.backend.cpu.CpuArray.ints;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.KnnKernels;
import org.jzfof.knn.NeighbourIndex;
import org.jzfof.knn.Neighbours;

/** Nearest neighbours on the CPU. */
final class CpuKnnKernels implements KnnKernels {
  private final Workers workers;
  private final CpuMemory memory;

  CpuKnnKernels(Workers workers, CpuMemory memory) {
    this.workers = workers;
    this.memory = memory;
  }

  private record Index(long count, DeviceArray order, Values xyz, PairDistance distance)
      implements NeighbourIndex {
    @Override
    public void close() {
      order.close();
    }
  }

  @Override
  public NeighbourIndex index(Coordinates points, Box box) {
    int[] rows = IntStream.range(0, (int) points.count()).toArray();
    return new Index(
        points.count(), memory.upload(rows), new Values(points.xyz()), new PairDistance(box));
  }

  @Override
  public Neighbours search(
      NeighbourIndex index, Coordinates queries, DeviceArray reach, int k, ElementType distance) {
    Values within = reach == null ? null : new Values(reach);
    Values xyz = new Values(queries.xyz());
    int m = (int) queries.count();
    Neighbours found = allocate(m, k, distance);
    workers.forRange(
        m,
        1,
        (from, to) -> {
          double limit = within == null ? Double.POSITIVE_INFINITY : within.get(from);
          row((Index) index, xyz, from, limit, found, from);
        });
    return found;
  }

  private Neighbours allocate(long m, int k, ElementType distance) {
    return new Neighbours(
        m, k, memory.allocate(ElementType.I32, m * k), memory.allocate(distance, m * k));
  }

  private void row(Index index, Values q, int query, double reach, Neighbours found, int at) {
    int n = (int) index.count;
    double[] d = new double[n];
    for (int i = 0; i < n; i++) {
      d[i] =
          index.distance.of(
              q.get(3 * query) - index.xyz.get(3 * i),
              q.get(3 * query + 1) - index.xyz.get(3 * i + 1),
              q.get(3 * query + 2) - index.xyz.get(3 * i + 2));
    }
    int[] nearest =
        IntStream.range(0, n)
            .filter(i -> d[i] <= reach)
            .boxed()
            .sorted(Comparator.<Integer>comparingDouble(i -> d[i]).thenComparing(i -> i))
            .mapToInt(i -> i)
            .toArray();
    int k = found.k();
    Values distance = new Values(found.distance());
    for (int j = 0; j < k; j++) {
      boolean there = j < nearest.length;
      ints(found.row())[at * k + j] = there ? nearest[j] : Neighbours.NONE;
      distance.set(at * k + j, there ? d[nearest[j]] : Double.POSITIVE_INFINITY);
    }
  }

  @Override
  public Neighbours searchOwn(
      NeighbourIndex index, long from, long to, int k, ElementType distance) {
    Neighbours found = allocate(to - from, k, distance);
    int[] order = ints(index.order());
    Index own = (Index) index;
    workers.forRange(
        (int) (to - from),
        1,
        (at, end) ->
            row(own, own.xyz, order[(int) from + at], Double.POSITIVE_INFINITY, found, at));
    return found;
  }

  @Override
  public Neighbours searchAll(NeighbourIndex index, int k, ElementType distance) {
    Neighbours found = allocate(index.count(), k, distance);
    Index own = (Index) index;
    workers.forRange(
        (int) index.count(),
        1,
        (at, end) -> row(own, own.xyz, at, Double.POSITIVE_INFINITY, found, at));
    return found;
  }

  @Override
  public Neighbours without(Neighbours found, DeviceArray self) {
    int k = found.k();
    Neighbours rest = allocate(found.count(), k - 1, found.distance().type());
    int[] from = ints(found.row());
    int[] to = ints(rest.row());
    int[] left = ints(self);
    Values fromDistance = new Values(found.distance());
    Values toDistance = new Values(rest.distance());
    workers.forRange(
        (int) found.count(),
        1 << 12,
        (first, end) -> {
          for (int i = first; i < end; i++) {
            int skip = 0;
            while (skip < k - 1 && from[i * k + skip] != left[i]) {
              skip++;
            }
            for (int j = 0; j < k - 1; j++) {
              int source = i * k + (j < skip ? j : j + 1);
              to[i * (k - 1) + j] = from[source];
              toDistance.set(i * (k - 1) + j, fromDistance.get(source));
            }
          }
        });
    return rest;
  }
}
