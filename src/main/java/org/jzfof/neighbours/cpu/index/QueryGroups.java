package org.jzfof.neighbours.cpu.index;

import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.domain.Morton;
import org.jzfof.domain.SortedPoints;

/**
 * Which consecutive queries are answered together: those whose Morton cell is not larger than that
 * of as many points. Queries outside of the box stay alone.
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
   * @param first place of the query
   * @param to one past the last query there is
   */
  public int end(int first, int to) {
    SortedPoints points = queries.points();
    if (outside(first)) {
      return first + 1;
    }
    int largest = levelAround(queries == index.sorted() ? first : placeOf(first));
    int end = first + 1;
    while (end < Math.min(to, first + QueryGroup.MAX_QUERIES)
        && level(points, first, points, end) <= largest
        && !outside(end)) {
      end++;
    }
    return end;
  }

  private boolean outside(int query) {
    return index.map().farthest(ints(queries.points().x())[query])
        || index.map().farthest(ints(queries.points().y())[query])
        || index.map().farthest(ints(queries.points().z())[query]);
  }

  /** Level of the cell of as many points as a group has queries, before or after a place. */
  private int levelAround(int place) {
    SortedPoints points = index.points();
    int before = place < WINDOW ? Integer.MAX_VALUE : level(points, place - WINDOW, points, place);
    int after =
        place + WINDOW >= points.count()
            ? Integer.MAX_VALUE
            : level(points, place, points, place + WINDOW);
    return Math.min(before, after);
  }

  /** Place of a query among the points of the index: of the last point before it. */
  private int placeOf(int query) {
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
