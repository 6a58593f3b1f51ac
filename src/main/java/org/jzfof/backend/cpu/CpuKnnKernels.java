package org.jzfof.backend.cpu;

import java.util.concurrent.atomic.DoubleAccumulator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.KnnKernels;
import org.jzfof.knn.NeighbourIndex;
import org.jzfof.knn.Neighbours;
import org.jzfof.knn.RowKernels;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeBuilder;

/** Nearest neighbours on the CPU. */
final class CpuKnnKernels implements KnnKernels {
  private static final int GRAIN = 1 << 12;
  private static final int QUERY_GRAIN = 1 << 8;

  private final Workers workers;
  private final CpuMemory memory;

  CpuKnnKernels(Workers workers, CpuMemory memory) {
    this.workers = workers;
    this.memory = memory;
  }

  @Override
  public NeighbourIndex index(Coordinates points, Box box) {
    FixedPoint map = FixedPoint.of(box);
    SortedCoordinates sorted = SortedCoordinates.of(points, map, workers, memory);
    Tree tree = null;
    if (sorted.count() > 0) {
      tree =
          new TreeBuilder(new CpuTreeKernels(workers, memory), CpuNeighbourIndex.SHAPE)
              .build(sorted.points());
    }
    SearchUnits units = SearchUnits.of(map, farthest(points));
    return new CpuNeighbourIndex(sorted, tree, map, units, new PairDistance(box));
  }

  /** Largest absolute coordinate. */
  private double farthest(Coordinates points) {
    Values xyz = new Values(points.xyz());
    DoubleAccumulator all = new DoubleAccumulator(Math::max, 0);
    workers.forRange(
        (int) points.count(),
        GRAIN,
        (from, to) -> {
          double most = 0;
          for (int i = 3 * from; i < 3 * to; i++) {
            most = Math.max(most, Math.abs(xyz.get(i)));
          }
          all.accumulate(most);
        });
    return all.get();
  }

  @Override
  public Neighbours search(
      NeighbourIndex index, Coordinates queries, DeviceArray reach, int k, ElementType distance) {
    CpuNeighbourIndex known = ((CpuNeighbourIndex) index).reaching(farthest(queries));
    try (SortedCoordinates sorted = SortedCoordinates.of(queries, known.map(), workers, memory)) {
      QuerySearch.Answers answers =
          new QuerySearch.Answers(allocate(sorted.count(), k, distance), true, 0);
      search(known, sorted, reach, answers, 0, sorted.count());
      return answers.found();
    }
  }

  @Override
  public Neighbours searchOwn(
      NeighbourIndex index, long from, long to, int k, ElementType distance) {
    CpuNeighbourIndex own = (CpuNeighbourIndex) index;
    QuerySearch.Answers answers =
        new QuerySearch.Answers(allocate(to - from, k, distance), false, (int) from);
    search(own, own.sorted(), null, answers, (int) from, (int) to);
    return answers.found();
  }

  @Override
  public Neighbours searchAll(NeighbourIndex index, int k, ElementType distance) {
    CpuNeighbourIndex own = (CpuNeighbourIndex) index;
    QuerySearch.Answers answers =
        new QuerySearch.Answers(allocate(own.count(), k, distance), true, 0);
    search(own, own.sorted(), null, answers, 0, (int) own.count());
    return answers.found();
  }

  private void search(
      CpuNeighbourIndex index,
      SortedCoordinates queries,
      DeviceArray reach,
      QuerySearch.Answers answers,
      int first,
      int end) {
    workers.forRange(
        end - first,
        QUERY_GRAIN,
        (from, to) ->
            new QuerySearch(index, queries, reach, answers).run(first + from, first + to));
  }

  private Neighbours allocate(long m, int k, ElementType distance) {
    if (k < 1 || k > MAX_K) {
      throw new IllegalArgumentException(k + " neighbours: at least 1 and at most " + MAX_K);
    }
    return new Neighbours(
        m, k, memory.allocate(ElementType.I32, m * k), memory.allocate(distance, m * k));
  }

  @Override
  public RowKernels rows() {
    return new NeighbourRows(workers, memory);
  }
}
