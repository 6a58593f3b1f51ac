package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.neighbours.SearchWork;

/** The counts of a {@link SearchWork} on the CPU. */
public record WorkCounts(int[] cells, int[] points) {
  /** Returns the counts, or null for null. */
  public static WorkCounts orNull(SearchWork work) {
    return work == null ? null : new WorkCounts(ints(work.cells()), ints(work.points()));
  }

  /** Adds the work of a query. */
  public void add(int row, int queryCells, int queryPoints) {
    cells[row] += queryCells;
    points[row] += queryPoints;
  }
}
