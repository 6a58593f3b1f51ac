package org.jzfof.subhalo.links;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.jzfof.domain.Morton;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.subhalo.members.CellBox;

/**
 * The members of a group in Morton order, with a binary tree of tight bounding boxes. Coordinates
 * are cells relative to the first member, and wrap around a periodic box.
 */
public final class MemberTree {
  /** Maximum number of members of a leaf. */
  public static final int LEAF = 16;

  private static final int AXIS_BITS = 20;
  private static final int BOX = 6;

  private final int[] origin;
  private final int[] member;
  private final int[] cells;
  private final long[] id;
  private final int[] box;
  private final boolean wraps;

  /**
   * @param position fixed-point coordinates of the members of all groups
   * @param ids IDs of the members of all groups
   * @param from first member of the group
   * @param to index after the last member of the group
   */
  public MemberTree(int[] position, long[] ids, int from, int to) {
    int count = to - from;
    this.origin = Arrays.copyOfRange(position, 3 * from, 3 * from + 3);
    this.member = order(position, from, count);
    this.cells = new int[3 * count];
    this.id = new long[count];
    for (int i = 0; i < count; i++) {
      for (int d = 0; d < 3; d++) {
        cells[3 * i + d] = position[3 * (from + member[i]) + d] - position[3 * from + d];
      }
      id[i] = ids[from + member[i]];
    }
    int nodes = 1;
    for (int longest = count; longest > LEAF; longest = (longest + 1) / 2) {
      nodes = 2 * nodes + 1;
    }
    this.box = new int[BOX * nodes];
    fill(0, 0, count);
    this.wraps = count > 0 && (extent(0) | extent(1) | extent(2)) >>> 31 != 0;
  }

  private long extent(int d) {
    return (long) box[3 + d] - box[d];
  }

