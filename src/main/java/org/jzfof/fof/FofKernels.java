package org.jzfof.fof;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.SortedPoints;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreePlane;
import org.jzfof.walk.InteractionList;
import org.jzfof.walk.RemotePoints;

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
   * Replaces each pair of a node here and a node of another rank by the pairs of the children here
   * and that node, as far as they are within the linking length.
   *
   * @param list pairs of {@code parents} and {@code remote}
   */
  InteractionList descend(
      InteractionList list,
      TreePlane parents,
      TreePlane children,
      TreePlane remote,
      LinkCriterion criterion);

  /** As {@link #expand}, for pairs of a node here and a node of another rank. */
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
      RemotePoints remotePoints,
      LinkCriterion criterion,
      DeviceArray pointers);

  /** Makes every pointer point at the root of its group. */
  void contract(DeviceArray pointers);
}
