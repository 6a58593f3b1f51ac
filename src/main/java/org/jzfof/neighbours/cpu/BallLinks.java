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
   * @param forest of places
   * @param joinedEnd for each place, up to where points from there on have been linked with each
   *     other; shared by all threads, of which one may do again what another has done
   */
  BallLinks(PointerForest forest, int[] joinedEnd) {
    this.forest = forest;
    this.joinedEnd = joinedEnd;
    Arrays.fill(first, NONE);
  }

  @Override
  public boolean takesWholeNodes() {
    return true;
  }

  @Override
  public void addAll(int q, int from, int end) {
    if (joinedEnd[from] < end) {
      for (int place = from + 1; place < end; place++) {
        forest.unite(from, place);
      }
      joinedEnd[from] = end;
    }
    add(q, from);
  }

  @Override
  public void add(int q, int[] places, int n) {
    for (int i = 0; i < n; i++) {
      add(q, places[i]);
    }
  }

  /** The query itself is among its neighbours, so that they all go with the first one. */
  private void add(int q, int place) {
    if (first[q] == NONE) {
      first[q] = place;
    } else {
      forest.unite(first[q], place);
    }
  }

  @Override
  public void finish(int q, int row, int place) {
    first[q] = NONE;
  }
}
