package org.jzfof.neighbours.cpu;

import java.util.Arrays;
import org.jzfof.device.cpu.PointerForest;
import org.jzfof.neighbours.cpu.index.QueryGroup;

/** Links each query, which is a point of the index itself, with its neighbours. */
final class BallLinks implements BallSink {
  private static final int NONE = -1;

  private final PointerForest forest;
  private final int[] joinedEnd;
  private final int[] known = new int[QueryGroup.MAX_QUERIES];

  /**
   * @param joinedEnd for each point, end of the range from this point on whose points have been
   *     linked with each other. All threads share the array without synchronisation, so that a
   *     thread may repeat links of another one.
   */
  BallLinks(PointerForest forest, int[] joinedEnd) {
    this.forest = forest;
    this.joinedEnd = joinedEnd;
    Arrays.fill(known, NONE);
  }

  @Override
  public boolean acceptsNodes() {
    return true;
  }

  /** Each pair is found for the one and for the other point, and is linked once. */
  @Override
  public boolean acceptsPointsBehind() {
    return false;
  }

  @Override
  public void addAll(int q, int from, int end) {
    if (joinedEnd[from] < end) {
      for (int point = from + 1; point < end; point++) {
        forest.unite(from, point);
      }
      joinedEnd[from] = end;
    }
    add(q, from);
  }

  @Override
  public void add(int q, int[] points, int n) {
    for (int i = 0; i < n; i++) {
      add(q, points[i]);
    }
  }

  /**
   * Links a neighbour with an earlier neighbour of the query. The query is among its neighbours, so
   * that it is linked, too. Most neighbours are in the group already, and point to the same point.
   */
  private void add(int q, int point) {
    int seen = known[q];
    if (seen == NONE) {
      known[q] = forest.find(point);
    } else if (forest.parent(point) != seen) {
      forest.unite(seen, point);
      known[q] = forest.find(point);
    }
  }

  @Override
  public void finish(int q, int row, int query) {
    known[q] = NONE;
  }
}
