package org.jzfof.backend.cpu;

import static org.jzfof.backend.cpu.CpuArray.ints;

import java.util.List;
import org.jzfof.device.DeviceArray;
import org.jzfof.knn.PointRadii;
import org.jzfof.tree.TreePlane;

/** Radii of the points of an index, and the largest one in each node of its tree. */
final class CpuPointRadii implements PointRadii {
  private final int[] row;
  private final double[] radius;
  private final double[][] largest;

  /**
   * @param radius F64 [n] in row order
   */
  CpuPointRadii(CpuNeighbourIndex index, DeviceArray radius) {
    this.row = ints(index.points().row());
    this.radius = CpuArray.doubles(radius);
    List<TreePlane> planes = index.planes();
    this.largest = new double[planes.size()][];
    for (int p = 0; p < largest.length; p++) {
      largest[p] = ofPlane(planes.get(p), p);
    }
  }

  private double[] ofPlane(TreePlane plane, int p) {
    int[] nodes = ints(plane.nodes());
    double[] most = new double[(int) plane.count()];
    for (int node = 0; node < most.length; node++) {
      int first = Nodes.first(nodes, Nodes.at(node));
      int end = first + Nodes.size(nodes, Nodes.at(node));
      for (int i = first; i < end; i++) {
        most[node] = Math.max(most[node], p == 0 ? of(i) : largest[p - 1][i]);
      }
    }
    return most;
  }

  /** Radius of the point at a place. */
  double of(int place) {
    return radius[row[place]];
  }

  /** Largest radius in a node. */
  double largest(int plane, int node) {
    return largest[plane][node];
  }

  @Override
  public void close() {
    // on the heap
  }
}
