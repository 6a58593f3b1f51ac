package org.jzfof.spheres.cpu;

import static org.jzfof.device.cpu.CpuArray.ints;

import java.util.List;
import org.jzfof.spheres.SphereSource;
import org.jzfof.tree.TreeLevel;
import org.jzfof.tree.cpu.NodeFields;

/**
 * A tree in the form that {@link SphereWalk} reads.
 *
 * @param nodes nodes of each level, leaves first
 * @param count number of nodes of each level
 * @param firstPoint first point of each node of each level, and the number of points [count+1]
 */
record SphereTree(int[] x, int[] y, int[] z, int[][] nodes, int[] count, int[][] firstPoint) {

  static SphereTree of(SphereSource source) {
    List<TreeLevel> levels = source.tree().levels();
    int[][] nodes = new int[levels.size()][];
    int[] count = new int[levels.size()];
    int[][] firstPoint = new int[levels.size()][];
    for (int l = 0; l < levels.size(); l++) {
      nodes[l] = ints(levels.get(l).nodes());
      count[l] = (int) levels.get(l).count();
      firstPoint[l] = new int[count[l] + 1];
      for (int n = 0; n < count[l]; n++) {
        int first = NodeFields.first(nodes[l], NodeFields.at(n));
        firstPoint[l][n] = l == 0 ? first : firstPoint[l - 1][first];
      }
      firstPoint[l][count[l]] = (int) source.points().count();
    }
    return new SphereTree(
        ints(source.points().x()),
        ints(source.points().y()),
        ints(source.points().z()),
        nodes,
        count,
        firstPoint);
  }
}
