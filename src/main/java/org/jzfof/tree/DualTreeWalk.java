package org.jzfof.tree;

/**
 * The dual tree walk (jz-tree paper, algorithm 1) from the top of a tree down to the parents of the
 * leaves. The result lists the pairs of parents whose leaves may be linked.
 */
public final class DualTreeWalk {
  private DualTreeWalk() {}

  /** Processes the pairs of one level. */
  public interface NodeStep {
    /** The list with which the walk starts. */
    InteractionList start(TreeLevel top);

    /** The list of the children's level that follows from the list of the parents' level. */
    InteractionList descend(InteractionList list, TreeLevel parents, TreeLevel children);
  }

  /** Walks the levels from the top to the parents of leaves. */
  public static InteractionList run(Tree tree, NodeStep step) {
    InteractionList list = step.start(tree.top());
    for (int p = tree.levels().size() - 1; p > 1; p--) {
      try (InteractionList above = list) {
        list = step.descend(above, tree.levels().get(p), tree.levels().get(p - 1));
      }
    }
    return list;
  }
}
