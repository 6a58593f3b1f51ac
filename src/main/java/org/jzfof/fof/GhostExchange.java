package org.jzfof.fof;

import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.Unsigned;
import org.jzfof.domain.Partition;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;
import org.jzfof.tree.InteractionList;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeLevel;

/**
 * Sends leaves to the ranks that have points near them. The input is a tree on every rank; the
 * result is all leaves of other ranks that may contain a point within the linking length of a local
 * point (a superset: leaves near a top node of this rank). All data are sent at once, so that the
 * number of messages does not grow with the depth of the trees.
 *
 * <p>Of each pair of ranks, one receives the leaves of the other and finds the links: the lower
 * rank if the sum of their numbers is even, the higher rank if it is odd, so that the work is
 * balanced.
 */
final class GhostExchange {
  private final GhostLinks.Context context;
  private final LinkCriterion criterion;
  private final Communicator comm;

  GhostExchange(GhostLinks.Context context, LinkCriterion criterion) {
    this.context = context;
    this.criterion = criterion;
    this.comm = context.arrays().comm();
  }

  /** Sends and receives leaves. Every rank calls this method. */
  GhostLeaves exchange(Tree tree, SortedPoints points, DeviceArray pointers) {
    try (Partition near = leavesNearOthers(tree);
        DeviceArray ranges = context.ghosts().childRanges(tree.leaves(), near.rows(), true);
        RangeRows rows = context.ghosts().rows(ranges);
        DeviceArray leaves = rowsOf(tree.leaves(), near.rows());
        DeviceArray packed = context.ghosts().takePoints(points, pointers, rows.rows());
        Scope results = new Scope()) {
      long[] pointStart = pick(rows.start(), near.start());
      long[][] incoming = context.arrays().announceAll(near.start(), pointStart);
      TreeLevel ghosts =
          results.add(level(send(leaves, near.start(), incoming[0], TreeLevel.NODE_INTS)));
      context.ghosts().renumberChildren(ghosts, true);
      try (DeviceArray arrived = send(packed, pointStart, incoming[1], GhostPoints.PACKED_INTS)) {
        GhostPoints ghostPoints = results.add(context.ghosts().unpackPoints(arrived));
        return results.keep(new GhostLeaves(ghosts, ghostPoints, incoming[1]));
      }
    }
  }

  /**
   * Returns the leaves of this rank near the top nodes of each rank to which this rank sends
   * leaves.
   */
  private Partition leavesNearOthers(Tree tree) {
    try (Partition near = topsNearOthers(tree);
        DeviceArray tops = rowsOf(tree.top(), near.rows())) {
      long[] start = context.arrays().announce(near.start());
      try (TreeLevel others = level(send(tops, near.start(), start, TreeLevel.NODE_INTS));
          InteractionList list = nearLeaves(tree, others)) {
        return context.ghosts().receivers(list, tree.leaves().count(), start);
      }
    }
  }

  /**
   * Returns the top nodes of this rank near a few boxes of each rank from which this rank receives
   * leaves.
   */
  private Partition topsNearOthers(Tree tree) {
    RankBoxes boxes =
        RankBoxes.of(tree.top(), r -> receivesFrom(comm.rank(), r), context.memory(), comm);
    try (TreeLevel others = boxes.level();
        InteractionList list = context.fof().nearPairs(tree.top(), others, criterion)) {
      return context.ghosts().receivers(list, tree.top().count(), boxes.start());
    }
  }

  private static boolean receivesFrom(int rank, int other) {
    return rank != other && (rank < other) == ((rank + other) % 2 == 0);
  }

  private InteractionList nearLeaves(Tree tree, TreeLevel others) {
    InteractionList list = context.fof().nearPairs(tree.top(), others, criterion);
    for (int p = tree.levels().size() - 1; p > 0; p--) {
      try (InteractionList above = list) {
        list =
            context
                .fof()
                .descend(above, tree.levels().get(p), tree.levels().get(p - 1), others, criterion);
      }
    }
    return list;
  }

  private DeviceArray rowsOf(TreeLevel level, DeviceArray rows) {
    return context.particles().gather(level.nodes(), TreeLevel.NODE_INTS, rows);
  }

  private static TreeLevel level(DeviceArray nodes) {
    return new TreeLevel(nodes.length() / TreeLevel.NODE_INTS, nodes);
  }

  private DeviceArray send(DeviceArray rows, long[] sendStart, long[] receiveStart, int ints) {
    try (Scope results = new Scope()) {
      DeviceArray received =
          results.add(context.memory().allocate(ElementType.I32, ints * receiveStart[comm.size()]));
      context.arrays().exchangeRows(ints, rows, sendStart, received, receiveStart);
      return results.keep(received);
    }
  }

  private long[] pick(DeviceArray array, long[] at) {
    return Unsigned.toLongs(context.memory().pick(array, 1, Unsigned.toInts(at)));
  }
}
