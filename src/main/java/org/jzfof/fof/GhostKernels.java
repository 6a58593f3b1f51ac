package org.jzfof.fof;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Partition;
import org.jzfof.domain.SortedPoints;
import org.jzfof.tree.InteractionList;
import org.jzfof.tree.TreeLevel;

/** Device operations that pack, unpack and link ghost nodes and points. */
public interface GhostKernels {
  /**
   * The nodes here that a list pairs with nodes of each rank.
   *
   * @param list pairs of a node here and a node of another rank
   * @param nodes number of nodes here
   * @param start first of the other nodes of each rank, and their number [size+1]
   * @return a piece of nodes for each rank: increasing, none twice
   */
  Partition receivers(InteractionList list, long nodes, long[] start);

  /**
   * The children of some nodes, as ranges.
   *
   * @param which I32 [m] indices of nodes
   * @param coincidentOnce of a leaf whose points are all at one place only the first is wanted
   * @return I32 [2m] first child and number of children
   */
  DeviceArray childRanges(TreeLevel nodes, DeviceArray which, boolean coincidentOnce);

  /**
   * Lists the rows of ranges one after the other.
   *
   * @param ranges I32 [2m] first row and number of rows
   */
  RangeRows rows(DeviceArray ranges);

  /**
   * Counts the first children of nodes anew, as if the children of all nodes followed each other.
   *
   * @param nodes changed
   * @param coincidentOnce a leaf whose points are all at one place has only one of them
   */
  void renumberChildren(TreeLevel nodes, boolean coincidentOnce);

  /**
   * Where each value comes first.
   *
   * @param values I32 [m]
   * @param start first value of each range, and m
   * @return I32 [m] for each value the first place in its range that has the same
   */
  DeviceArray firstEqual(DeviceArray values, long[] start);

  /**
   * Points for other ranks.
   *
   * @param pointers I32 [n] of links between the points
   * @param which I32 [m] points
   * @return I32 [4m] the coordinates of each and the root of its group
   */
  DeviceArray takePoints(SortedPoints points, DeviceArray pointers, DeviceArray which);

  /**
   * What {@link #takePoints} has packed on other ranks.
   *
   * @param packed I32 [4m]
   */
  GhostPoints unpackPoints(DeviceArray packed);

  /**
   * Pointers of the points here and behind them of ghost points, before any link between them:
   * ghost points of one group point at the first of them.
   *
   * @param pointers I32 [n]
   * @param first I32 [m] the first ghost point in the group of each
   * @return I32 [n + m]
   */
  DeviceArray withGhosts(DeviceArray pointers, DeviceArray first);

  /**
   * The groups of other ranks that are part of a group of this rank.
   *
   * @param pointers I32 [n + m], as made by {@link #withGhosts}, with links
   * @param first I32 [m], as there
   * @param ghostRoots I32 [m] root of each ghost point on its own rank
   * @return for each such group, in the order of their first points: the number of that ghosts
   *     point, the root here, the root there [3·groups]
   */
  int[] crossings(DeviceArray pointers, DeviceArray first, DeviceArray ghostRoots);

  /**
   * Roots of some points.
   *
   * @param pointers I32 [n], contracted or not
   * @param points on the host
   */
  int[] roots(DeviceArray pointers, int[] points);
}
