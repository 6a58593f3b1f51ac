package org.jzfof.literature.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.device.cpu.RealArray;
import org.jzfof.literature.DistinctPoints;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.cpu.index.PairDistance;

/**
 * The images of one query after the other: in a periodic box, of which the papers do not speak,
 * places are searched once for each image of the query that is near enough; a point is met at the
 * one image that is nearest to it. One instance per thread of work.
 */
final class QueryImages {
  private static final int[] ONE = {0};

  /** Sides by which an image is below the query. */
  private static final int[] TURNS = {0, 1, -1};

  private final DistinctPoints places;
  private final RealArray xyz;
  private final RealArray exact;
  private final int[] rows;
  private final int[] next;
  private final PairDistance distance;
  private final double[] side = new double[3];
  private final double[] query = new double[3];
  private final double[] home = new double[3];
  private final double[] image = new double[3];
  private final double[] gap = new double[3];
  private final double[] slack = new double[3];
  private final int[] turn = new int[3];
  private PointVisitor sink;

  QueryImages(DistinctPoints places) {
    this.places = places;
    this.xyz = new RealArray(places.xyz());
    this.exact = new RealArray(places.points().xyz());
    this.rows = ints(places.row());
    this.next = places.next() == null ? null : ints(places.next());
    this.distance = new PairDistance(places.box());
    for (int d = 0; d < 3; d++) {
      side[d] = places.period(d);
    }
  }

  /**
   * Searches for each image of a query.
   *
   * @param to takes points
   * @param search shows places to {@link #visit}
   */
  void run(double x, double y, double z, PointVisitor to, Runnable search) {
    sink = to;
    query[0] = x;
    query[1] = y;
    query[2] = z;
    for (int d = 0; d < 3; d++) {
      home[d] = isInside(d) ? query[d] : wrap(query[d], side[d]);
    }
    for (int turnX : turns(0)) {
      moveTo(0, turnX);
      for (int turnY : turns(1)) {
        moveTo(1, turnY);
        for (int turnZ : turns(2)) {
          moveTo(2, turnZ);
          if (Math.sqrt(gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2]) <= sink.bound()) {
            search.run();
          }
        }
      }
    }
  }

  private boolean isInside(int d) {
    return side[d] == Double.POSITIVE_INFINITY || query[d] >= 0 && query[d] <= side[d];
  }

  /** A coordinate brought into [0, side]. */
  static double wrap(double x, double side) {
    return Math.max(0, Math.min(side, x - side * Math.floor(x / side)));
  }

  private int[] turns(int d) {
    return side[d] == Double.POSITIVE_INFINITY ? ONE : TURNS;
  }

  /** Takes an image in one dimension, with its least distance to the box. */
  private void moveTo(int d, int turns) {
    turn[d] = turns;
    image[d] = turns == 0 ? home[d] : home[d] - turns * side[d];
    slack[d] = places.slack()[d];
    if (turns != 0 || !isInside(d)) {
      slack[d] += DistinctPoints.ROUNDING * (Math.abs(query[d]) + side[d]);
    }
    double outside = turns == 0 ? 0 : turns < 0 ? home[d] : side[d] - home[d];
    gap[d] = Math.max(0, outside - slack[d]);
  }

  /** Coordinate of the image. */
  double at(int d) {
    return image[d];
  }

  /** Above the errors of coordinates of the image and of places. */
  double slack(int d) {
    return slack[d];
  }

  /** Beyond this distance no points are wanted, for now. */
  double bound() {
    return sink.bound();
  }

  /** Coordinate of a place. */
  double of(int place, int d) {
    return xyz.get(3 * place + d);
  }

  /** Shows the points at a place to the sink if this is the image that is nearest to it. */
  void visit(int place) {
    for (int d = 0; d < 3; d++) {
      if (turnTo(home[d] - xyz.get(3 * place + d), d) != turn[d]) {
        return;
      }
    }
    int row = rows[place];
    double square =
        places.isWrapped()
            ? distance.square(query[0], query[1], query[2], exact, row)
            : distance.square(query[0], query[1], query[2], xyz, place);
    double of = Math.sqrt(square);
    while (row != Neighbours.NONE && sink.offer(of, row)) {
      row = next == null ? Neighbours.NONE : next[row];
    }
  }

  /** Turns to the image that is nearest to a point. */
  private int turnTo(double difference, int d) {
    return Math.abs(difference) < 0.5 * side[d] ? 0 : difference > 0 ? 1 : -1;
  }
}
