package org.jzfof.neighbours.cpu;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.neighbours.cpu.index.QueryGroup;

/** Counts the neighbours of queries. */
final class BallCounts implements BallSink {
  private final long[] count = new long[QueryGroup.MAX_QUERIES];
  private final long[] all;

  /**
   * @param all I64 [m] receives the counts by rows of the queries
   */
  BallCounts(DeviceArray all) {
    this.all = CpuArray.longs(all);
  }

  @Override
  public boolean acceptsNodes() {
    return true;
  }

  @Override
  public void addAll(int q, int first, int end) {
    count[q] += end - first;
  }

  @Override
  public void add(int q, int[] points, int n) {
    count[q] += n;
  }

  @Override
  public void finish(int q, int row, int query) {
    all[row] = count[q];
    count[q] = 0;
  }
}
