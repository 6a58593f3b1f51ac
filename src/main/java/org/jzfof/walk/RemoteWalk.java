package org.jzfof.walk;

import java.util.BitSet;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceMemory;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreePlane;

/**
 * The dual tree walk between the nodes of this rank and those of others (jz-tree paper, section
 * III-C): needs trees with the same number of planes on all ranks, leaves the pairs of a leaf here
 * and a remote leaf. On every plane each rank asks once for the children of the remote nodes that
 * are left in its list.
 */
public final class RemoteWalk {
  private final Communicator comm;
  private final DeviceMemory memory;

  /**
   * @param comm the ranks
   * @param memory of the backend that holds the tree
   */
  public RemoteWalk(Communicator comm, DeviceMemory memory) {
    this.comm = comm;
    this.memory = memory;
  }

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
    }

    /** The remote leaves that the list names. */
    public BitSet used(DeviceMemory memory) {
      return RemoteWalk.used(list, memory);
    }
  }

  /** Walks all planes; every rank calls it. */
  public Result run(Tree tree, NodeStep step) {
    RemoteNodes remote = RemoteNodes.top(comm, tree.top(), memory);
    InteractionList list;
    try (TreePlane plane = remote.upload(memory)) {
      list = step.start(tree.top(), plane);
    }
    for (int p = tree.planes().size() - 1; p > 0; p--) {
      TreePlane children = tree.planes().get(p - 1);
      RemoteNodes.Rows rows =
          remote.children(
              used(list, memory), new BitSet(), memory, TreePlane.NODE_INTS, children.nodes());
      RemoteNodes remoteChildren = remote.of(rows);
      try (InteractionList above = list;
          TreePlane parentPlane = remote.upload(rows.firstRow(), memory);
          TreePlane childPlane = remoteChildren.upload(memory)) {
        list = step.descend(above, tree.planes().get(p), children, parentPlane, childPlane);
      }
      remote = remoteChildren;
    }
    return new Result(list, remote);
  }

  private static BitSet used(InteractionList list, DeviceMemory memory) {
    int[] pairs = memory.toInts(list.pairs());
    BitSet used = new BitSet();
    for (int k = 0; k < list.count(); k++) {
      used.set(pairs[2 * k + 1]);
    }
    return used;
  }
}
