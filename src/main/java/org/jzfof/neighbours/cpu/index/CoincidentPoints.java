package org.jzfof.neighbours.cpu.index;

import java.util.Arrays;
import org.jzfof.device.cpu.RealArray;

/**
 * A crowd: points that share one fixed-point position, are more than a leaf can hold, and do not
 * all have the same coordinates. They are searched with an implicit k-d tree over their distinct
 * coordinates. Each level splits a range at its middle, along x, y and z in turn.
 */
public final class CoincidentPoints {
  /** Largest number of distinct coordinates that are not divided. */
  private static final int MAX_UNDIVIDED = 4;

  private final RealArray xyz;
  private final PairDistance distance;
  private final int[] first;
  private final int[] end;

  /** Visitor of points with the same coordinates. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Visits points with the same coordinates.
     *
     * @param first index of the first point
     * @param end one past the index of the last point
     * @return distance beyond which no more points are visited
     */
    double visit(int first, int end);
  }

  /**
   * @param xyz coordinates of all points
   * @param from index of the first point of the crowd, whose points are sorted by coordinates
   * @param to one past the index of the last point
   */
  CoincidentPoints(RealArray xyz, int from, int to, PairDistance distance) {
    this.xyz = xyz;
    this.distance = distance;
    int[] starts = new int[to - from];
    int n = 0;
    for (int i = from; i < to; i++) {
      if (i == from || !sameCoordinates(i, i - 1)) {
        starts[n++] = i;
      }
    }
    int[] order = new int[n];
    Arrays.setAll(order, i -> i);
    new Divider(from, starts, order).divide(0, n, 0);
    int[] ends = Arrays.copyOfRange(starts, 1, n + 1);
    ends[n - 1] = to;
    this.first = Arrays.stream(order).map(i -> starts[i]).toArray();
    this.end = Arrays.stream(order).map(i -> ends[i]).toArray();
  }

  private boolean sameCoordinates(int i, int j) {
    return xyz.get(3 * i) == xyz.get(3 * j)
        && xyz.get(3 * i + 1) == xyz.get(3 * j + 1)
        && xyz.get(3 * i + 2) == xyz.get(3 * j + 2);
  }

  /** Sorts distinct coordinates into the two sides of each level. */
  private final class Divider {
    private final int origin;
    private final int[] starts;
    private final int[] order;

    /**
     * @param origin index of a point of the crowd
     * @param starts index of the first point at each of the distinct coordinates
     * @param order indices into {@code starts}; sorted by the division
     */
    Divider(int origin, int[] starts, int[] order) {
      this.origin = origin;
      this.starts = starts;
      this.order = order;
    }

    void divide(int from, int to, int d) {
      if (to - from > MAX_UNDIVIDED) {
        int middle = (from + to) >>> 1;
        select(from, to - 1, middle, d);
        divide(from, middle, (d + 1) % 3);
        divide(middle + 1, to, (d + 1) % 3);
      }
    }

    /** Sort key along a dimension, continuous across the boundary of a periodic box. */
    private double key(int i, int d) {
      return distance.sortKey(xyz.get(3 * starts[order[i]] + d), xyz.get(3 * origin + d), d);
    }

    /**
     * Quickselect: no key before index {@code target} is larger than that at {@code target}, and
     * none behind it smaller.
     */
    private void select(int from, int to, int target, int d) {
      int low = from;
      int high = to;
      while (low < high) {
        double pivot = key((low + high) >>> 1, d);
        int i = low;
        int j = high;
        while (i <= j) {
          while (key(i, d) < pivot) {
            i++;
          }
          while (key(j, d) > pivot) {
            j--;
          }
          if (i <= j) {
            int other = order[i];
            order[i++] = order[j];
            order[j--] = other;
          }
        }
        if (target <= j) {
          high = j;
        } else if (target >= i) {
          low = i;
        } else {
          return;
        }
      }
    }
  }

  /**
   * A query for the points near a position.
   *
   * @param query coordinates of the position [3]
   * @param slack upper bound of the error of a coordinate that is wrapped around the box
   */
  public record PointQuery(double[] query, double slack, Visitor visitor) {}

  /**
   * Visits the points near a position.
   *
   * @param bound distance beyond which no points are visited
   */
  public void visit(PointQuery pointQuery, double bound) {
    visit(0, first.length, 0, pointQuery, bound);
  }

  private double visit(int from, int to, int d, PointQuery pointQuery, double bound) {
    double newBound = bound;
    if (to - from <= MAX_UNDIVIDED) {
      for (int i = from; i < to; i++) {
        newBound = pointQuery.visitor.visit(first[i], end[i]);
      }
      return newBound;
    }
    int middle = (from + to) >>> 1;
    int next = (d + 1) % 3;
    newBound = pointQuery.visitor.visit(first[middle], end[middle]);
    double image = distance.nearestImage(pointQuery.query[d], xyz.get(3 * first[middle] + d), d);
    boolean below = image < 0;
    newBound =
        below
            ? visit(from, middle, next, pointQuery, newBound)
            : visit(middle + 1, to, next, pointQuery, newBound);
    if (distance.distanceBeyond(image, pointQuery.slack, d) <= newBound) {
      newBound =
          below
              ? visit(middle + 1, to, next, pointQuery, newBound)
              : visit(from, middle, next, pointQuery, newBound);
    }
    return newBound;
  }
}
