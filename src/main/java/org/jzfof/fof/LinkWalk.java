package org.jzfof.fof;

import org.jzfof.tree.DualTreeWalk;
import org.jzfof.tree.InteractionList;
import org.jzfof.tree.TreeLevel;

/** The node step of friends-of-friends: pairs of nodes farther apart than ℓ are dropped. */
public record LinkWalk(FofKernels kernels, LinkCriterion criterion)
    implements DualTreeWalk.NodeStep {
  @Override
  public InteractionList start(TreeLevel top) {
    return kernels.allPairs(top);
  }

  @Override
  public InteractionList descend(InteractionList list, TreeLevel parents, TreeLevel children) {
    return kernels.expand(list, parents, children, criterion);
  }
}
