package org.jzfof.neighbours.cpu.index;

import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.domain.Morton;
import org.jzfof.domain.SortedPoints;

/**
 * Divides consecutive queries into groups that are answered together. The Morton cell of the
 * queries of a group is not larger than that of as many points. A query outside of the box forms a
 * group alone.
 */
public final class QueryGroups {
  private static final int WINDOW = QueryGroup.MAX_QUERIES - 1;

  private final CpuNeighbourIndex index;
  private final SortedCoordinates queries;

  public QueryGroups(CpuNeighbourIndex index, SortedCoordinates queries) {
    this.index = index;
    this.queries = queries;
  }

  /**
   * End of the group that a query begins.
   *
   * @param first index of the query
   * @param to one past the index of the last query
   */
  public int end(int first, int to) {
    SortedPoints points = queries.points();
    if (isOutside(first)) {
      return first + 1;
    }
    int largest = cellLevel(queries == index.sorted() ? first : pointBefore(first));
    int end = first + 1;
    while (end < Math.min(to, first + QueryGroup.MAX_QUERIES)
        && level(points, first, points, end) <= largest
        && !isOutside(end)) {
      end++;
    }
    return end;
  }

  private boolean isOutside(int query) {
    return index.map().farthest(ints(queries.points().x())[query])
        || index.map().farthest(ints(queries.points().y())[query])
        || index.map().farthest(ints(queries.points().z())[query]);
  }

  /**
   * Smaller of the levels of the cells of as many points as a group has queries, before and after a
   * point.
   */
  private int cellLevel(int point) {
    SortedPoints points = index.points();
    int before = point < WINDOW ? Integer.MAX_VALUE : level(points, point - WINDOW, points, point);
    int after =
        point + WINDOW >= points.count()
            ? Integer.MAX_VALUE
            : level(points, point, points, point + WINDOW);
    return Math.min(before, after);
  }

  /** Index of the last point before a query in Morton order; 0 without such a point. */
  private int pointBefore(int query) {
    SortedPoints points = index.points();
    int low = 0;
    int high = (int) points.count() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (before(queries.points(), query, points, middle)) {
        high = middle - 1;
      } else {
        low = middle;
      }
    }
    return low;
  }

  private static int level(SortedPoints a, int i, SortedPoints b, int j) {
    return Morton.level(
        ints(a.x())[i] ^ ints(b.x())[j],
        ints(a.y())[i] ^ ints(b.y())[j],
        ints(a.z())[i] ^ ints(b.z())[j]);
  }

  private static boolean before(SortedPoints a, int i, SortedPoints b, int j) {
    return Morton.before(
        ints(a.x())[i],
        ints(a.y())[i],
        ints(a.z())[i],
        ints(b.x())[j],
        ints(b.y())[j],
        ints(b.z())[j]);
  }
}
