package org.jzfof.fof;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.SortedPoints;
import org.jzfof.tree.InteractionList;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeLevel;

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

  /** Returns every unordered pair of nodes of a level, including each node with itself. */
  InteractionList allPairs(TreeLevel level);

  /**
   * Replaces each pair of nodes by the pairs of their children that are not farther apart than the
   * linking length.
   */
  InteractionList expand(
      InteractionList list, TreeLevel parents, TreeLevel children, LinkCriterion criterion);

  /**
   * Links points across the boundaries of the parents of leaves.
   *
   * @param list pairs of parents
   * @param pointers I32 [n], modified
   */
  void linkAcrossParents(
      InteractionList list,
      Tree tree,
      SortedPoints points,
      LinkCriterion criterion,
      DeviceArray pointers);

  /**
   * Returns all pairs of a local node and a node of another rank that are within the linking
   * length.
   */
  InteractionList nearPairs(TreeLevel level, TreeLevel ghosts, LinkCriterion criterion);

  /**
   * Replaces each pair of a local node and a node of another rank by the pairs of the local node's
   * children and the other node that are within the linking length.
   *
   * @param list pairs of {@code parents} and {@code ghosts}
   */
  InteractionList descend(
      InteractionList list,
      TreeLevel parents,
      TreeLevel children,
      TreeLevel ghosts,
      LinkCriterion criterion);

  /** As {@link #expand}, for pairs of a local node and a node of another rank. */
  InteractionList expandGhosts(
      InteractionList list,
      TreeLevel parents,
      TreeLevel children,
      TreeLevel ghostParents,
      TreeLevel ghostChildren,
      LinkCriterion criterion);

  /**
   * Links local points and points of other ranks.
   *
   * @param list pairs of a local leaf and a ghost leaf
   * @param ghostPoints points of the ghost leaves; a leaf of coincident points has only its first
   * @param pointers I32, for the local points and then the ghost points; modified
   */
  void linkGhosts(
      InteractionList list,
      Tree tree,
      SortedPoints points,
      TreeLevel ghostLeaves,
      GhostPoints ghostPoints,
      LinkCriterion criterion,
      DeviceArray pointers);

  /** Sets every pointer to the root of its group. */
  void contract(DeviceArray pointers);
}
