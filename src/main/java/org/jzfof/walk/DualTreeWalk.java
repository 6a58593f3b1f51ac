package org.jzfof.walk;

import org.jzfof.tree.Tree;
import org.jzfof.tree.TreePlane;

/**
 * The dual tree walk down to the parents of leaves (jz-tree paper, algorithm 1): needs a tree,
 * leaves the pairs of parents that the leaf stage has to look at.
 */
public final class DualTreeWalk {
  private DualTreeWalk() {}

  /** What a problem does with the pairs of one plane. */
  public interface NodeStep {
    /** The list with which the walk starts. */
    InteractionList start(TreePlane top);

    /** The list of the children's plane that follows from the list of the parents' plane. */
    InteractionList descend(InteractionList list, TreePlane parents, TreePlane children);
  }

  /** Walks the planes from the top to the parents of leaves. */
  public static InteractionList run(Tree tree, NodeStep step) {
    InteractionList list = step.start(tree.top());
    for (int p = tree.planes().size() - 1; p > 1; p--) {
      try (InteractionList above = list) {
        list = step.descend(above, tree.planes().get(p), tree.planes().get(p - 1));
      }
    }
    return list;
  }
}
