package org.jzfof.neighbours.cpu;

import java.util.function.BiFunction;
import java.util.function.Function;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.device.cpu.PointerForest;
import org.jzfof.domain.Box;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.BallQueries;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.LinkKernels;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.NeighbourLists;
import org.jzfof.neighbours.PointRadii;
import org.jzfof.neighbours.RadiusKernels;
import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.SortedCoordinates;
import org.jzfof.threads.Parallel;

/** Neighbours within a radius, and links between them, on the CPU. */
public final class CpuRadiusKernels implements RadiusKernels, LinkKernels {
  private static final int QUERY_GRAIN = 1 << 8;

  private final CpuMemory memory;

  public CpuRadiusKernels(CpuMemory memory) {
    this.memory = memory;
  }

  @Override
  public NeighbourIndex index(Coordinates points, Box box) {
    return new CpuKnnKernels(memory).index(points, box);
  }

  @Override
  public PointRadii radii(NeighbourIndex index, DeviceArray radius) {
    return new CpuPointRadii((CpuNeighbourIndex) index, radius);
  }

  @Override
  public DeviceArray count(NeighbourIndex index, BallQueries queries) {
    try (Scope made = new Scope()) {
      DeviceArray counts = made.add(memory.allocate(ElementType.I64, queries.count()));
      if (queries.pointRadii() == null) {
        search(
            (CpuNeighbourIndex) index,
            queries,
            (covering, sorted) -> {
              CountSearch search = new CountSearch(covering, sorted, queries.radius(), counts);
              return search::run;
            });
      } else {
        search((CpuNeighbourIndex) index, queries, sorted -> new BallCounts(counts));
      }
      return made.keep(counts);
    }
  }

  @Override
  public NeighbourLists find(
      NeighbourIndex index,
      BallQueries queries,
      DeviceArray start,
      long pairs,
      ElementType distance) {
    try (Scope made = new Scope()) {
      made.add(start);
      NeighbourLists lists =
          new NeighbourLists(
              start,
              made.add(memory.allocate(ElementType.I32, pairs)),
              made.add(memory.allocate(distance, pairs)));
      CpuNeighbourIndex points = (CpuNeighbourIndex) index;
      search(points, queries, sorted -> new BallLists(points, sorted, lists));
      return made.keep(lists);
    }
  }

  @Override
  public DeviceArray rows(
      NeighbourIndex index, BallQueries queries, DeviceArray start, long pairs) {
    try (Scope made = new Scope()) {
      DeviceArray rows = made.add(memory.allocate(ElementType.I32, pairs));
      CpuNeighbourIndex points = (CpuNeighbourIndex) index;
      NeighbourLists lists = new NeighbourLists(start, rows, null);
      search(points, queries, sorted -> new BallLists(points, sorted, lists));
      return made.keep(rows);
    }
  }

  @Override
  public DeviceArray link(NeighbourIndex index, double radius) {
    CpuNeighbourIndex points = (CpuNeighbourIndex) index;
    try (Scope made = new Scope();
        DeviceArray radii = memory.uploadSame(radius, points.count())) {
      DeviceArray pointers = made.add(memory.range(ElementType.I32, 0, points.count()));
      PointerForest forest = new PointerForest(CpuArray.ints(pointers));
      int[] joinedEnd = new int[(int) points.count()];
      search(
          points, new BallQueries(null, radii, null), sorted -> new BallLinks(forest, joinedEnd));
      return made.keep(pointers);
    }
  }

  private void search(
      CpuNeighbourIndex index, BallQueries queries, Function<SortedCoordinates, BallSink> sink) {
    CpuPointRadii radii = (CpuPointRadii) queries.pointRadii();
    search(
        index,
        queries,
        (covering, sorted) -> {
          BallSink ballSink = sink.apply(sorted);
          return new BallSearch(covering, sorted, queries.radius(), radii, ballSink)::run;
        });
  }

  /** Runs a search for each range of the queries. */
  private void search(
      CpuNeighbourIndex index,
      BallQueries queries,
      BiFunction<CpuNeighbourIndex, SortedCoordinates, Parallel.Range> search) {
    if (queries.centres() == null) {
      forAll(index, index.sorted(), search);
      return;
    }
    CpuNeighbourIndex covering = index.covering(CpuKnnKernels.farthest(queries.centres()));
    try (SortedCoordinates sorted =
        SortedCoordinates.of(queries.centres(), covering.map(), memory)) {
      forAll(covering, sorted, search);
    }
  }

  private void forAll(
      CpuNeighbourIndex index,
      SortedCoordinates sorted,
      BiFunction<CpuNeighbourIndex, SortedCoordinates, Parallel.Range> search) {
    Parallel.forRange(
        sorted.count(), QUERY_GRAIN, (from, to) -> search.apply(index, sorted).run(from, to));
  }
}
