package org.jzfof.neighbours.cpu;

import java.util.Arrays;
import org.jzfof.device.cpu.PointerForest;
import org.jzfof.neighbours.cpu.index.QueryGroup;

/** Links each query, which is a point of the index itself, with its neighbours. */
final class BallLinks implements BallSink {
  private static final int NONE = -1;

  private final PointerForest forest;
  private final int[] joinedEnd;
  private final int[] first = new int[QueryGroup.MAX_QUERIES];

  /**
   * @param joinedEnd for each point, end of the range from this point on whose points have been
   *     linked with each other. All threads share the array without synchronisation, so that a
   *     thread may repeat links of another one.
   */
  BallLinks(PointerForest forest, int[] joinedEnd) {
    this.forest = forest;
    this.joinedEnd = joinedEnd;
    Arrays.fill(first, NONE);
  }

  @Override
  public boolean acceptsNodes() {
    return true;
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
   * Links a neighbour with the first neighbour of the query. The query is among its neighbours, so
   * that it is linked, too.
   */
  private void add(int q, int point) {
    if (first[q] == NONE) {
      first[q] = point;
    } else {
      forest.unite(first[q], point);
    }
  }

  @Override
  public void finish(int q, int row, int query) {
    first[q] = NONE;
  }
}
