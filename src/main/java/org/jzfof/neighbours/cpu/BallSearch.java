package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.doubles;
import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.DistanceBatch;
import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.QueryGroup;
import org.jzfof.neighbours.cpu.index.QueryGroups;
import org.jzfof.neighbours.cpu.index.SortedCoordinates;

/**
 * Finds all points within the radii of a range of queries in Morton order: walks the tree once for
 * a group of queries and tests the points of leaves by distances in single precision. If rounding
 * errors could change a decision, distances in double precision decide. Each task has its own
 * instance.
 */
final class BallSearch {
  private static final int BATCH = 96;

  private static final int LEAF = CpuNeighbourIndex.SHAPE.maxLeafPoints();

  /** Upper bound of the relative error of a distance in single precision. */
  private static final double ROUNDING = 0x1p-20;

  private final CpuNeighbourIndex index;
  private final SortedCoordinates queries;
  private final double[] radiusOfRow;
  private final CpuPointRadii radii;
  private final BallSink sink;
  private final QueryGroups groups;
  private final QueryGroup group;
  private final GroupWalk walk;
  private final PointBatch batch;
  private final RadiusPredicate predicate;
  private final double[] radius = new double[QueryGroup.MAX_QUERIES];
  private final float[] inner = new float[QueryGroup.MAX_QUERIES];
  private final float[] outer = new float[QueryGroup.MAX_QUERIES];
  private final int[] near = new int[BATCH + LEAF];
  private double error;
  private boolean wrapping;

  /**
   * @param queries points of the index itself, or other queries
   * @param radiusOfRow F64 [m] radii by rows of the queries
   * @param radii radii of the points, or null
   * @param sink receives the neighbours
   */
  BallSearch(
      CpuNeighbourIndex index,
      SortedCoordinates queries,
      DeviceArray radiusOfRow,
      CpuPointRadii radii,
      BallSink sink) {
    this.index = index;
    this.queries = queries;
    this.radiusOfRow = doubles(radiusOfRow);
    this.radii = radii;
    this.sink = sink;
    this.groups = new QueryGroups(index, queries);
    this.group = new QueryGroup(index.map(), index.units());
    this.walk = new GroupWalk(index, group, radii);
    this.batch = new PointBatch(index, group, BATCH + LEAF);
    this.predicate = new RadiusPredicate(index, queries);
  }

  /** Answers the queries [first, end) in Morton order. */
  void run(int first, int end) {
    for (int at = first; at < end; ) {
      int next = groups.end(at, end);
      group.set(queries, at, next);
      search();
      for (int q = at; q < next; q++) {
        sink.finish(q - at, rowOf(q), q);
      }
      at = next;
    }
  }

  private int rowOf(int query) {
    return ints(queries.points().row())[query];
  }

  private void search() {
    double largest = 0;
    for (int q = 0; q < group.count(); q++) {
      radius[q] = radiusOfRow[rowOf(group.first() + q)];
      largest = Math.max(largest, radius[q]);
    }
    double perLength = index.units().perLength();
    wrapping = radii != null || group.wraps(largest * perLength);
    error = group.error(wrapping);
    double far = 0;
    double near = Double.POSITIVE_INFINITY;
    for (int q = 0; q < group.count(); q++) {
      double r = radius[q] * perLength;
      double off = error + ROUNDING * r;
      inner[q] = r > off ? (float) ((r - off) * (r - off) * (1 - ROUNDING)) : -1;
      outer[q] = (float) ((r + off) * (r + off) * (1 + ROUNDING));
      far = Math.max(far, outer[q]);
      near = Math.min(near, inner[q]);
    }
    batch.points().clear();
    int last = group.first() + group.count();
    int behind = sink.acceptsPointsBehind() ? Integer.MAX_VALUE : last;
    walk.start(far, sink.acceptsNodes() ? near : -1, error);
    while (walk.next()) {
      if (walk.first() >= behind) {
        continue;
      }
      if (walk.allNear()) {
        for (int q = 0; q < group.count(); q++) {
          sink.addAll(q, walk.first(), walk.end());
        }
      } else {
        gather(walk.first(), walk.end());
      }
    }
    test();
  }

  private void gather(int first, int end) {
    for (int at = first; at < end; at += LEAF) {
      batch.add(at, Math.min(end, at + LEAF));
      if (batch.points().count() >= BATCH) {
        test();
      }
    }
  }

  /** Tests the batch against each query. */
  private void test() {
    for (int q = 0; q < group.count(); q++) {
      batch.measure(q, wrapping);
      if (radii != null) {
        testRadii(q);
      } else {
        test(q);
      }
    }
    batch.points().clear();
  }

  /**
   * Finds the neighbours of a query in the batch. Most of the points that are selected are certain.
   */
  private void test(int q) {
    DistanceBatch points = batch.points();
    int kept = points.select(outer[q]);
    int within = 0;
    for (int j = 0; j < kept; j++) {
      int i = points.near()[j];
      int point = points.point()[i];
      if (points.square()[i] <= inner[q] || isWithin(q, point, radius[q])) {
        near[within++] = point;
      }
    }
    sink.add(q, near, within);
  }

  /**
   * Finds the neighbours of a query in the batch if points have radii, with bounds for each point.
   */
  private void testRadii(int q) {
    DistanceBatch points = batch.points();
    double perLength = index.units().perLength();
    int within = 0;
    for (int i = 0; i < points.count(); i++) {
      int point = points.point()[i];
      double r = Math.max(radius[q], radii.of(point));
      double off = r * perLength * (1 + ROUNDING) + error;
      if (points.square()[i] <= off * off * (1 + ROUNDING) && isWithin(q, point, r)) {
        near[within++] = point;
      }
    }
    sink.add(q, near, within);
  }

  private boolean isWithin(int q, int point, double r) {
    return predicate.within(group.first() + q, point, r);
  }
}
