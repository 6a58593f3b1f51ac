package org.jzfof.literature.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.device.cpu.RealArray;
import org.jzfof.literature.DistinctPoints;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.cpu.index.PairDistance;

/**
 * The periodic images of one query after the other. In a periodic box, which the papers do not
 * treat, positions are searched once for each image of the query that is near enough. A point is
 * visited from the image that is nearest to it. Each task has its own instance.
 */
final class QueryImages {
  private static final int[] ONE = {0};

  /** Number of sides by which an image is below the query. */
  private static final int[] TURNS = {0, 1, -1};

  private final DistinctPoints positions;
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
  private PointVisitor visitor;

  QueryImages(DistinctPoints positions) {
    this.positions = positions;
    this.xyz = new RealArray(positions.xyz());
    this.exact = new RealArray(positions.points().xyz());
    this.rows = ints(positions.row());
    this.next = positions.next() == null ? null : ints(positions.next());
    this.distance = new PairDistance(positions.box());
    for (int d = 0; d < 3; d++) {
      side[d] = positions.period(d);
    }
  }

  /**
   * Searches from each image of a query.
   *
   * @param search calls {@link #visit} for positions near the current image
   */
  void run(double x, double y, double z, PointVisitor to, Runnable search) {
    visitor = to;
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
          if (Math.sqrt(gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2]) <= visitor.bound()) {
            search.run();
          }
        }
      }
    }
  }

  private boolean isInside(int d) {
    return side[d] == Double.POSITIVE_INFINITY || query[d] >= 0 && query[d] <= side[d];
  }

  /** Wraps a coordinate into [0, side]. */
  static double wrap(double x, double side) {
    return Math.max(0, Math.min(side, x - side * Math.floor(x / side)));
  }

  private int[] turns(int d) {
    return side[d] == Double.POSITIVE_INFINITY ? ONE : TURNS;
  }

  /** Sets the image in one dimension, with its smallest distance to the box. */
  private void moveTo(int d, int turns) {
    turn[d] = turns;
    image[d] = turns == 0 ? home[d] : home[d] - turns * side[d];
    slack[d] = positions.slack()[d];
    if (turns != 0 || !isInside(d)) {
      slack[d] += DistinctPoints.ROUNDING * (Math.abs(query[d]) + side[d]);
    }
    double outside = turns == 0 ? 0 : turns < 0 ? home[d] : side[d] - home[d];
    gap[d] = Math.max(0, outside - slack[d]);
  }

  /** Coordinate of the current image. */
  double at(int d) {
    return image[d];
  }

  /** Upper bound of the error of the difference of the image and a position. */
  double slack(int d) {
    return slack[d];
  }

  /** Lower bound of the difference of the image and any position; 0 if the image is in the box. */
  double gap(int d) {
    return gap[d];
  }

  /** Distance beyond which no points are accepted at present. */
  double bound() {
    return visitor.bound();
  }

  /** Coordinate of a position. */
  double of(int position, int d) {
    return xyz.get(3 * position + d);
  }

  /**
   * Passes the points at a position to the visitor if the current image is the one nearest to the
   * position.
   */
  void visit(int position) {
    for (int d = 0; d < 3; d++) {
      if (turnTo(home[d] - xyz.get(3 * position + d), d) != turn[d]) {
        return;
      }
    }
    int row = rows[position];
    double square =
        positions.isWrapped()
            ? distance.square(query[0], query[1], query[2], exact, row)
            : distance.square(query[0], query[1], query[2], xyz, position);
    double pointDistance = Math.sqrt(square);
    while (row != Neighbours.NONE && visitor.offer(pointDistance, row)) {
      row = next == null ? Neighbours.NONE : next[row];
    }
  }

  /** Number of sides by which the nearest image is below the query. */
  private int turnTo(double difference, int d) {
    return Math.abs(difference) < 0.5 * side[d] ? 0 : difference > 0 ? 1 : -1;
  }
}
