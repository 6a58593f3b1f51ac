package org.jzfof.neighbours.cpu.index;

import java.util.List;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.cpu.RealArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.SortedPoints;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeLevel;
import org.jzfof.tree.TreeShape;

/**
 * Points in Morton order with a tree over them.
 *
 * @param sorted the points
 * @param tree over them; null where there are none
 * @param map fixed-point map of the box
 * @param units for searching
 * @param distance of two points
 * @param crowds points that fixed point cannot tell apart; null where there are hardly any
 */
public record CpuNeighbourIndex(
    SortedCoordinates sorted,
    Tree tree,
    FixedPoint map,
    SearchUnits units,
    PairDistance distance,
    CoincidentPointSets crowds)
    implements NeighbourIndex {
  /** Node sizes that measured best. */
  public static final TreeShape SHAPE = new TreeShape(SortedCoordinates.MAX_RUN, 8, 8);

  @Override
  public long count() {
    return sorted.count();
  }

  @Override
  public DeviceArray order() {
    return sorted.points().row();
  }

  /** The same points, to be searched from places with coordinates as large as that. */
  public CpuNeighbourIndex covering(double farthest) {
    return new CpuNeighbourIndex(
        sorted, tree, map, units.covering(map, farthest), distance, crowds);
  }

  public SortedPoints points() {
    return sorted.points();
  }

  public List<TreeLevel> levels() {
    return tree == null ? List.of() : tree.levels();
  }

  /** End of the points with the same coordinates as the first of a range at one place. */
  public int endOfSame(int from, int to) {
    RealArray xyz = new RealArray(sorted.xyz());
    int same = from;
    int other = to;
    int middle = to - 1;
    while (same + 1 < other) {
      if (same(xyz, from, middle)) {
        same = middle;
      } else {
        other = middle;
      }
      middle = (same + other) >>> 1;
    }
    return other;
  }

  private static boolean same(RealArray xyz, int i, int j) {
    return xyz.get(3 * i) == xyz.get(3 * j)
        && xyz.get(3 * i + 1) == xyz.get(3 * j + 1)
        && xyz.get(3 * i + 2) == xyz.get(3 * j + 2);
  }

  @Override
  public void close() {
    sorted.close();
    if (tree != null) {
      tree.close();
    }
  }
}
