package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.cpu.DistanceSort;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.SearchWork;
import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.QueryGroup;
import org.jzfof.neighbours.cpu.index.QueryGroups;
import org.jzfof.neighbours.cpu.index.SortedCoordinates;

/**
 * Answers a range of queries in Morton order. Queries are searched in groups that extend over a few
 * points, and candidates are sorted by exact distances. Each task has its own instance.
 */
final class QuerySearch {
  private final CpuNeighbourIndex index;
  private final SortedCoordinates queries;
  private final RealArray searchRadiusOfRow;
  private final ResultTarget target;
  private final QueryGroups groups;
  private final QueryGroup group;
  private final GroupSearch search;
  private final ExactSearch exact;
  private final DistanceSort sort = new DistanceSort();
  private final RowScatter rows;
  private final WorkCounts work;
  private final double[] searchRadius = new double[QueryGroup.MAX_QUERIES];

  /**
   * The target of the results.
   *
   * @param ordered whether rows are sorted; else the farthest neighbour is the last of its row
   * @param byRow whether the result of a query is stored at the row of the query instead of its
   *     index in Morton order
   * @param first index in Morton order of the query that is stored in the first row, if {@code
   *     byRow} is false
   * @param work receives the work of the queries, or null
   */
  record ResultTarget(
      Neighbours found, boolean ordered, boolean byRow, int first, SearchWork work) {}

  /**
   * @param queries points of the index itself, or other queries
   * @param searchRadiusOfRow F64 [m] search radii by rows of the queries, or null
   */
  QuerySearch(
      CpuNeighbourIndex index,
      SortedCoordinates queries,
      DeviceArray searchRadiusOfRow,
      ResultTarget target) {
    this.index = index;
    this.queries = queries;
    this.searchRadiusOfRow = searchRadiusOfRow == null ? null : new RealArray(searchRadiusOfRow);
    this.target = target;
    this.groups = new QueryGroups(index, queries);
    this.group = new QueryGroup(index.map(), index.units());
    this.rows = new RowScatter(target.found);
    this.work = WorkCounts.orNull(target.work);
    this.search = new GroupSearch(index, group, target.found.k());
    this.exact = index.crowds() == null ? null : new ExactSearch(index, target.found.k());
  }

  /** Answers the queries [from, to) in Morton order. */
  void run(int from, int to) {
    if (exact == null) {
      runInGroups(from, to);
    } else {
      runOneByOne(from, to);
    }
    rows.flush();
  }

  private void runInGroups(int from, int to) {
    for (int first = from; first < to; ) {
      int end = groups.end(first, to);
      group.set(queries, first, end);
      for (int q = first; q < end; q++) {
        searchRadius[q - first] = searchRadiusOf(q);
      }
      search.run(searchRadius);
      for (int q = first; q < end; q++) {
        NearestList nearest = search.nearest(q - first);
        answer(q, nearest.points(), nearest.count(), searchRadius[q - first]);
        count(q, search.testedLeaves(), search.testedPoints());
      }
      first = end;
    }
  }

  private void runOneByOne(int from, int to) {
    RealArray xyz = new RealArray(queries.xyz());
    for (int q = from; q < to; q++) {
      double limit = searchRadiusOf(q);
      exact.run(xyz.get(3 * q), xyz.get(3 * q + 1), xyz.get(3 * q + 2), limit);
      answer(q, exact.points(), exact.count(), limit);
      count(q, exact.testedLeaves(), exact.testedPoints());
    }
  }

  private void count(int query, int leaves, int points) {
    if (work != null) {
      work.add(ints(queries.points().row())[query], leaves, points);
    }
  }

  private double searchRadiusOf(int query) {
    return searchRadiusOfRow == null
        ? Double.POSITIVE_INFINITY
        : searchRadiusOfRow.get(ints(queries.points().row())[query]);
  }

  private void answer(int query, int[] points, int n, double limit) {
    RealArray from = new RealArray(queries.xyz());
    RealArray to = new RealArray(index.sorted().xyz());
    int[] rowOf = ints(index.points().row());
    index.distance().start(sort, from, query, to, points, n, rowOf);
    sort.root(limit);
    if (target.ordered) {
      sort.sort();
    } else {
      sort.select(target.found.k());
    }
    rows.add(target.byRow ? ints(queries.points().row())[query] : query - target.first, sort);
  }
}
