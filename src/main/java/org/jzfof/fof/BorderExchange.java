package org.jzfof.fof;

import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.Unsigned;
import org.jzfof.domain.Partition;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreePlane;
import org.jzfof.walk.InteractionList;
import org.jzfof.walk.RangeRows;
import org.jzfof.walk.RemotePoints;

/**
 * Brings leaves to the ranks that have points near them: needs a tree on every rank, leaves all
 * leaves of other ranks that may hold a point within the linking length of one here (a superset:
 * they are near a top node of this rank). Everything travels at once, so that the number of
 * messages does not grow with the depth of the trees.
 *
 * <p>Each pair of ranks is looked at by one of them, to which the other sends its leaves: by the
 * lower one if the sum of their numbers is even, by the higher one if it is odd, so that the work
 * is shared out.
 */
final class BorderExchange {
  private final RemoteLinks.Context context;
  private final LinkCriterion criterion;
  private final Communicator comm;

  BorderExchange(RemoteLinks.Context context, LinkCriterion criterion) {
    this.context = context;
    this.criterion = criterion;
    this.comm = context.arrays().comm();
  }

  /** Sends and receives; every rank calls it. */
  RemoteLeaves exchange(Tree tree, SortedPoints points, DeviceArray pointers) {
    try (Partition near = leavesNearOthers(tree);
        DeviceArray ranges = context.remote().childRanges(tree.leaves(), near.rows(), true);
        RangeRows rows = context.remote().rows(ranges);
        DeviceArray leaves = rowsOf(tree.leaves(), near.rows());
        DeviceArray packed = context.remote().takePoints(points, pointers, rows.rows());
        Scope made = new Scope()) {
      long[] pointStart = pick(rows.start(), near.start());
      long[][] incoming = context.arrays().announceAll(near.start(), pointStart);
      TreePlane remote =
          made.add(plane(send(leaves, near.start(), incoming[0], TreePlane.NODE_INTS)));
      context.remote().renumberChildren(remote, true);
      try (DeviceArray arrived = send(packed, pointStart, incoming[1], RemotePoints.PACKED_INTS)) {
        RemotePoints remotePoints = made.add(context.remote().unpackPoints(arrived));
        return made.keep(new RemoteLeaves(remote, remotePoints, incoming[1]));
      }
    }
  }

  /** Leaves of this rank near the top nodes of each rank that looks at it. */
  private Partition leavesNearOthers(Tree tree) {
    try (Partition near = topsNearOthers(tree);
        DeviceArray tops = rowsOf(tree.top(), near.rows())) {
      long[] start = context.arrays().announce(near.start());
      try (TreePlane others = plane(send(tops, near.start(), start, TreePlane.NODE_INTS));
          InteractionList list = nearLeaves(tree, others)) {
        return context.remote().receivers(list, tree.leaves().count(), start);
      }
    }
  }

  /** Top nodes of this rank near each rank that it looks at, as far as a few boxes can tell. */
  private Partition topsNearOthers(Tree tree) {
    RankBoxes boxes =
        RankBoxes.of(tree.top(), r -> looksAt(comm.rank(), r), context.memory(), comm);
    try (TreePlane others = boxes.plane();
        InteractionList list = context.fof().nearPairs(tree.top(), others, criterion)) {
      return context.remote().receivers(list, tree.top().count(), boxes.start());
    }
  }

  private static boolean looksAt(int rank, int other) {
    return rank != other && (rank < other) == ((rank + other) % 2 == 0);
  }

  private InteractionList nearLeaves(Tree tree, TreePlane others) {
    InteractionList list = context.fof().nearPairs(tree.top(), others, criterion);
    for (int p = tree.planes().size() - 1; p > 0; p--) {
      try (InteractionList above = list) {
        list =
            context
                .fof()
                .descend(above, tree.planes().get(p), tree.planes().get(p - 1), others, criterion);
      }
    }
    return list;
  }

  private DeviceArray rowsOf(TreePlane plane, DeviceArray rows) {
    return context.particles().gather(plane.nodes(), TreePlane.NODE_INTS, rows);
  }

  private static TreePlane plane(DeviceArray nodes) {
    return new TreePlane(nodes.length() / TreePlane.NODE_INTS, nodes);
  }

  private DeviceArray send(DeviceArray rows, long[] sendStart, long[] receiveStart, int ints) {
    try (Scope made = new Scope()) {
      DeviceArray received =
          made.add(context.memory().allocate(ElementType.I32, ints * receiveStart[comm.size()]));
      context.arrays().exchangeRows(ints, rows, sendStart, received, receiveStart);
      return made.keep(received);
    }
  }

  private long[] pick(DeviceArray array, long[] at) {
    return Unsigned.toLongs(context.memory().pick(array, 1, Unsigned.toInts(at)));
  }
}