  /**
   * Returns the indices in the group in Morton order. Keys have as many bits as fit into a long
   * beside the index.
   */
  private static int[] order(int[] position, int from, int count) {
    int indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(count);
    int bits = Math.min(AXIS_BITS, (Long.SIZE - 1 - indexBits) / 3);
    long[] lowest = new long[3];
    int[] shift = new int[3];
    for (int d = 0; d < 3; d++) {
      int low = 0;
      int high = 0;
      for (int i = from; i < from + count; i++) {
        int cell = position[3 * i + d] - position[3 * from + d];
        low = Math.min(low, cell);
        high = Math.max(high, cell);
      }
      lowest[d] = low;
      shift[d] = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros((long) high - low) - bits);
    }
    long[] key = new long[count];
    for (int i = 0; i < count; i++) {
      int[] at = new int[3];
      for (int d = 0; d < 3; d++) {
        int cell = position[3 * (from + i) + d] - position[3 * from + d];
        at[d] = (int) (cell - lowest[d] >> shift[d]);
      }
      key[i] = Morton.keyOfCells(at[0], at[1], at[2]) << indexBits | i;
    }
    Arrays.sort(key);
    return Arrays.stream(key).mapToInt(k -> (int) (k & (1L << indexBits) - 1)).toArray();
  }

  private void fill(int node, int from, int to) {
    int at = BOX * node;
    if (to - from <= LEAF) {
      for (int d = 0; d < 3; d++) {
        box[at + d] = Integer.MAX_VALUE;
        box[at + 3 + d] = Integer.MIN_VALUE;
      }
      for (int i = from; i < to; i++) {
        for (int d = 0; d < 3; d++) {
          box[at + d] = Math.min(box[at + d], cells[3 * i + d]);
          box[at + 3 + d] = Math.max(box[at + 3 + d], cells[3 * i + d]);
        }
      }
      return;
    }
    int left = 2 * node + 1;
    int right = 2 * node + 2;
    fill(left, from, middle(from, to));
    fill(right, middle(from, to), to);
    for (int d = 0; d < 3; d++) {
      box[at + d] = Math.min(box[BOX * left + d], box[BOX * right + d]);
      box[at + 3 + d] = Math.max(box[BOX * left + 3 + d], box[BOX * right + 3 + d]);
    }
  }

  /** Returns the first member of the second child of a node. */
  static int middle(int from, int to) {
    return (from + to) >>> 1;
  }

  public int count() {
    return member.length;
  }

  /** Returns the index in the group of the i-th member in Morton order. */
  public int member(int i) {
    return member[i];
  }

  /** Returns a fixed-point coordinate relative to the first member of the group. */
  int cell(int i, int d) {
    return cells[3 * i + d];
  }

  long id(int i) {
    return id[i];
  }

  /** Returns the square of the distance between two members, as the metric computes it. */
  long square(int i, int other, LinkCriterion metric) {
    return metric.square(
        cell(i, 0) - cell(other, 0), cell(i, 1) - cell(other, 1), cell(i, 2) - cell(other, 2));
  }

  /** Returns whether a way around the periodic box may be the shorter one between two members. */
  boolean wraps() {
    return wraps;
  }

  /**
   * Returns the number of cells between the boxes of two nodes in one dimension, along the shorter
   * way around the periodic box.
   */
  long gap(int one, int other, int d) {
    return gap(
        box[BOX * one + d], box[BOX * one + 3 + d], box[BOX * other + d], box[BOX * other + 3 + d]);
  }

  private long gap(long low, long high, long otherLow, long otherHigh) {
    if (!wraps) { // no way around the box is shorter
      return Math.max(0, Math.max(otherLow - high, low - otherHigh));
    }
    if (high < otherLow) {
      return Math.min(otherLow - high, low + (1L << 32) - otherHigh);
    }
    return otherHigh < low ? Math.min(low - otherHigh, otherLow + (1L << 32) - high) : 0;
  }

  /** Returns the tight bounding box of a node; node 0 is the root. The group must not be empty. */
  public CellBox box(int node) {
    int[] low = new int[3];
    int[] extent = new int[3];
    for (int d = 0; d < 3; d++) {
      low[d] = origin[d] + box[BOX * node + d];
      extent[d] = box[BOX * node + 3 + d] - box[BOX * node + d];
    }
    return new CellBox(low, extent);
  }

  /**
   * Passes the members whose distance from a box is at most a limit to a sink.
   *
   * @param square square of the limit, as the metric computes it
   * @param sink receives the indices in the group
   */
  public void forEachNear(CellBox from, long square, LinkCriterion metric, IntConsumer sink) {
    near(0, 0, count(), new Neighbourhood(from, square, metric), sink);
  }

  private record Neighbourhood(CellBox from, long square, LinkCriterion metric) {
    boolean reaches(CellBox other) {
      long gap = metric.square(from.gap(other, 0), from.gap(other, 1), from.gap(other, 2));
      return Long.compareUnsigned(gap, square) <= 0;
    }
  }

  private void near(int node, int start, int end, Neighbourhood near, IntConsumer sink) {
    if (!near.reaches(box(node))) {
      return;
    }
    if (end - start > LEAF) {
      near(2 * node + 1, start, middle(start, end), near, sink);
      near(2 * node + 2, middle(start, end), end, near, sink);
      return;
    }
    for (int i = start; i < end; i++) {
      int[] position = new int[3];
      for (int d = 0; d < 3; d++) {
        position[d] = origin[d] + cells[3 * i + d];
      }
      if (near.reaches(new CellBox(position, new int[3]))) {
        sink.accept(member[i]);
      }
    }
  }

  /**
   * Returns a distance within which each member of a leaf has as many other members as requested,
   * from the members that are near in Morton order.
   *
   * @param to index after the last member of the leaf
   * @return its square as the metric computes it, or the largest unsigned number if there are too
   *     few members
   */
  public long reach(int from, int to, int requested, LinkCriterion metric) {
    int start = Math.max(0, from - requested);
    int stop = Math.min(count(), to + requested);
    if (stop - start <= requested) {
      return -1;
    }
    long[] square = new long[stop - start];
    long farthest = Long.MIN_VALUE;
    for (int member = from; member < to; member++) {
      for (int i = start; i < stop; i++) {
        square[i - start] = Long.MIN_VALUE ^ square(i, member, metric);
      }
      Arrays.sort(square);
      farthest = Math.max(farthest, square[requested]); // the first one is the member itself
    }
    return farthest ^ Long.MIN_VALUE;
  }

  /** Receives leaves. */
  public interface LeafSink {
    /** Receives a leaf with its members [from, to). */
    void accept(int node, int from, int to);
  }

  /** Passes the leaves whose first member is in [from, to) to a sink. */
  public void forEachLeaf(int from, int to, LeafSink sink) {
    walk(0, 0, count(), from, to, sink);
  }

  /** Walks through the part of the tree that may have leaves with a first member in [from, to). */
  private void walk(int node, int start, int end, int from, int to, LeafSink sink) {
    if (start >= to || end <= from) {
      return;
    }
    if (end - start <= LEAF) {
      if (start >= from) {
        sink.accept(node, start, end);
      }
      return;
    }
    walk(2 * node + 1, start, middle(start, end), from, to, sink);
    walk(2 * node + 2, middle(start, end), end, from, to, sink);
  }
}
