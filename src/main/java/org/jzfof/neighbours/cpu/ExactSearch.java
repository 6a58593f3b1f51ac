package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import java.util.List;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.neighbours.cpu.index.CoincidentPoints;
import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.SortedCoordinates;
import org.jzfof.tree.TreeLevel;
import org.jzfof.tree.cpu.NodeFields;

/**
 * Finds the nearest points of one query at a time by distances in double precision. It is used if
 * many points with different coordinates share fixed-point positions. Each task has its own
 * instance.
 */
final class ExactSearch {
  private static final double PERIOD = 0x1p32;

  /**
   * Largest difference, in cells, of a fixed-point position and its coordinate: half a cell plus
   * rounding errors.
   */
  private static final double POSITION_ERROR = 0.5 + 0x1p-16;

  /** Upper bound of the relative rounding error of a coordinate that is wrapped or divided. */
  private static final double ROUNDING = 0x1p-48;

  /** Factor that makes a rounded distance a lower bound. */
  private static final double LOWER_BOUND = 1 - 0x1p-40;

  private final CpuNeighbourIndex index;
  private final RealArray xyz;
  private final int[] row;
  private final int[][] levels;
  private final double[][] lowerDistances;
  private final NearestHeap nearest;
  private final int k;
  private final double[] query = new double[3];
  private final double[] cells = new double[3];
  private final double[] positionError = new double[3];
  private final CoincidentPoints.PointQuery pointQuery;
  private int testedLeaves;
  private int testedPoints;

  ExactSearch(CpuNeighbourIndex index, int k) {
    this.index = index;
    this.k = k;
    this.xyz = new RealArray(index.sorted().xyz());
    this.row = ints(index.points().row());
    List<TreeLevel> all = index.levels();
    this.levels = new int[all.size()][];
    this.lowerDistances = new double[all.size()][];
    for (int p = 0; p < levels.length; p++) {
      levels[p] = ints(all.get(p).nodes());
      boolean top = p == levels.length - 1;
      lowerDistances[p] =
          new double[top ? (int) all.get(p).count() : CpuNeighbourIndex.SHAPE.maxChildren()];
    }
    this.nearest = new NearestHeap(k);
    double slack = ROUNDING * index.units().farthest();
    double side = 0;
    for (int d = 0; d < 3; d++) {
      double cell = index.map().cell()[d];
      positionError[d] = cell > 0 ? POSITION_ERROR + slack / cell : 0;
      side = Math.max(side, PERIOD * cell);
    }
    this.pointQuery =
        new CoincidentPoints.PointQuery(query, slack + ROUNDING * side, this::visitSame);
  }

  /**
   * Searches for a query.
   *
   * @param x coordinate of the query, as {@code y} and {@code z}
   * @param searchRadius largest distance of neighbours
   */
  void run(double x, double y, double z, double searchRadius) {
    query[0] = x;
    query[1] = y;
    query[2] = z;
    FixedPoint map = index.map();
    for (int d = 0; d < 3; d++) {
      cells[d] = map.cell()[d] > 0 ? query[d] / map.cell()[d] - map.offset()[d] : 0;
    }
    testedLeaves = 0;
    testedPoints = 0;
    nearest.start(searchRadius);
    if (levels.length > 0) {
      int top = levels.length - 1;
      visit(top, 0, (int) index.levels().get(top).count());
    }
  }

  /** Indices in Morton order of the nearest points, unsorted [count]. */
  int[] points() {
    return nearest.points();
  }

  int count() {
    return nearest.count();
  }

  /** Number of leaves whose points were tested. */
  int testedLeaves() {
    return testedLeaves;
  }

  /** Number of points whose distance was computed; coincident ones count once. */
  int testedPoints() {
    return testedPoints;
  }

  /** Visits nodes [from, to) of a level, the nearest first. */
  private void visit(int level, int from, int to) {
    double[] far = lowerDistances[level];
    for (int node = from; node < to; node++) {
      far[node - from] = lowerDistance(levels[level], NodeFields.at(node));
    }
    for (int left = to - from; left > 0; left--) {
      int next = 0;
      for (int i = 1; i < to - from; i++) {
        next = far[i] < far[next] ? i : next;
      }
      if (!(far[next] <= nearest.bound())) {
        return;
      }
      far[next] = Double.POSITIVE_INFINITY;
      int at = NodeFields.at(from + next);
      int first = NodeFields.first(levels[level], at);
      int end = first + NodeFields.size(levels[level], at);
      if (level > 0) {
        visit(level - 1, first, end);
      } else {
        visitLeaf(first, end);
      }
    }
  }

  private void visitLeaf(int first, int end) {
    testedLeaves++;
    CoincidentPoints crowd = index.crowds().from(first);
    if (crowd != null) {
      crowd.visit(pointQuery, nearest.bound());
      return;
    }
    for (int i = first; i < end; ) {
      int other = end - first > SortedCoordinates.MAX_RUN ? index.endOfSame(i, end) : i + 1;
      visitSame(i, other);
      i = other;
    }
  }

  /**
   * Adds the first k of coincident points [first, end); further ones cannot be among the nearest.
   */
  private double visitSame(int first, int end) {
    testedPoints++;
    double distance = Math.sqrt(index.distance().square(query[0], query[1], query[2], xyz, first));
    for (int i = first; i < Math.min(end, first + k); i++) {
      nearest.add(distance, row[i], i);
    }
    return nearest.bound();
  }

  /** Lower bound of the distances of the points of a node, in length units. */
  private double lowerDistance(int[] nodes, int at) {
    double sum = 0;
    for (int d = 0; d < 3; d++) {
      double low = nodes[at + TreeLevel.LOWER + d];
      double high = nodes[at + TreeLevel.UPPER + d];
      double between = cells[d] - 0.5 * (low + high);
      if (index.map().periodic()) {
        between -= PERIOD * Math.rint(between / PERIOD);
      }
      double gap = Math.max(0, Math.abs(between) - 0.5 * (high - low) - positionError[d]);
      double length = gap * index.map().cell()[d];
      sum += length * length;
    }
    return Math.sqrt(sum) * LOWER_BOUND;
  }
}
