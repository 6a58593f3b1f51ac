package org.jzfof.neighbours.cpu;

import java.util.concurrent.atomic.DoubleAccumulator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.device.cpu.RowSelection;
import org.jzfof.domain.BallBoxes;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.KeyRange;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.RowKernels;
import org.jzfof.neighbours.SearchWork;
import org.jzfof.neighbours.cpu.index.CoincidentPointSets;
import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.PairDistance;
import org.jzfof.neighbours.cpu.index.SearchUnits;
import org.jzfof.neighbours.cpu.index.SortedCoordinates;
import org.jzfof.threads.Parallel;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeBuilder;
import org.jzfof.tree.cpu.CpuTreeKernels;

/** Nearest neighbours on the CPU. */
public final class CpuKnnKernels implements KnnKernels {
  private static final int GRAIN = 1 << 12;
  private static final int QUERY_GRAIN = 1 << 9;

  private final CpuMemory memory;

  public CpuKnnKernels(CpuMemory memory) {
    this.memory = memory;
  }

  @Override
  public NeighbourIndex index(Coordinates points, Box box) {
    FixedPoint map = FixedPoint.of(box);
    SearchUnits units = SearchUnits.of(map, farthest(points));
    PairDistance distance = new PairDistance(box);
    try (Scope made = new Scope()) {
      SortedCoordinates sorted = made.add(SortedCoordinates.of(points, map, memory));
      TreeBuilder trees = new TreeBuilder(new CpuTreeKernels(memory), CpuNeighbourIndex.SHAPE);
      Tree tree = sorted.count() > 0 ? made.add(trees.build(sorted.points())) : null;
      CoincidentPointSets crowds = CoincidentPointSets.of(sorted, distance);
      return made.keep(new CpuNeighbourIndex(sorted, tree, map, units, distance, crowds));
    }
  }

  /** Largest absolute coordinate. */
  static double farthest(Coordinates points) {
    RealArray xyz = new RealArray(points.xyz());
    DoubleAccumulator all = new DoubleAccumulator(Math::max, 0);
    Parallel.forRange(
        (int) points.count(),
        GRAIN,
        (from, to) -> {
          double largest = 0;
          for (int i = 3 * from; i < 3 * to; i++) {
            largest = Math.max(largest, Math.abs(xyz.get(i)));
          }
          all.accumulate(largest);
        });
    return all.get();
  }

  @Override
  public Neighbours search(
      NeighbourIndex index,
      Coordinates queries,
      DeviceArray searchRadius,
      int k,
      ElementType distance) {
    return search((CpuNeighbourIndex) index, queries, searchRadius, true, k, distance, null);
  }

  @Override
  public Neighbours searchUnordered(NeighbourIndex index, Coordinates queries, int k) {
    return search((CpuNeighbourIndex) index, queries, null, false, k, ElementType.F64, null);
  }

  private Neighbours search(
      CpuNeighbourIndex index,
      Coordinates queries,
      DeviceArray searchRadius,
      boolean ordered,
      int k,
      ElementType distance,
      SearchWork work) {
    CpuNeighbourIndex covering = index.covering(farthest(queries));
    try (SortedCoordinates sorted = SortedCoordinates.of(queries, covering.map(), memory)) {
      QuerySearch.ResultTarget target =
          new QuerySearch.ResultTarget(
              allocate(sorted.count(), k, distance), ordered, true, 0, work);
      search(covering, sorted, searchRadius, target, 0, sorted.count());
      return target.found();
    }
  }

  @Override
  public void searchPoints(NeighbourIndex index, long from, long to, Neighbours found) {
    KnnKernels.requireNeighbours(found.k());
    CpuNeighbourIndex points = (CpuNeighbourIndex) index;
    QuerySearch.ResultTarget target =
        new QuerySearch.ResultTarget(found, true, false, (int) from, null);
    search(points, points.sorted(), null, target, (int) from, (int) to);
  }

  @Override
  public DeviceArray findLeaving(
      NeighbourIndex index, long from, Neighbours found, FixedPoint map, KeyRange piece) {
    SortedPoints points = ((CpuNeighbourIndex) index).points();
    int[] x = CpuArray.ints(points.x());
    int[] y = CpuArray.ints(points.y());
    int[] z = CpuArray.ints(points.z());
    CpuNeighbourRows.DistanceBound farthest = new CpuNeighbourRows.DistanceBound(found);
    int first = (int) from;
    return RowSelection.of(
        (int) found.count(),
        () -> {
          BallBoxes boxes = new BallBoxes(map);
          return i -> {
            boxes.set(x[first + i], y[first + i], z[first + i], farthest.of(i));
            return boxes.leave(piece);
          };
        },
        memory);
  }

  @Override
  public Neighbours searchAll(NeighbourIndex index, int k, ElementType distance) {
    return searchAll((CpuNeighbourIndex) index, k, distance, null);
  }

  @Override
  public Neighbours searchCounted(
      NeighbourIndex index, Coordinates queries, int k, ElementType distance, SearchWork work) {
    CpuNeighbourIndex points = (CpuNeighbourIndex) index;
    return queries == null
        ? searchAll(points, k, distance, work)
        : search(points, queries, null, true, k, distance, work);
  }

  private Neighbours searchAll(
      CpuNeighbourIndex points, int k, ElementType distance, SearchWork work) {
    QuerySearch.ResultTarget target =
        new QuerySearch.ResultTarget(allocate(points.count(), k, distance), true, true, 0, work);
    search(points, points.sorted(), null, target, 0, (int) points.count());
    return target.found();
  }

  private void search(
      CpuNeighbourIndex index,
      SortedCoordinates queries,
      DeviceArray searchRadius,
      QuerySearch.ResultTarget target,
      int first,
      int end) {
    Parallel.forRange(
        end - first,
        QUERY_GRAIN,
        (from, to) ->
            new QuerySearch(index, queries, searchRadius, target).run(first + from, first + to));
  }

  private Neighbours allocate(long m, int k, ElementType distance) {
    KnnKernels.requireNeighbours(k);
    return Neighbours.allocate(memory, m, k, ElementType.I32, distance);
  }

  @Override
  public RowKernels rows() {
    return new CpuNeighbourRows(memory);
  }
}
