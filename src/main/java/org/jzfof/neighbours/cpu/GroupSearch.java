package org.jzfof.neighbours.cpu;

import org.jzfof.domain.DistanceBatch;
import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.QueryGroup;

/**
 * Finds the points that may be among the nearest of a group of queries: walks the tree once for the
 * group, near nodes first, and tests the points of leaves against each query by distances in single
 * precision. Each task has its own instance.
 */
final class GroupSearch {
  private static final int MIN_BATCH = 96;

  /**
   * Factor that makes a guess of the distance of the k-th point too large rather than too small.
   */
  private static final float GUESS = 1.2f;

  private static final int LEAF = CpuNeighbourIndex.SHAPE.maxLeafPoints();

  private final CpuNeighbourIndex index;
  private final QueryGroup group;
  private final NearestList[] nearest = new NearestList[QueryGroup.MAX_QUERIES];
  private final int k;
  private final GroupWalk walk;
  private final PointBatch batch;
  private final int batchSize;
  private boolean wrapping;
  private float guess;
  private int testedLeaves;
  private int testedPoints;

  GroupSearch(CpuNeighbourIndex index, QueryGroup group, int k) {
    this.index = index;
    this.group = group;
    this.k = k;
    this.walk = new GroupWalk(index, group);
    this.batchSize = Math.max(MIN_BATCH, k);
    this.batch = new PointBatch(index, group, batchSize + LEAF);
    for (int q = 0; q < nearest.length; q++) {
      nearest[q] = new NearestList(k);
    }
  }

  /**
   * Searches for the queries that the group currently holds.
   *
   * @param searchRadius largest distance of neighbours of each query, in length units
   */
  void run(double[] searchRadius) {
    testedLeaves = 0;
    testedPoints = 0;
    wrapping = false;
    search(searchRadius);
    if (group.wraps(Math.sqrt(walk.limit()))) {
      wrapping = true;
      search(searchRadius);
    }
  }

  /** Candidates for the nearest points of a query of the group. */
  NearestList nearest(int query) {
    return nearest[query];
  }

  /** Number of leaves whose points were tested for the queries of the group. */
  int testedLeaves() {
    return testedLeaves;
  }

  /** Number of points that were tested for each query of the group. */
  int testedPoints() {
    return testedPoints;
  }

  private void search(double[] searchRadius) {
    double error = group.error(wrapping);
    double limit = 0;
    for (int q = 0; q < group.count(); q++) {
      double r = searchRadius[q] * index.units().perLength();
      nearest[q].start(r * r, error);
      limit = Math.max(limit, nearest[q].limit());
    }
    batch.points().clear();
    walk.start(limit);
    while (walk.next()) {
      testedLeaves++;
      gather(walk.first(), walk.end());
    }
    test();
  }

  /** Adds the points of a leaf to the batch. */
  private void gather(int from, int to) {
    if (to - from <= LEAF) {
      gatherRange(from, to);
      return;
    }
    // Of coincident points only the first k can be among the nearest.
    for (int i = from; i < to; ) {
      int end = index.endOfSame(i, to);
      int limit = Math.min(end, i + k);
      for (int j = i; j < limit; j += LEAF) {
        gatherRange(j, Math.min(limit, j + LEAF));
      }
      i = end;
    }
  }

  private void gatherRange(int from, int to) {
    batch.add(from, to);
    if (batch.points().count() >= batchSize) {
      test();
    }
  }

  /** Tests the batch against each query. */
  private void test() {
    DistanceBatch points = batch.points();
    testedPoints += points.count();
    double largestLimit = 0;
    for (int q = 0; q < group.count(); q++) {
      batch.measure(q, wrapping);
      nearest[q].add(points.square(), points.point(), points.count(), GUESS * guess);
      nearest[q].tighten();
      guess = nearest[q].bound();
      largestLimit = Math.max(largestLimit, nearest[q].limit());
    }
    walk.limit(largestLimit);
    points.clear();
  }
}
