package org.jzfof.neighbours.cpu;

import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.QueryGroup;

/**
 * Finds the points that may be among the nearest of a group of queries: walks the tree once for the
 * group, near nodes first, and tests the points of leaves against each query by distances in
 * floats. One instance per thread of work, since it holds scratch space.
 */
final class GroupSearch {
  private static final int LEAST_BATCH = 96;

  /** By how much a guess is to be too large, rather than too small for k points. */
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

  GroupSearch(CpuNeighbourIndex index, QueryGroup group, int k) {
    this.index = index;
    this.group = group;
    this.k = k;
    this.walk = new GroupWalk(index, group);
    this.batchSize = Math.max(LEAST_BATCH, k / 4);
    this.batch = new PointBatch(index, group, batchSize + LEAF);
    for (int q = 0; q < nearest.length; q++) {
      nearest[q] = new NearestList(k);
    }
  }

  /**
   * Searches for the queries of the group as it is set.
   *
   * @param searchRadius distance in length units beyond which nothing is wanted, for each query
   */
  void run(double[] searchRadius) {
    wrapping = false;
    search(searchRadius);
    if (group.wraps(Math.sqrt(walk.limit()))) {
      wrapping = true;
      search(searchRadius);
    }
  }

  /** What was found for a query of the group. */
  NearestList nearest(int query) {
    return nearest[query];
  }

  private void search(double[] searchRadius) {
    double error = group.error(wrapping);
    double limit = 0;
    for (int q = 0; q < group.count(); q++) {
      double r = searchRadius[q] * index.units().perLength();
      nearest[q].start(r * r, error);
      limit = Math.max(limit, nearest[q].limit());
    }
    batch.clear();
    walk.start(limit);
    while (walk.next()) {
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
    // Of points with the same coordinates only the first k matter.
    for (int i = from; i < to; ) {
      int end = index.endOfSame(i, to);
      int wanted = Math.min(end, i + k);
      for (int j = i; j < wanted; j += LEAF) {
        gatherRange(j, Math.min(wanted, j + LEAF));
      }
      i = end;
    }
  }

  private void gatherRange(int from, int to) {
    batch.add(from, to);
    if (batch.count() >= batchSize) {
      test();
    }
  }

  /** Tests the batch against each query. */
  private void test() {
    double most = 0;
    for (int q = 0; q < group.count(); q++) {
      batch.measure(q, wrapping);
      nearest[q].add(batch.square(), batch.place(), batch.count(), GUESS * guess);
      nearest[q].tighten();
      guess = nearest[q].bound();
      most = Math.max(most, nearest[q].limit());
    }
    walk.limit(most);
    batch.clear();
  }
}
