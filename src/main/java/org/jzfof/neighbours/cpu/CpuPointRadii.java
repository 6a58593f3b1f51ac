package org.jzfof.neighbours.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import java.util.List;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.neighbours.PointRadii;
import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.tree.TreeLevel;
import org.jzfof.tree.cpu.NodeFields;

/** Radii of the points of an index, and the largest radius in each node of its tree. */
final class CpuPointRadii implements PointRadii {
  private final int[] row;
  private final double[] radius;
  private final double[][] largest;

  /**
   * @param radius F64 [n] radii in row order; must stay open
   */
  CpuPointRadii(CpuNeighbourIndex index, DeviceArray radius) {
    this.row = ints(index.points().row());
    this.radius = CpuArray.doubles(radius);
    List<TreeLevel> levels = index.levels();
    this.largest = new double[levels.size()][];
    for (int p = 0; p < largest.length; p++) {
      largest[p] = ofLevel(levels.get(p), p);
    }
  }

  private double[] ofLevel(TreeLevel level, int p) {
    int[] nodes = ints(level.nodes());
    double[] largestOfNode = new double[(int) level.count()];
    for (int node = 0; node < largestOfNode.length; node++) {
      int first = NodeFields.first(nodes, NodeFields.at(node));
      int end = first + NodeFields.size(nodes, NodeFields.at(node));
      for (int i = first; i < end; i++) {
        largestOfNode[node] = Math.max(largestOfNode[node], p == 0 ? of(i) : largest[p - 1][i]);
      }
    }
    return largestOfNode;
  }

  /**
   * Radius of a point.
   *
   * @param point index of the point in Morton order
   */
  double of(int point) {
    return radius[row[point]];
  }

  /** Largest radius in a node. */
  double largest(int level, int node) {
    return largest[level][node];
  }

  @Override
  public void close() {
    // No resources are held.
  }
}
