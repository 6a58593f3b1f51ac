package org.jzfof.literature.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import java.util.function.Supplier;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.literature.MethodQueries;
import org.jzfof.neighbours.NeighbourLists;
import org.jzfof.threads.Parallel;

/** Answers queries by tree walks on all threads. */
final class BatchTraversal {
  private static final int GRAIN = 1 << 8;

  private BatchTraversal() {}

  /** The search of one task for its queries. */
  interface Search {
    /**
     * Answers a query.
     *
     * @param i index of the query in the order, counted from the first query to answer
     */
    void run(int row, int i, double searchRadius);

    /** Completes the task after all its queries are answered. */
    default void finish() {}
  }

  /** Answers all queries. */
  static void run(MethodQueries queries, Supplier<Search> searches) {
    int[] order = ints(queries.order());
    RealArray searchRadius = RealArray.orNull(queries.searchRadius());
    int first = (int) queries.from();
    Parallel.forRange(
        (int) queries.to() - first,
        GRAIN,
        (from, to) -> {
          Search search = searches.get();
          for (int i = from; i < to; i++) {
            int row = order[first + i];
            search.run(
                row, i, searchRadius == null ? Double.POSITIVE_INFINITY : searchRadius.get(row));
          }
          search.finish();
        });
  }

  /**
   * Counts the points within the search radius of queries.
   *
   * @param counts I64 [m] receives the counts by row of the queries
   */
  static void count(Supplier<TreeTraversal> walks, MethodQueries queries, DeviceArray counts) {
    run(
        queries,
        () -> {
          RadiusVisitor visitor = new RadiusVisitor(walks.get(), queries);
          return (row, i, searchRadius) -> longs(counts)[row] = visitor.count(row, searchRadius);
        });
  }

  /** Lists the points within the search radius of queries, by (distance, row). */
  static void list(Supplier<TreeTraversal> walks, MethodQueries queries, NeighbourLists lists) {
    run(
        queries,
        () -> {
          RadiusVisitor visitor = new RadiusVisitor(walks.get(), queries);
          return (row, i, searchRadius) -> visitor.list(row, searchRadius, lists);
        });
  }
}
