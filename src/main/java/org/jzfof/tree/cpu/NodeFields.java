package org.jzfof.tree.cpu;

import static org.jzfof.tree.TreeLevel.FIRST;
import static org.jzfof.tree.TreeLevel.LOWER;
import static org.jzfof.tree.TreeLevel.NODE_INTS;
import static org.jzfof.tree.TreeLevel.ONE_GROUP;
import static org.jzfof.tree.TreeLevel.SIZE;
import static org.jzfof.tree.TreeLevel.UPPER;

import org.jzfof.fof.LinkCriterion;

/**
 * Reads nodes of a tree level. The parameter {@code at} is the offset of a node's first integer.
 * The box of a node does not wrap around a periodic box, but distances between two nodes do: two
 * disjoint intervals have two gaps, modulo 2^32, the direct one and the one around the periodic
 * box.
 */
public final class NodeFields {
  private NodeFields() {}

  public static int at(int node) {
    return node * NODE_INTS;
  }

  public static int first(int[] nodes, int at) {
    return nodes[at + FIRST];
  }

  public static int size(int[] nodes, int at) {
    return nodes[at + SIZE] & ~ONE_GROUP;
  }

  public static boolean oneGroup(int[] nodes, int at) {
    return nodes[at + SIZE] < 0;
  }

  public static void markOneGroup(int[] nodes, int at) {
    nodes[at + SIZE] |= ONE_GROUP;
  }

  static void set(int[] nodes, int at, int lx, int ly, int lz, int ux, int uy, int uz) {
    nodes[at + LOWER] = lx;
    nodes[at + LOWER + 1] = ly;
    nodes[at + LOWER + 2] = lz;
    nodes[at + UPPER] = ux;
    nodes[at + UPPER + 1] = uy;
    nodes[at + UPPER + 2] = uz;
  }

  /** Whether all points of the node coincide. */
  public static boolean isPoint(int[] nodes, int at) {
    return nodes[at] == nodes[at + UPPER]
        && nodes[at + 1] == nodes[at + UPPER + 1]
        && nodes[at + 2] == nodes[at + UPPER + 2];
  }

  /** Whether the diagonal of the node's box is within the linking length. */
  public static boolean dense(int[] nodes, int at, LinkCriterion criterion) {
    return criterion.linksDistance(extent(nodes, at), extent(nodes, at + 1), extent(nodes, at + 2));
  }

  /** Whether the lower distance of two nodes is within the linking length. */
  public static boolean near(int[] a, int atA, int[] b, int atB, LinkCriterion criterion) {
    return criterion.linksDistance(
        gap(a[atA], a[atA + UPPER], b[atB], b[atB + UPPER]),
        gap(a[atA + 1], a[atA + UPPER + 1], b[atB + 1], b[atB + UPPER + 1]),
        gap(a[atA + 2], a[atA + UPPER + 2], b[atB + 2], b[atB + UPPER + 2]));
  }

  /** {@link LinkCriterion#square} of the lower distance of a node and a point. */
  public static long square(int[] nodes, int at, int x, int y, int z, LinkCriterion criterion) {
    return criterion.square(
        gap(nodes[at], nodes[at + UPPER], x, x),
        gap(nodes[at + 1], nodes[at + UPPER + 1], y, y),
        gap(nodes[at + 2], nodes[at + UPPER + 2], z, z));
  }

  /** {@link LinkCriterion#square} of the upper distance of a node and a point. */
  public static long largestSquare(
      int[] nodes, int at, int x, int y, int z, LinkCriterion criterion) {
    return criterion.square(
        farthest(nodes[at], nodes[at + UPPER], x, x),
        farthest(nodes[at + 1], nodes[at + UPPER + 1], y, y),
        farthest(nodes[at + 2], nodes[at + UPPER + 2], z, z));
  }

  /**
   * Width of one side of a node with a margin at both ends.
   *
   * @param at offset of the lower end of the side
   */
  public static long width(int[] nodes, int at, long margin) {
    return (long) nodes[at + UPPER] - nodes[at] + 2 * margin;
  }

  /** Whether the upper distance of two nodes is within the linking length. */
  public static boolean allNear(int[] a, int atA, int[] b, int atB, LinkCriterion criterion) {
    return criterion.linksDistance(
        farthest(a[atA], a[atA + UPPER], b[atB], b[atB + UPPER]),
        farthest(a[atA + 1], a[atA + UPPER + 1], b[atB + 1], b[atB + UPPER + 1]),
        farthest(a[atA + 2], a[atA + UPPER + 2], b[atB + 2], b[atB + UPPER + 2]));
  }

  private static long extent(int[] nodes, int at) {
    return Math.min((long) nodes[at + UPPER] - nodes[at], 1L << 31);
  }

  /** Smallest distance between points of two intervals. */
  public static long gap(int lowerA, int upperA, int lowerB, int upperB) {
    if (lowerB > upperA || lowerA > upperB) {
      return Math.min((lowerB - upperA) & 0xffffffffL, (lowerA - upperB) & 0xffffffffL);
    }
    return 0;
  }

  /** Largest distance between points of two intervals, or an upper bound for it. */
  public static long farthest(int lowerA, int upperA, int lowerB, int upperB) {
    long largest =
        lowerB > upperA || lowerA > upperB
            ? gap(lowerA, upperA, lowerB, upperB)
                + ((long) upperA - lowerA)
                + ((long) upperB - lowerB)
            : Math.max((long) upperB - lowerA, (long) upperA - lowerB);
    return Math.min(largest, 1L << 31);
  }
}
