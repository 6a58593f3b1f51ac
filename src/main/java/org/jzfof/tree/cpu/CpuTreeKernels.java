package org.jzfof.tree.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.domain.SortedPoints;
import org.jzfof.threads.Parallel;
import org.jzfof.tree.TreeKernels;
import org.jzfof.tree.TreeLevel;

/** Tree levels on the CPU. */
public final class CpuTreeKernels implements TreeKernels {
  private static final int GRAIN = 1 << 10;

  private final CpuMemory memory;

  public CpuTreeKernels(CpuMemory memory) {
    this.memory = memory;
  }

  @Override
  public TreeLevel leaves(SortedPoints points, int maxPoints) {
    int[] x = ints(points.x());
    int[] y = ints(points.y());
    int[] z = ints(points.z());
    int[] starts = new SplitFinder(x, y, z, (int) points.count(), maxPoints).starts();
    return level(
        starts,
        (nodes, node, first, end) -> {
          int lx = x[first];
          int ly = y[first];
          int lz = z[first];
          int ux = lx;
          int uy = ly;
          int uz = lz;
          for (int i = first + 1; i < end; i++) {
            lx = Math.min(lx, x[i]);
            ly = Math.min(ly, y[i]);
            lz = Math.min(lz, z[i]);
            ux = Math.max(ux, x[i]);
            uy = Math.max(uy, y[i]);
            uz = Math.max(uz, z[i]);
          }
          NodeFields.set(nodes, node, lx, ly, lz, ux, uy, uz);
        });
  }

  @Override
  public TreeLevel coarsen(TreeLevel finer, int maxChildren) {
    int n = (int) finer.count();
    int[] children = ints(finer.nodes());
    int[][] corner = new int[3][n];
    for (int d = 0; d < 3; d++) {
      for (int i = 0; i < n; i++) {
        corner[d][i] = children[i * TreeLevel.NODE_INTS + TreeLevel.LOWER + d];
      }
    }
    int[] starts = new SplitFinder(corner[0], corner[1], corner[2], n, maxChildren).starts();
    return level(
        starts,
        (nodes, node, first, end) -> {
          int c = first * TreeLevel.NODE_INTS;
          int lx = children[c];
          int ly = children[c + 1];
          int lz = children[c + 2];
          int ux = children[c + TreeLevel.UPPER];
          int uy = children[c + TreeLevel.UPPER + 1];
          int uz = children[c + TreeLevel.UPPER + 2];
          for (int i = first + 1; i < end; i++) {
            c = i * TreeLevel.NODE_INTS;
            lx = Math.min(lx, children[c]);
            ly = Math.min(ly, children[c + 1]);
            lz = Math.min(lz, children[c + 2]);
            ux = Math.max(ux, children[c + TreeLevel.UPPER]);
            uy = Math.max(uy, children[c + TreeLevel.UPPER + 1]);
            uz = Math.max(uz, children[c + TreeLevel.UPPER + 2]);
          }
          NodeFields.set(nodes, node, lx, ly, lz, ux, uy, uz);
        });
  }

  /** Computes the box of one node from its children [first, end). */
  @FunctionalInterface
  private interface BoxSetter {
    void set(int[] nodes, int node, int first, int end);
  }

  private TreeLevel level(int[] starts, BoxSetter box) {
    int count = starts.length - 1;
    TreeLevel level =
        new TreeLevel(count, memory.allocate(ElementType.I32, (long) count * TreeLevel.NODE_INTS));
    int[] nodes = ints(level.nodes());
    Parallel.forRange(
        count,
        GRAIN,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            int at = node * TreeLevel.NODE_INTS;
            box.set(nodes, at, starts[node], starts[node + 1]);
            nodes[at + TreeLevel.FIRST] = starts[node];
            nodes[at + TreeLevel.SIZE] = starts[node + 1] - starts[node];
          }
        });
    return level;
  }
}
