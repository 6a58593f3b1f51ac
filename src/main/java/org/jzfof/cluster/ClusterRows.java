package org.jzfof.cluster;

import java.nio.LongBuffer;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.error.Cleanup;
import org.jzfof.neighbours.files.RowBlock;

/**
 * The clusters of consecutive particles.
 *
 * @param first row of the first particle
 * @param cluster I64 [count] number of the cluster of each particle, or -1
 * @param core I64 [count] 1 for core points, 0 for others
 */
record ClusterRows(long first, HostColumn cluster, HostColumn core)
    implements RowBlock<ClusterRows> {
  @Override
  public int count() {
    return cluster.length();
  }

  @Override
  public ClusterRows between(long from, long to) {
    int at = (int) (from - first);
    int rows = (int) (to - from);
    return new ClusterRows(from, cluster.part(at, rows), core.part(at, rows));
  }

  @Override
  public long[] pack() {
    LongBuffer packed = LongBuffer.allocate(1 + 2 * count()).put(first);
    cluster.pack(packed);
    core.pack(packed);
    return packed.array();
  }

  @Override
  public ClusterRows unpack(long[] message, HostMemory memory) {
    int rows = message.length / 2;
    LongBuffer packed = LongBuffer.wrap(message);
    ClusterRows unpacked =
        new ClusterRows(
            packed.get(),
            memory.allocate(ElementType.I64, rows),
            memory.allocate(ElementType.I64, rows));
    unpacked.cluster.unpack(packed);
    unpacked.core.unpack(packed);
    return unpacked;
  }

  @Override
  public void close() {
    Cleanup.close(cluster, core);
  }
}
