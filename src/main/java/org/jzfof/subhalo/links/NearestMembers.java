package org.jzfof.subhalo.links;

import static org.jzfof.subhalo.links.LeafWalk.SIGN;

import java.util.Arrays;
import org.jzfof.fof.LinkCriterion;

/**
 * Finds the nearest members of each member of a group, by distance, then ID. One walk through the
 * tree serves all members of a leaf. One instance per thread.
 */
public final class NearestMembers implements LeafWalk.Queries {
  private final MemberTree tree;
  private final LinkCriterion metric;
  private final LeafWalk walk;
  private final int requested;
  private final int width;
  private final int[] found;
  private final long[] square;
  private final int[] count = new int[MemberTree.LEAF];

  /** Upper bounds of the distance of the last requested member of each query. */
  private final long[] bound = new long[MemberTree.LEAF];

  /** Distance of the last member found so far: the limit of the walk. */
  private final long[] worst;

  public NearestMembers(MemberTree tree, LinkCriterion metric, int requested) {
    this.tree = tree;
    this.metric = metric;
    this.walk = new LeafWalk(tree, metric);
    this.worst = walk.limit();
    this.requested = requested;
    this.width = requested + 1;
    this.found = new int[MemberTree.LEAF * width];
    this.square = new long[MemberTree.LEAF * width];
  }

  /**
   * Finds the nearest members of members of a leaf; all other members if the group has fewer than
   * requested.
   *
   * @param to index after the last member of the leaf
   * @param queries bits of the members whose nearest ones are requested
   */
  void search(int leaf, int from, int to, int queries) {
    reach(from, to);
    System.arraycopy(worst, 0, bound, 0, bound.length);
    for (int q = 0; q < bound.length; q++) {
      bound[q] = (queries >> q & 1) == 0 ? SIGN : bound[q];
    }
    restart();
    walk.run(leaf, from, to, this);
  }

  /**
   * Returns a distance within which each member of a leaf has as many other members as requested,
   * from the members that are near in Morton order.
   *
   * @return its square as the metric computes it, or the largest unsigned number if there are too
   *     few members
   */
  public long reach(int from, int to) {
    Arrays.fill(bound, Long.MAX_VALUE);
    restart();
    int start = Math.max(0, from - requested);
    int stop = Math.min(tree.count(), to + requested);
    for (int member = from; member < to; member++) {
      offer(member, member - from, start, stop);
    }
    return walk.farthest(to - from) ^ SIGN;
  }

  private void restart() {
    Arrays.fill(count, 0);
    System.arraycopy(bound, 0, worst, 0, worst.length);
  }

  @Override
  public void offer(int member, int q, int start, int stop) {
    int x = tree.cell(member, 0);
    int y = tree.cell(member, 1);
    int z = tree.cell(member, 2);
    for (int i = start; i < stop; i++) {
      long candidateSquare =
          metric.square(tree.cell(i, 0) - x, tree.cell(i, 1) - y, tree.cell(i, 2) - z) ^ SIGN;
      if (candidateSquare <= worst[q] && i != member) {
        add(q, candidateSquare, i);
      }
    }
  }

  private void add(int q, long candidateSquare, int i) {
    int row = q * width;
    int at = row + count[q];
    while (at > row && isNearer(candidateSquare, i, at - 1)) {
      square[at] = square[at - 1];
      found[at] = found[at - 1];
      at--;
    }
    square[at] = candidateSquare;
    found[at] = i;
    count[q] = Math.min(count[q] + 1, requested);
    worst[q] = count[q] == requested ? square[row + requested - 1] : bound[q];
  }

  private boolean isNearer(long candidateSquare, int i, int other) {
    return candidateSquare < square[other]
        || candidateSquare == square[other]
            && Long.compareUnsigned(tree.id(i), tree.id(found[other])) < 0;
  }

  /** Returns the number of members found for a member of the leaf. */
  int count(int q) {
    return count[q];
  }

  /** Returns the n-th nearest member of a member of the leaf. */
  int found(int q, int n) {
    return found[q * width + n];
  }
}
