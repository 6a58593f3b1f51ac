package org.jzfof.fof.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;
import static org.jzfof.device.cpu.CpuArray.longs;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;
import org.jzfof.fof.AttachKernels;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.neighbours.cpu.NearestSearch;
import org.jzfof.threads.Parallel;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeLevel;
import org.jzfof.tree.cpu.NodeFields;

/** The search for the nearest primary particle on the CPU. */
public final class CpuAttachKernels implements AttachKernels {
  /** Number of queries that share a list of the top nodes near them. */
  private static final int GRAIN = 1 << 11;

  private final CpuMemory memory;

  public CpuAttachKernels(CpuMemory memory) {
    this.memory = memory;
  }

  @Override
  public Nearest nearest(
      Tree tree, SortedPoints points, SortedPoints queries, LinkCriterion criterion, int none) {
    int m = (int) queries.count();
    try (Scope results = new Scope()) {
      Nearest nearest =
          new Nearest(
              results.add(memory.allocate(ElementType.I32, m)),
              results.add(memory.allocate(ElementType.I64, m)));
      Parallel.forRange(
          m,
          GRAIN,
          (from, to) -> {
            int[] top = near(tree.top(), box(queries, from, to), criterion);
            new NearestSearch(tree, points, queries, criterion, none)
                .run(top, from, to, ints(nearest.index()), longs(nearest.square()));
          });
      return results.keep(nearest);
    }
  }

  @Override
  public int[] nearNodes(
      TreeLevel nodes, SortedPoints queries, DeviceArray square, LinkCriterion criterion) {
    int m = (int) queries.count();
    int[][] found = new int[(m + GRAIN - 1) / GRAIN][];
    int[] node = ints(nodes.nodes());
    long[] foundSquare = longs(square);
    int[] x = ints(queries.x());
    int[] y = ints(queries.y());
    int[] z = ints(queries.z());
    Parallel.forRange(
        m,
        GRAIN,
        (from, to) -> {
          int[] near = near(nodes, box(queries, from, to), criterion);
          int[] hits = new int[to - from];
          int count = 0;
          for (int i = from; i < to; i++) {
            for (int k : near) {
              long lower = NodeFields.square(node, NodeFields.at(k), x[i], y[i], z[i], criterion);
              if (Long.compareUnsigned(lower, foundSquare[i]) <= 0) {
                hits[count++] = i;
                break;
              }
            }
          }
          found[from / GRAIN] = Arrays.copyOf(hits, count);
        });
    return ArrayParts.join(found);
  }

  /** Returns the nodes of a level within the linking length of a box. */
  private static int[] near(TreeLevel level, int[] box, LinkCriterion criterion) {
    int[] nodes = ints(level.nodes());
    int[] near = new int[(int) level.count()];
    int count = 0;
    for (int i = 0; i < near.length; i++) {
      if (NodeFields.near(nodes, NodeFields.at(i), box, 0, criterion)) {
        near[count++] = i;
      }
    }
    return Arrays.copyOf(near, count);
  }

  /** Returns the bounding box of points [from, to), as a node. */
  private static int[] box(SortedPoints points, int from, int to) {
    int[] box = new int[TreeLevel.NODE_INTS];
    int[][] columns = {ints(points.x()), ints(points.y()), ints(points.z())};
    for (int d = 0; d < 3; d++) {
      box[TreeLevel.LOWER + d] = Arrays.stream(columns[d], from, to).min().orElseThrow();
      box[TreeLevel.UPPER + d] = Arrays.stream(columns[d], from, to).max().orElseThrow();
    }
    return box;
  }
}
