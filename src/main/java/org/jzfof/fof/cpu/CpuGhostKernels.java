package org.jzfof.fof.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import java.util.Arrays;
import java.util.BitSet;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.PointerForest;
import org.jzfof.domain.Partition;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;
import org.jzfof.fof.GhostKernels;
import org.jzfof.fof.GhostPoints;
import org.jzfof.fof.LabelTable;
import org.jzfof.fof.RangeRows;
import org.jzfof.tree.InteractionList;
import org.jzfof.tree.TreeLevel;
import org.jzfof.tree.cpu.NodeFields;

/**
 * Ghost nodes and points on the CPU, on one thread, as they are few (at the borders of domains).
 */
public final class CpuGhostKernels implements GhostKernels {
  private final DeviceMemory memory;

  public CpuGhostKernels(DeviceMemory memory) {
    this.memory = memory;
  }

  @Override
  public Partition receivers(InteractionList list, long nodes, long[] start) {
    int ranks = start.length - 1;
    BitSet[] named = new BitSet[ranks];
    int[] pairs = ints(list.pairs());
    for (int k = 0; k < list.count(); k++) {
      int rank = ArrayParts.partOf(start, pairs[2 * k + 1]);
      if (named[rank] == null) {
        named[rank] = new BitSet((int) nodes);
      }
      named[rank].set(pairs[2 * k]);
    }
    int[][] rows = new int[ranks][];
    Arrays.setAll(rows, r -> named[r] == null ? new int[0] : named[r].stream().toArray());
    return new Partition(
        memory.upload(ArrayParts.join(rows)), ArrayParts.offsets(ranks, r -> rows[r].length));
  }

  @Override
  public DeviceArray childRanges(TreeLevel nodes, DeviceArray which, boolean coincidentOnce) {
    int[] node = ints(nodes.nodes());
    int[] index = ints(which);
    DeviceArray ranges = memory.allocate(ElementType.I32, 2 * which.length());
    int[] range = ints(ranges);
    for (int i = 0; i < which.length(); i++) {
      int at = NodeFields.at(index[i]);
      range[2 * i] = NodeFields.first(node, at);
      range[2 * i + 1] = children(node, at, coincidentOnce);
    }
    return ranges;
  }

  @Override
  public RangeRows rows(DeviceArray ranges) {
    int[] range = ints(ranges);
    int count = (int) (ranges.length() / 2);
    try (Scope results = new Scope()) {
      DeviceArray starts = results.add(memory.allocate(ElementType.I32, count + 1));
      int[] start = ints(starts);
      long all = 0;
      for (int i = 0; i < count; i++) {
        start[i] = (int) all;
        all += range[2 * i + 1];
      }
      DeviceArray rows = results.add(memory.allocate(ElementType.I32, all));
      start[count] = (int) all;
      int[] row = ints(rows);
      for (int i = 0; i < count; i++) {
        for (int k = start[i]; k < start[i + 1]; k++) {
          row[k] = range[2 * i] + k - start[i];
        }
      }
      return results.keep(new RangeRows(starts, rows));
    }
  }

  @Override
  public void renumberChildren(TreeLevel nodes, boolean coincidentOnce) {
    int[] node = ints(nodes.nodes());
    int next = 0;
    for (int i = 0; i < nodes.count(); i++) {
      int at = NodeFields.at(i);
      node[at + TreeLevel.FIRST] = next;
      next = Math.addExact(next, children(node, at, coincidentOnce));
    }
  }

  private static int children(int[] node, int at, boolean coincidentOnce) {
    return coincidentOnce && NodeFields.isPoint(node, at) ? 1 : NodeFields.size(node, at);
  }

  @Override
  public DeviceArray firstEqual(DeviceArray values, long[] start) {
    int[] value = ints(values);
    DeviceArray firsts = memory.allocate(ElementType.I32, values.length());
    int[] first = ints(firsts);
    for (int r = 0; r + 1 < start.length; r++) {
      LabelTable firstIndexOf = new LabelTable();
      for (int i = (int) start[r]; i < start[r + 1]; i++) {
        long before = firstIndexOf.lower(Integer.toUnsignedLong(value[i]), i);
        first[i] = before == LabelTable.NONE ? i : (int) before;
      }
    }
    return firsts;
  }

  @Override
  public DeviceArray takePoints(SortedPoints points, DeviceArray pointers, DeviceArray which) {
    PointerForest forest = new PointerForest(ints(pointers));
    DeviceArray packed = memory.allocate(ElementType.I32, GhostPoints.PACKED_INTS * which.length());
    int[] out = ints(packed);
    int[] requested = ints(which);
    for (int i = 0; i < which.length(); i++) {
      int at = GhostPoints.PACKED_INTS * i;
      out[at] = ints(points.x())[requested[i]];
      out[at + 1] = ints(points.y())[requested[i]];
      out[at + 2] = ints(points.z())[requested[i]];
      out[at + 3] = forest.find(requested[i]);
    }
    return packed;
  }

  @Override
  public GhostPoints unpackPoints(DeviceArray packed) {
    int count = (int) (packed.length() / GhostPoints.PACKED_INTS);
    DeviceArray[] columns = new DeviceArray[GhostPoints.PACKED_INTS];
    try (Scope results = new Scope()) {
      for (int c = 0; c < GhostPoints.PACKED_INTS; c++) {
        columns[c] = results.add(memory.allocate(ElementType.I32, count));
        for (int i = 0; i < count; i++) {
          ints(columns[c])[i] = ints(packed)[GhostPoints.PACKED_INTS * i + c];
        }
      }
      return results.keep(new GhostPoints(count, columns[0], columns[1], columns[2], columns[3]));
    }
  }

  @Override
  public DeviceArray withGhosts(DeviceArray pointers, DeviceArray first) {
    int n = (int) pointers.length();
    DeviceArray all = memory.allocate(ElementType.I32, n + first.length());
    memory.copy(pointers, all, n);
    for (int j = 0; j < first.length(); j++) {
      ints(all)[n + j] = n + ints(first)[j];
    }
    return all;
  }

  @Override
  public int[] crossings(DeviceArray pointers, DeviceArray first, DeviceArray ghostRoots) {
    PointerForest forest = new PointerForest(ints(pointers));
    int m = (int) first.length();
    int n = (int) pointers.length() - m;
    int[] found = new int[3 * m];
    int count = 0;
    for (int j = 0; j < m; j++) {
      int root = ints(first)[j] == j ? forest.find(n + j) : n;
      if (root < n) {
        found[count++] = j;
        found[count++] = root;
        found[count++] = ints(ghostRoots)[j];
      }
    }
    return Arrays.copyOf(found, count);
  }

  @Override
  public int[] roots(DeviceArray pointers, int[] points) {
    PointerForest forest = new PointerForest(ints(pointers));
    return Arrays.stream(points).map(forest::find).toArray();
  }
}
