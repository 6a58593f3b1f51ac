package org.jzfof.subhalo.ranks;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RankRows;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.subhalo.SubhaloKernels;
import org.jzfof.subhalo.links.MemberTree;
import org.jzfof.subhalo.members.CellBox;
import org.jzfof.threads.Parallel;

/**
 * Fetches members of other ranks that may be among the nearest members of members of this rank. For
 * each leaf of the local tree these are all members within a distance from its box that holds
 * enough local members.
 */
final class RemoteNeighbours {
  private static final int NEAREST = SubhaloKernels.MIN_MEMBERS - 1;

  /** Number of longs of a box and the square of a distance. */
  private static final int LONGS = CellBox.LONGS + 1;

  /** Boxes per part of a parallel loop. */
  private static final int GRAIN = 1 << 7;

  private final Communicator comm;
  private final LinkCriterion metric;
  private final LinkRows rows;
  private final MemberTree tree;

  /**
   * Every rank calls the constructor.
   *
   * @param rows members of this rank: none, or more than the number of neighbours, or all members
   *     of the group
   */
  RemoteNeighbours(Communicator comm, LinkCriterion metric, LinkRows rows) {
    this.comm = comm;
    this.metric = metric;
    this.rows = rows;
    this.tree =
        rows.count() == 0 ? null : new MemberTree(rows.position(), rows.id(), 0, rows.count());
  }

  /** Returns members of the other ranks; every rank calls it. */
  LinkRows fetch() {
    long[] around = new long[tree == null ? 0 : CellBox.LONGS];
    if (tree != null) {
      tree.box(0).write(around, 0);
    }
    long[][] boxes = comm.allGather(around);
    long[] localBoxes = boxes();
    long[][] requests = new long[comm.size()][0];
    for (int r = 0; r < requests.length; r++) {
      if (r != comm.rank() && boxes[r].length > 0) {
        requests[r] = near(localBoxes, CellBox.read(boxes[r], 0));
      }
    }
    long[][] received = comm.allToAll(requests);
    int[][] answers = Arrays.stream(received).map(this::inAny).toArray(int[][]::new);
    return rows.moved(RowTransfer.inOrder(comm, RankRows.of(answers)));
  }

  /** Returns the box and the squared distance of each leaf. */
  private long[] boxes() {
    if (tree == null) {
      return new long[0];
    }
    IntStream.Builder leaves = IntStream.builder();
    tree.forEachLeaf(0, tree.count(), (node, from, to) -> leaves.add(node).add(from).add(to));
    int[] leaf = leaves.build().toArray();
    long[] boxes = new long[LONGS * (leaf.length / 3)];
    Parallel.forRange(
        leaf.length / 3,
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            tree.box(leaf[3 * i]).write(boxes, LONGS * i);
            boxes[LONGS * i + CellBox.LONGS] =
                tree.reach(leaf[3 * i + 1], leaf[3 * i + 2], NEAREST, metric);
          }
        });
    return boxes;
  }

  /** Returns the boxes that members of another rank may be near enough to. */
  private long[] near(long[] boxes, CellBox ofRank) {
    int[] near =
        Parallel.indices(boxes.length / LONGS, Parallel.STREAM_GRAIN)
            .filter(
                i -> {
                  CellBox box = CellBox.read(boxes, LONGS * i);
                  long gap =
                      metric.square(box.gap(ofRank, 0), box.gap(ofRank, 1), box.gap(ofRank, 2));
                  return Long.compareUnsigned(gap, boxes[LONGS * i + CellBox.LONGS]) <= 0;
                })
            .toArray();
    long[] selection = new long[LONGS * near.length];
    for (int i = 0; i < near.length; i++) {
      System.arraycopy(boxes, LONGS * near[i], selection, LONGS * i, LONGS);
    }
    return selection;
  }

  private int[] inAny(long[] boxes) {
    if (boxes.length == 0) {
      return new int[0];
    }
    boolean[] isSelected = new boolean[rows.count()];
    Parallel.forEach(
        boxes.length / LONGS,
        GRAIN,
        i ->
            tree.forEachNear(
                CellBox.read(boxes, LONGS * i),
                boxes[LONGS * i + CellBox.LONGS],
                metric,
                member -> isSelected[member] = true));
    return IntStream.range(0, isSelected.length).filter(i -> isSelected[i]).toArray();
  }
}
