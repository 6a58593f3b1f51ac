package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import java.util.Arrays;
import org.jzfof.device.cpu.DistanceSort;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.neighbours.NeighbourLists;
import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.QueryGroup;
import org.jzfof.neighbours.cpu.index.SortedCoordinates;

/**
 * Collects the neighbours of each query, and sorts the list of a query once it is complete, unless
 * distances are not requested.
 */
final class BallLists implements BallSink {
  private static final int FIRST_LENGTH = 256;

  private final int[][] neighbours = new int[QueryGroup.MAX_QUERIES][FIRST_LENGTH];
  private final int[] count = new int[QueryGroup.MAX_QUERIES];
  private final DistanceSort sort = new DistanceSort();
  private final CpuNeighbourIndex index;
  private final RealArray from;
  private final RealArray to;
  private final int[] rowOf;
  private final long[] start;
  private final int[] row;
  private final RealArray distance;

  /**
   * @param queries queries in Morton order
   * @param found receives the lists; without distances they stay unsorted
   */
  BallLists(CpuNeighbourIndex index, SortedCoordinates queries, NeighbourLists found) {
    this.index = index;
    this.from = new RealArray(queries.xyz());
    this.to = new RealArray(index.sorted().xyz());
    this.rowOf = ints(index.points().row());
    this.start = longs(found.start());
    this.row = ints(found.row());
    this.distance = found.distance() == null ? null : new RealArray(found.distance());
  }

  @Override
  public boolean acceptsNodes() {
    return false;
  }

  @Override
  public void addAll(int q, int first, int end) {
    throw new IllegalStateException("nodes do not come whole");
  }

  @Override
  public void add(int q, int[] points, int n) {
    int sum = count[q] + n;
    if (sum > neighbours[q].length) {
      neighbours[q] = Arrays.copyOf(neighbours[q], Math.max(2 * neighbours[q].length, sum));
    }
    System.arraycopy(points, 0, neighbours[q], count[q], n);
    count[q] = sum;
  }

  @Override
  public void finish(int q, int queryRow, int query) {
    int n = count[q];
    int at = (int) start[queryRow];
    if (start[queryRow + 1] - at != n) {
      throw new IllegalStateException(
          "query %d has %d neighbours, and %d were counted"
              .formatted(queryRow, n, start[queryRow + 1] - at));
    }
    if (distance == null) {
      for (int i = 0; i < n; i++) {
        row[at + i] = rowOf[neighbours[q][i]];
      }
    } else {
      sort(q, query, at);
    }
    count[q] = 0;
  }

  /** Writes the list of query q of the group, nearest first. */
  private void sort(int q, int query, int at) {
    int n = count[q];
    index.distance().start(sort, from, query, to, neighbours[q], n, rowOf);
    sort.root(Double.POSITIVE_INFINITY);
    sort.sort();
    System.arraycopy(sort.row(), 0, row, at, n);
    for (int i = 0; i < n; i++) {
      distance.set(at + i, sort.distance()[i]);
    }
  }
}
