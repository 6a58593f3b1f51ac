package org.jzfof.walk;

import org.jzfof.tree.Tree;
import org.jzfof.tree.TreePlane;

/**
 * The dual tree walk between the nodes of this rank and those of others (jz-tree paper, section
 * III-C): needs trees with the same number of planes on all ranks, leaves the pairs of a leaf here
 * and a remote leaf. On every plane each rank asks once for the children of the remote nodes that
 * are left in its list.
 *
 * @param context the ranks and the device
 */
public record RemoteWalk(ChildRequest.Context context) {

  /** What a problem does with the pairs of one plane. */
  public interface NodeStep {
    /** The list with which the walk starts. */
    InteractionList start(TreePlane top, TreePlane remoteTop);

    /** The list of the children's plane that follows from the list of the parents' plane. */
    InteractionList descend(
        InteractionList list,
        TreePlane parents,
        TreePlane children,
        TreePlane remoteParents,
        TreePlane remoteChildren);
  }

  /**
   * Where the walk ends.
   *
   * @param list pairs of a leaf here and a remote leaf
   * @param leaves the remote leaves
   */
  public record Result(InteractionList list, RemoteNodes leaves) implements AutoCloseable {
    @Override
    public void close() {
      list.close();
      leaves.close();
    }
  }

  /** Walks all planes; every rank calls it. */
  public Result run(Tree tree, NodeStep step) {
    RemoteNodes remote = RemoteNodes.top(tree.top(), context);
    InteractionList list = step.start(tree.top(), remote.plane());
    for (int p = tree.planes().size() - 1; p > 0; p--) {
      TreePlane children = tree.planes().get(p - 1);
      try (InteractionList above = list;
          RemoteNodes parents = remote;
          ChildRequest request = new ChildRequest(context, parents, above, false);
          TreePlane relocated = request.relocated(parents)) {
        remote = request.nodes(children);
        list = step.descend(above, tree.planes().get(p), children, relocated, remote.plane());
      }
    }
    return new Result(list, remote);
  }

  /** Asks for the points of all leaves that the walk has left; every rank calls it. */
  public ChildRequest points(Result walk) {
    return new ChildRequest(context, walk.leaves(), walk.list(), true);
  }
}
