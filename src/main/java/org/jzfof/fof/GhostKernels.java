package org.jzfof.fof;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Partition;
import org.jzfof.domain.SortedPoints;
import org.jzfof.tree.InteractionList;
import org.jzfof.tree.TreeLevel;

/** Device operations that pack, unpack and link ghost nodes and points. */
public interface GhostKernels {
  /**
   * Returns the local nodes that a list pairs with nodes of each rank.
   *
   * @param list pairs of a local node and a node of another rank
   * @param start first of the other nodes of each rank, and their number [size+1]
   * @return distinct nodes for each rank, increasing
   */
  Partition receivers(InteractionList list, long nodes, long[] start);

  /**
   * Returns the children of nodes as ranges.
   *
   * @param which I32 [m] indices of nodes
   * @param coincidentOnce whether a leaf whose points all have the same position counts as its
   *     first point
   * @return I32 [2m] first child and number of children
   */
  DeviceArray childRanges(TreeLevel nodes, DeviceArray which, boolean coincidentOnce);

  /**
   * Lists the rows of ranges, one range after the other.
   *
   * @param ranges I32 [2m] first row and number of rows
   */
  RangeRows rows(DeviceArray ranges);

  /**
   * Renumbers the first children of nodes, so that the children of all nodes are consecutive.
   *
   * @param nodes nodes, modified
   * @param coincidentOnce whether a leaf whose points all have the same position has only one of
   *     them
   */
  void renumberChildren(TreeLevel nodes, boolean coincidentOnce);

  /**
   * Finds the first occurrence of each value in its range.
   *
   * @param values I32 [m]
   * @param start first value of each range, and m
   * @return I32 [m] index of the first equal value in the range of each value
   */
  DeviceArray firstEqual(DeviceArray values, long[] start);

  /**
   * Packs points for other ranks.
   *
   * @param pointers I32 [n] pointers of the points
   * @param which I32 [m] indices of the points
   * @return I32 [4m] coordinates of each point and the root of its group
   */
  DeviceArray takePoints(SortedPoints points, DeviceArray pointers, DeviceArray which);

  /**
   * Unpacks points that {@link #takePoints} has packed on other ranks.
   *
   * @param packed I32 [4m] coordinates and roots
   */
  GhostPoints unpackPoints(DeviceArray packed);

  /**
   * Returns pointers of the local points and then of ghost points, before any link between them:
   * ghost points of one group point to the first of them.
   *
   * @param pointers I32 [n] pointers of the local points
   * @param first I32 [m] first ghost point in the group of each ghost point
   * @return I32 [n + m]
   */
  DeviceArray withGhosts(DeviceArray pointers, DeviceArray first);

  /**
   * Returns the groups of other ranks that are part of a group of this rank.
   *
   * @param pointers I32 [n + m] from {@link #withGhosts}, with links
   * @param first I32 [m], as for {@link #withGhosts}
   * @param ghostRoots I32 [m] root of each ghost point on its own rank
   * @return for each such group, in the order of their first points: index of that ghost point,
   *     root on this rank, root on the other rank [3·groups]
   */
  int[] crossings(DeviceArray pointers, DeviceArray first, DeviceArray ghostRoots);

  /**
   * Returns the roots of points.
   *
   * @param pointers I32 [n], contracted or not
   * @param points indices of the points, on the host
   */
  int[] roots(DeviceArray pointers, int[] points);
}
