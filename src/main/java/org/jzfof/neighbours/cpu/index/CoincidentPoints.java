package org.jzfof.neighbours.cpu.index;

import java.util.Arrays;
import org.jzfof.device.cpu.RealArray;

/**
 * Points that share one fixed-point place, more than a leaf can hold, and do not all have the same
 * coordinates: an implicit k-d tree over their distinct coordinates. Each level splits a range at
 * its middle, along x, y and z in turn.
 */
public final class CoincidentPoints {
  /** Places of up to this many are not divided. */
  private static final int FEW = 4;

  private final RealArray xyz;
  private final PairDistance distance;
  private final int[] first;
  private final int[] end;

  /** What is done with points at the same coordinates. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * @param first place of the first point
     * @param end one past the place of the last
     * @return distance beyond which no more points are wanted
     */
    double visit(int first, int end);
  }

  /**
   * @param xyz coordinates of all points
   * @param from first of the points, which are in order of their coordinates
   * @param to one past the last
   */
  CoincidentPoints(RealArray xyz, int from, int to, PairDistance distance) {
    this.xyz = xyz;
    this.distance = distance;
    int[] starts = new int[to - from];
    int n = 0;
    for (int i = from; i < to; i++) {
      if (i == from || !same(i, i - 1)) {
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

  private boolean same(int i, int j) {
    return xyz.get(3 * i) == xyz.get(3 * j)
        && xyz.get(3 * i + 1) == xyz.get(3 * j + 1)
        && xyz.get(3 * i + 2) == xyz.get(3 * j + 2);
  }

  /** Puts places on the two sides of levels. */
  private final class Divider {
    private final int origin;
    private final int[] starts;
    private final int[] order;

    /**
     * @param origin a point of the crowd
     * @param starts places of points
     * @param order numbers of these places, which are put in order
     */
    Divider(int origin, int[] starts, int[] order) {
      this.origin = origin;
      this.starts = starts;
      this.order = order;
    }

    void divide(int from, int to, int d) {
      if (to - from > FEW) {
        int middle = (from + to) >>> 1;
        select(from, to - 1, middle, d);
        divide(from, middle, (d + 1) % 3);
        divide(middle + 1, to, (d + 1) % 3);
      }
    }

    /** Coordinates around the far side of a periodic box follow each other. */
    private double key(int i, int d) {
      return distance.along(xyz.get(3 * starts[order[i]] + d), xyz.get(3 * origin + d), d);
    }

    /** Quickselect: nothing before {@code place} is larger, nothing behind it less. */
    private void select(int from, int to, int place, int d) {
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
        if (place <= j) {
          high = j;
        } else if (place >= i) {
          low = i;
        } else {
          return;
        }
      }
    }
  }

  /**
   * Where to look for what.
   *
   * @param query coordinates of a place [3]
   * @param slack above the errors of a coordinate that is wrapped around the box
   * @param visitor of points, near ones first
   */
  public record Question(double[] query, double slack, Visitor visitor) {}

  /**
   * Visits the points near a place.
   *
   * @param bound distance beyond which no points are wanted
   */
  public void visit(Question question, double bound) {
    visit(0, first.length, 0, question, bound);
  }

  private double visit(int from, int to, int d, Question question, double bound) {
    double now = bound;
    if (to - from <= FEW) {
      for (int i = from; i < to; i++) {
        now = question.visitor.visit(first[i], end[i]);
      }
      return now;
    }
    int middle = (from + to) >>> 1;
    int next = (d + 1) % 3;
    now = question.visitor.visit(first[middle], end[middle]);
    double image = distance.nearestImage(question.query[d], xyz.get(3 * first[middle] + d), d);
    boolean below = image < 0;
    now =
        below
            ? visit(from, middle, next, question, now)
            : visit(middle + 1, to, next, question, now);
    if (distance.beyond(image, question.slack, d) <= now) {
      now =
          below
              ? visit(middle + 1, to, next, question, now)
              : visit(from, middle, next, question, now);
    }
    return now;
  }
}
