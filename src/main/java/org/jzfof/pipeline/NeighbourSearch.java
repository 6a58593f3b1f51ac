package org.jzfof.pipeline;

import java.util.Arrays;
import org.jzfof.backend.Backend;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.NeighbourBlock;
import org.jzfof.knn.NeighbourSink;
import org.jzfof.knn.Neighbours;

/** The stages from coordinates on the device to rows of nearest neighbours. */
public final class NeighbourSearch {
  private final Backend backend;
  private final ArrayExchange arrays;
  private final StageClock clock;
  private final DeviceMemory memory;

  /**
   * @param backend that holds the points
   * @param arrays the ranks, and the path between them
   * @param clock to record the stages
   */
  public NeighbourSearch(Backend backend, ArrayExchange arrays, StageClock clock) {
    this.backend = backend;
    this.arrays = arrays;
    this.clock = clock;
    this.memory = backend.memory();
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
   * @param sink is called equally often on every rank, with an empty block where a rank has no more
   */
  public void run(Sources sources, QuerySupply queries, Problem problem, NeighbourSink sink) {
    try (Coordinates points = sources.coordinates();
        Answers answers = index(points, sources.firstRow(), problem)) {
      Asked asked = asked(answers, points.count(), sources.firstRow(), queries, problem);
      double[] blocks = {Math.ceil((double) asked.rows / problem.blockRows())};
      arrays.comm().max(blocks);
      for (long b = 0; b < blocks[0]; b++) {
        long from = Math.min(b * problem.blockRows(), asked.rows);
        int count = (int) Math.min(problem.blockRows(), asked.rows - from);
        try (Neighbours found = find(answers, queries, problem, from, count)) {
          long[] query =
              asked.order == null
                  ? null
                  : Arrays.copyOfRange(asked.order, (int) from, (int) from + count);
          sink.accept(block(asked.firstRow + from, query, found, problem));
        }
      }
    }
  }

  /**
   * Finds the neighbours of all queries of this rank at once, in the order of the queries, and
   * leaves them on the device; every rank calls it.
   *
   * @param sources coordinates are closed
   * @param queries places to search from, or null for the points themselves
   * @return with I32 row numbers on a single rank, with I64 ones on several
   */
  public Neighbours findOnDevice(Sources sources, QuerySupply queries, Problem problem) {
    try (Coordinates points = sources.coordinates();
        Answers answers = index(points, sources.firstRow(), problem)) {
      long rows = queries == null ? points.count() : queries.rows();
      return find(answers, queries, problem, 0, Math.toIntExact(rows));
    }
  }

  private Answers index(Coordinates points, long firstRow, Problem problem) {
    return clock.time(
        "index",
        () ->
            arrays.comm().size() == 1
                ? new LoneAnswers(backend, points, problem)
                : new SharedAnswers(backend, arrays, points, firstRow, problem));
  }

  /**
   * The answers that a rank gives.
   *
   * @param rows how many
   * @param firstRow the first of them among those of all ranks
   * @param order row of the query of each, or null where they come in order
   */
  private record Asked(long rows, long firstRow, long[] order) {}

  private Asked asked(
      Answers answers, long points, long firstRow, QuerySupply queries, Problem problem) {
    if (queries != null) {
      return new Asked(queries.rows(), queries.firstRow(), null);
    }
    if (!problem.mortonOrder()) {
      return new Asked(points, firstRow, null);
    }
    long[] order = answers.order();
    return new Asked(order.length, arrays.comm().exclusiveScan(order.length), order);
  }

  private Neighbours find(
      Answers answers, QuerySupply queries, Problem problem, long from, int count) {
    if (queries != null) {
      Coordinates block = clock.time("read queries", () -> queries.read(from, count));
      return clock.time("search", () -> answers.search(block));
    }
    return clock.time(
        "search",
        () -> problem.mortonOrder() ? answers.inOrder(from, count) : answers.own(from, count));
  }

  private NeighbourBlock block(long first, long[] query, Neighbours found, Problem problem) {
    long[] row =
        found.row().type() == ElementType.I64
            ? memory.toLongs(found.row())
            : Arrays.stream(memory.toInts(found.row())).asLongStream().toArray();
    double[] distance = distances(found);
    if (problem.distance() == ElementType.F32) {
      Arrays.setAll(distance, i -> (float) distance[i]);
    }
    return new NeighbourBlock(first, (int) found.count(), found.k(), query, row, distance);
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
