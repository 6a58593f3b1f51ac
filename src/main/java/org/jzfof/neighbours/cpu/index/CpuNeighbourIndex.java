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
 * @param tree tree over the points; null without points
 * @param crowds sets of points that share fixed-point positions; null if they have few points
 */
public record CpuNeighbourIndex(
    SortedCoordinates sorted,
    Tree tree,
    FixedPoint map,
    SearchUnits units,
    PairDistance distance,
    CoincidentPointSets crowds)
    implements NeighbourIndex {
  /** Node sizes that are fastest in measurements. */
  public static final TreeShape SHAPE = new TreeShape(SortedCoordinates.MAX_RUN, 8, 8);

  @Override
  public long count() {
    return sorted.count();
  }

  @Override
  public DeviceArray order() {
    return sorted.points().row();
  }

  /**
   * An index of the same points for queries with coordinates up to a limit. It shares the arrays of
   * this index.
   *
   * @param farthest largest absolute coordinate of the queries
   */
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

  /**
   * End of the points that have the same coordinates as the first point of a range. The points of
   * the range share a fixed-point position and are sorted by coordinates.
   */
  public int endOfSame(int from, int to) {
    RealArray xyz = new RealArray(sorted.xyz());
    int same = from;
    int other = to;
    int middle = to - 1;
    while (same + 1 < other) {
      if (sameCoordinates(xyz, from, middle)) {
        same = middle;
      } else {
        other = middle;
      }
      middle = (same + other) >>> 1;
    }
    return other;
  }

  private static boolean sameCoordinates(RealArray xyz, int i, int j) {
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
