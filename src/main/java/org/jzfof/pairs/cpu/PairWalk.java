package org.jzfof.pairs.cpu;

import java.util.Arrays;
import org.jzfof.tree.cpu.NodeFields;

/**
 * Counts the pairs of the nodes of one tree and those of another, or the same. The partners of a
 * node, all of one level, are found among the children of those of its parent; where all pairs of
 * two nodes are in one bin, the product of their numbers of points is added. One instance per
 * thread of work.
 */
final class PairWalk {
  private final PairTree some;
  private final PairTree others;
  private final boolean own;
  private final NodeBins bins;
  private final LeafPairs leaves;
  private final long[] counts;
  private final PairProducts products;
  private final int[][] lists;

  /**
   * @param others the same tree for pairs of its own points, of which each is counted once
   * @param counts is added to
   * @param products is added to, unless it is null
   */
  PairWalk(
      PairTree some,
      PairTree others,
      NodeBins bins,
      LeafPairs leaves,
      long[] counts,
      PairProducts products) {
    this.some = some;
    this.others = others;
    this.own = some == others;
    this.bins = bins;
    this.leaves = leaves;
    this.counts = counts;
    this.products = products;
    this.lists = new int[some.levels() + others.levels() + 1][64];
  }

  /** Counts the pairs of a node of a level and all nodes of a level of the other tree. */
  void run(int level, int node, int otherLevel) {
    int length = 0;
    for (int other = own ? node : 0; other < others.count(otherLevel); other++) {
      length = test(level, node, otherLevel, other, 0, length);
    }
    descend(level, node, otherLevel, 0, length);
  }

  /** Adds a partner to a list, unless its pairs are counted at once or do not count. */
  private int test(int level, int node, int otherLevel, int other, int list, int length) {
    int bin =
        bins.of(
            some.nodes(level), NodeFields.at(node), others.nodes(otherLevel), NodeFields.at(other));
    if (bin == NodeBins.NONE) {
      return length;
    }
    if (bin != NodeBins.OPEN) {
      add(bin, level, node, otherLevel, other);
      return length;
    }
    if (length == lists[list].length) {
      lists[list] = Arrays.copyOf(lists[list], 2 * length);
    }
    lists[list][length] = other;
    return length + 1;
  }

  private void add(int bin, int level, int node, int otherLevel, int other) {
    int first = some.first(level, node);
    int end = some.end(level, node);
    int otherFirst = others.first(otherLevel, other);
    int otherEnd = others.end(otherLevel, other);
    long points = end - first;
    boolean within = own && node == other;
    counts[bin] += within ? points * (points - 1) / 2 : points * (otherEnd - otherFirst);
    if (products != null && within) {
      products.addWithin(bin, first, end);
    } else if (products != null) {
      products.add(bin, first, end, otherFirst, otherEnd);
    }
  }

  private void descend(int level, int node, int otherLevel, int list, int length) {
    if (length == 0) {
      return;
    }
    double extent = some.extent(level);
    double otherExtent = others.extent(otherLevel);
    boolean open = level > 0 && (otherLevel == 0 || extent >= otherExtent);
    boolean openOthers = otherLevel > 0 && (level == 0 || otherExtent >= extent);
    if (!open && !openOthers) {
      count(node, list, length);
      return;
    }
    int[] nodes = some.nodes(level);
    int first = open ? NodeFields.first(nodes, NodeFields.at(node)) : node;
    int end = open ? first + NodeFields.size(nodes, NodeFields.at(node)) : node + 1;
    int below = open ? level - 1 : level;
    int otherBelow = openOthers ? otherLevel - 1 : otherLevel;
    for (int child = first; child < end; child++) {
      int kept = 0;
      for (int i = 0; i < length; i++) {
        int other = lists[list][i];
        if (openOthers) {
          int[] partners = others.nodes(otherLevel);
          int from = NodeFields.first(partners, NodeFields.at(other));
          int to = from + NodeFields.size(partners, NodeFields.at(other));
          for (int partner = own ? Math.max(from, child) : from; partner < to; partner++) {
            kept = test(below, child, otherBelow, partner, list + 1, kept);
          }
        } else {
          kept = test(below, child, otherBelow, other, list + 1, kept);
        }
      }
      descend(below, child, otherBelow, list + 1, kept);
    }
  }

  private void count(int leaf, int list, int length) {
    leaves.begin(some.first(0, leaf), some.end(0, leaf));
    for (int i = 0; i < length; i++) {
      int other = lists[list][i];
      if (own && other == leaf) {
        leaves.addWithin();
      } else {
        leaves.add(others.first(0, other), others.end(0, other), turns(leaf, other));
      }
    }
    leaves.finish();
  }

  private int turns(int leaf, int other) {
    return some.outlying(leaf) || others.outlying(other)
        ? NodeBins.SEVERAL
        : bins.turns(some.nodes(0), NodeFields.at(leaf), others.nodes(0), NodeFields.at(other));
  }
}
