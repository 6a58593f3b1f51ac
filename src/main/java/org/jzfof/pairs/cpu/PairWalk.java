package org.jzfof.pairs.cpu;

import java.util.Arrays;
import org.jzfof.tree.cpu.NodeFields;

/**
 * Counts the pairs of the nodes of one tree and those of another, or the same. The partners of a
 * node, all of one level, are found among the children of its parent's partners. If all pairs of
 * two nodes are in one bin, the product of their numbers of points is added. Each thread has its
 * own instance.
 */
final class PairWalk {
  private final PairTree points;
  private final PairTree partners;
  private final boolean auto;
  private final NodeBins bins;
  private final LeafPairs leaves;
  private final long[] counts;
  private final PairProducts products;
  private final int[][] lists;

  /**
   * @param partners tree of the partners; the same tree for an autocorrelation, whose pairs are
   *     counted once
   * @param counts receives the counts
   * @param products receives the products of weights; may be null
   */
  PairWalk(
      PairTree points,
      PairTree partners,
      NodeBins bins,
      LeafPairs leaves,
      long[] counts,
      PairProducts products) {
    this.points = points;
    this.partners = partners;
    this.auto = points == partners;
    this.bins = bins;
    this.leaves = leaves;
    this.counts = counts;
    this.products = products;
    this.lists = new int[points.levels() + partners.levels() + 1][64];
  }

  /** Counts the pairs of a node of a level and all nodes of a level of the other tree. */
  void run(int level, int node, int otherLevel) {
    int length = 0;
    for (int other = auto ? node : 0; other < partners.count(otherLevel); other++) {
      length = test(level, node, otherLevel, other, 0, length);
    }
    descend(level, node, otherLevel, 0, length);
  }

  /** Adds a partner to a list unless its pairs are counted at once or are in no bin. */
  private int test(int level, int node, int otherLevel, int other, int list, int length) {
    int bin =
        bins.of(
            points.nodes(level),
            NodeFields.at(node),
            partners.nodes(otherLevel),
            NodeFields.at(other));
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
    int first = points.first(level, node);
    int end = points.end(level, node);
    int otherFirst = partners.first(otherLevel, other);
    int otherEnd = partners.end(otherLevel, other);
    long size = end - first;
    boolean within = auto && node == other;
    counts[bin] += within ? size * (size - 1) / 2 : size * (otherEnd - otherFirst);
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
    double extent = points.extent(level);
    double otherExtent = partners.extent(otherLevel);
    boolean open = level > 0 && (otherLevel == 0 || extent >= otherExtent);
    boolean openOthers = otherLevel > 0 && (level == 0 || otherExtent >= extent);
    if (!open && !openOthers) {
      count(node, list, length);
      return;
    }
    int[] nodes = points.nodes(level);
    int first = open ? NodeFields.first(nodes, NodeFields.at(node)) : node;
    int end = open ? first + NodeFields.size(nodes, NodeFields.at(node)) : node + 1;
    int below = open ? level - 1 : level;
    int otherBelow = openOthers ? otherLevel - 1 : otherLevel;
    for (int child = first; child < end; child++) {
      int kept = 0;
      for (int i = 0; i < length; i++) {
        int other = lists[list][i];
        if (openOthers) {
          int[] otherNodes = partners.nodes(otherLevel);
          int from = NodeFields.first(otherNodes, NodeFields.at(other));
          int to = from + NodeFields.size(otherNodes, NodeFields.at(other));
          for (int partner = auto ? Math.max(from, child) : from; partner < to; partner++) {
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
    leaves.begin(points.first(0, leaf), points.end(0, leaf));
    for (int i = 0; i < length; i++) {
      int other = lists[list][i];
      if (auto && other == leaf) {
        leaves.addWithin();
      } else {
        leaves.add(partners.first(0, other), partners.end(0, other), turns(leaf, other));
      }
    }
    leaves.finish();
  }

  private int turns(int leaf, int other) {
    return points.outlying(leaf) || partners.outlying(other)
        ? NodeBins.SEVERAL
        : bins.turns(points.nodes(0), NodeFields.at(leaf), partners.nodes(0), NodeFields.at(other));
  }
}
