package org.jzfof.fof;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.SortedPoints;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreePlane;
import org.jzfof.walk.InteractionList;

/**
 * Device operations of friends-of-friends. Groups are a forest of pointers: pointer[i] is i for a
 * root, otherwise a point of the same group with a lower index (jz-tree paper, section IV-A).
 */
public interface FofKernels {
  /**
   * Links all points inside each parent of leaves, and marks leaves and parents that are one group.
   *
   * @return I32 [n] pointers
   */
  DeviceArray linkWithinParents(Tree tree, SortedPoints points, LinkCriterion criterion);

  /** Every unordered pair of nodes of a plane, each node with itself included. */
  InteractionList allPairs(TreePlane plane);

  /**
   * Replaces each pair of nodes by the pairs of their children that are not farther apart than the
   * linking length.
   *
   * @param list pairs of {@code parents}
   * @param parents the plane of the list
   * @param children the next finer plane
   */
  InteractionList expand(
      InteractionList list, TreePlane parents, TreePlane children, LinkCriterion criterion);

  /**
   * Links points across the boundaries of the parents of leaves.
   *
   * @param list pairs of parents
   * @param pointers I32 [n], changed
   */
  void linkAcrossParents(
      InteractionList list,
      Tree tree,
      SortedPoints points,
      LinkCriterion criterion,
      DeviceArray pointers);

  /** All pairs of a node here and a node of other ranks that are within the linking length. */
  InteractionList nearPairs(TreePlane plane, TreePlane remote, LinkCriterion criterion);

  /**
   * As {@link #expand}, for pairs of a node here and a node of another rank.
   *
   * @param remoteParents nodes of other ranks, whose first children are given as indices into
   *     {@code remoteChildren}
   */
  InteractionList expandRemote(
      InteractionList list,
      TreePlane parents,
      TreePlane children,
      TreePlane remoteParents,
      TreePlane remoteChildren,
      LinkCriterion criterion);

  /**
   * Links points here and points of other ranks.
   *
   * @param list pairs of a leaf here and a remote leaf
   * @param remotePoints points of the remote leaves; of a leaf of coincident points only the first
   * @param pointers I32, for the points here and behind them the remote points; changed
   */
  void linkRemote(
      InteractionList list,
      Tree tree,
      SortedPoints points,
      TreePlane remoteLeaves,
      SortedPoints remotePoints,
      LinkCriterion criterion,
      DeviceArray pointers);

  /**
   * Pointers of the points here and behind them of remote points, before any link between them: the
   * points of a remote leaf that is one group point at its first one.
   *
   * @param pointers I32 [n]
   * @param leaves remote leaves
   * @param which I32 [m] the leaves whose points there are
   * @param first I32 [m+1] the first point of each of them, and the number of points
   * @return I32 [n + points]
   */
  DeviceArray withRemote(
      DeviceArray pointers, TreePlane leaves, DeviceArray which, DeviceArray first);

  /**
   * The remote points that are in a group of this rank. Of consecutive ones with the same group
   * here and the same pointer there only the first is listed.
   *
   * @param pointers I32 [n + m], contracted: points here and remote points
   * @param remotePointers I32 [m] pointer of each remote point on its own rank
   * @param start first remote point of each rank, and m
   * @return I32 numbers of remote points, increasing
   */
  DeviceArray crossings(DeviceArray pointers, DeviceArray remotePointers, long[] start);

  /** Makes every pointer point at the root of its group. */
  void contract(DeviceArray pointers);
}
