package org.jzfof.pipeline;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.KnnKernels;
import org.jzfof.knn.NeighbourBlock;
import org.jzfof.knn.NeighbourIndex;
import org.jzfof.knn.NeighbourSink;
import org.jzfof.knn.Neighbours;

/** The stages from coordinates on the device to rows of nearest neighbours. */
public final class NeighbourSearch {
  private final Backend backend;
  private final Communicator comm;
  private final StageClock clock;
  private final DeviceMemory memory;
  private final KnnKernels kernels;

  /**
   * @param backend that holds the points
   * @param comm the ranks
   * @param clock to record the stages
   */
  public NeighbourSearch(Backend backend, Communicator comm, StageClock clock) {
    this.backend = backend;
    this.comm = comm;
    this.clock = clock;
    this.memory = backend.memory();
    this.kernels = backend.knn();
  }

  /**
   * The points among which neighbours are looked for.
   *
   * @param coordinates of the points that this rank has read
   * @param firstRow row of the first of them among all points; the others follow, and those of the
   *     next rank follow them
   */
  public record Sources(Coordinates coordinates, long firstRow) {}

  /**
   * What to look for.
   *
   * @param box that holds the points
   * @param k neighbours per query
   * @param excludeSelf whether points, where they are their own queries, are no neighbours of
   *     themselves
   * @param mortonOrder whether answers come along a space-filling curve, instead of in the order of
   *     the queries
   * @param blockRows most queries in a block
   * @param distance F32 or F64
   */
  public record Problem(
      Box box,
      int k,
      boolean excludeSelf,
      boolean mortonOrder,
      int blockRows,
      ElementType distance) {
    /** Neighbours to look for, with the query itself where that is left out afterwards. */
    int searched() {
      return k + (excludeSelf ? 1 : 0);
    }
  }

  /**
   * Finds the neighbours of all queries; every rank calls it.
   *
   * @param sources coordinates are closed
   * @param queries places to search from, or null for the points themselves
   * @param sink is called equally often on every rank
   */
  public void run(Sources sources, QuerySupply queries, Problem problem, NeighbourSink sink) {
    try (Coordinates points = sources.coordinates();
        NeighbourIndex index = clock.time("index", () -> kernels.index(points, problem.box()))) {
      if (queries == null) {
        searchSelf(points, index, sources.firstRow(), problem, sink);
      } else {
        searchFrom(queries, index, sources.firstRow(), problem, sink);
      }
    }
  }

  private void searchSelf(
      Coordinates points,
      NeighbourIndex index,
      long firstRow,
      Problem problem,
      NeighbourSink sink) {
    int[] order = problem.mortonOrder() ? memory.toInts(index.order()) : null;
    for (long from = 0; from < points.count(); from += problem.blockRows()) {
      long at = from;
      int count = (int) Math.min(problem.blockRows(), points.count() - from);
      int[] rows =
          order == null
              ? IntStream.range((int) at, (int) at + count).toArray()
              : Arrays.copyOfRange(order, (int) at, (int) at + count);
      try (Neighbours found =
          clock.time("search", () -> searchSelf(points, index, at, rows, problem))) {
        long[] query =
            order == null ? null : Arrays.stream(rows).mapToLong(r -> firstRow + r).toArray();
        sink.accept(block(at, query, found, firstRow));
      }
    }
  }

  private Neighbours searchSelf(
      Coordinates points, NeighbourIndex index, long from, int[] rows, Problem problem) {
    int k = problem.searched();
    try (DeviceArray self = memory.upload(rows)) {
      Neighbours found;
      if (problem.mortonOrder()) {
        found = kernels.searchOwn(index, from, from + rows.length, k, problem.distance());
      } else {
        try (Coordinates block =
            new Coordinates(rows.length, backend.particles().gather(points.xyz(), 3, self))) {
          found = kernels.search(index, block, null, k, problem.distance());
        }
      }
      if (!problem.excludeSelf()) {
        return found;
      }
      try (found) {
        return kernels.without(found, self);
      }
    }
  }

  private void searchFrom(
      QuerySupply queries,
      NeighbourIndex index,
      long firstRow,
      Problem problem,
      NeighbourSink sink) {
    for (long from = 0; from < queries.rows(); from += problem.blockRows()) {
      long at = from;
      int count = (int) Math.min(problem.blockRows(), queries.rows() - from);
      try (Coordinates block = clock.time("read queries", () -> queries.read(at, count));
          Neighbours found =
              clock.time(
                  "search",
                  () -> kernels.search(index, block, null, problem.k(), problem.distance()))) {
        sink.accept(block(queries.firstRow() + at, null, found, firstRow));
      }
    }
  }

  private NeighbourBlock block(long first, long[] query, Neighbours found, long firstRow) {
    long[] row =
        Arrays.stream(memory.toInts(found.row()))
            .mapToLong(r -> r == Neighbours.NONE ? r : firstRow + r)
            .toArray();
    return new NeighbourBlock(first, (int) found.count(), found.k(), query, row, distances(found));
  }

  private double[] distances(Neighbours found) {
    if (found.distance().type() == ElementType.F64) {
      return memory.toDoubles(found.distance());
    }
    float[] rounded = memory.toFloats(found.distance());
    double[] distance = new double[rounded.length];
    Arrays.setAll(distance, i -> rounded[i]);
    return distance;
  }
}
