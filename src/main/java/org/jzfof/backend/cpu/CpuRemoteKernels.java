package org.jzfof.backend.cpu;

import static org.jzfof.backend.cpu.CpuArray.ints;

import java.util.Arrays;
import java.util.BitSet;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.tree.TreePlane;
import org.jzfof.walk.InteractionList;
import org.jzfof.walk.RangeRows;
import org.jzfof.walk.RemoteKernels;

/** Requests for remote nodes on the CPU: only what lies at the borders of ranks, so one thread. */
final class CpuRemoteKernels implements RemoteKernels {
  private final DeviceMemory memory;

  CpuRemoteKernels(DeviceMemory memory) {
    this.memory = memory;
  }

  @Override
  public DeviceArray sources(InteractionList list, long nodes) {
    int[] pairs = ints(list.pairs());
    BitSet named = new BitSet((int) nodes);
    for (int k = 0; k < list.count(); k++) {
      named.set(pairs[2 * k + 1]);
    }
    return memory.upload(named.stream().toArray());
  }

  @Override
  public long[] lowerBounds(DeviceArray sorted, long[] bounds) {
    int[] values = ints(sorted);
    int length = (int) sorted.length();
    return Arrays.stream(bounds)
        .map(
            bound -> {
              int at = Arrays.binarySearch(values, 0, length, (int) bound);
              return at < 0 ? -at - 1 : at;
            })
        .toArray();
  }

  @Override
  public DeviceArray childRanges(TreePlane nodes, DeviceArray which, boolean coincidentOnce) {
    int[] node = ints(nodes.nodes());
    int[] index = ints(which);
    DeviceArray ranges = memory.allocate(ElementType.I32, 2 * which.length());
    int[] range = ints(ranges);
    for (int i = 0; i < which.length(); i++) {
      int at = Nodes.at(index[i]);
      boolean once = coincidentOnce && Nodes.isPoint(node, at);
      range[2 * i] = Nodes.first(node, at);
      range[2 * i + 1] = once ? 1 : Nodes.size(node, at);
    }
    return ranges;
  }

  @Override
  public RangeRows rows(DeviceArray ranges) {
    int[] range = ints(ranges);
    int count = (int) (ranges.length() / 2);
    DeviceArray starts = memory.allocate(ElementType.I32, count + 1);
    int[] start = ints(starts);
    long all = 0;
    for (int i = 0; i < count; i++) {
      start[i] = (int) all;
      all += range[2 * i + 1];
    }
    DeviceArray rows = memory.allocate(ElementType.I32, all);
    start[count] = (int) all;
    int[] row = ints(rows);
    for (int i = 0; i < count; i++) {
      for (int k = start[i]; k < start[i + 1]; k++) {
        row[k] = range[2 * i] + k - start[i];
      }
    }
    return new RangeRows(starts, rows);
  }

  @Override
  public TreePlane withFirstChildren(TreePlane nodes, DeviceArray which, DeviceArray first) {
    DeviceArray copy = memory.allocate(ElementType.I32, nodes.nodes().length());
    memory.copy(nodes.nodes(), copy, copy.length());
    for (int i = 0; i < which.length(); i++) {
      ints(copy)[Nodes.at(ints(which)[i]) + TreePlane.FIRST] = ints(first)[i];
    }
    return new TreePlane(nodes.count(), copy);
  }
}
