package org.jzfof.subhalo;

import java.util.Arrays;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.threads.Parallel;

/**
 * The merger tree of the density peaks of a group when members are added by decreasing density: a
 * forest whose leaves are basins of attraction, and whose inner nodes are the saddle points at
 * which two branches meet. The tree has the same branches as a serial sweep over the members. It is
 * built in steps that are independent for each member, except for Kruskal's algorithm over the
 * saddle points.
 *
 * <p>Leaves and inner nodes are each numbered by birth, so that children come before parents.
 */
public final class SaddleTree {
  private static final int NONE = SubhaloMembers.NONE;

  private final int basins;
  private int nodes;
  private final int[] birth;
  private final int[] parent;
  private final int[] child;
  private final int[] length;
  private final int[] above;

  /**
   * Creates a forest of basins without edges.
   *
   * @param peak rank of the densest member of each, increasing
   */
  public SaddleTree(int[] peak) {
    this.basins = peak.length;
    this.nodes = basins;
    this.birth = Arrays.copyOf(peak, 2 * basins);
    this.parent = new int[2 * basins];
    this.child = new int[4 * basins];
    this.length = new int[2 * basins];
    this.above = new int[2 * basins];
    Arrays.fill(parent, NONE);
    Arrays.setAll(above, node -> node);
  }

  /**
   * Kruskal's algorithm: joins two basins, unless they have been joined before.
   *
   * @param rank rank of the member that makes an edge between the basins; not below that of earlier
   *     edges
   * @return whether the edge was needed
   */
  public boolean join(int rank, int basin, int otherBasin) {
    int one = root(basin);
    int other = root(otherBasin);
    if (one == other) {
      return false;
    }
    birth[nodes] = rank;
    child[2 * nodes] = one;
    child[2 * nodes + 1] = other;
    for (int node : new int[] {one, other}) {
      parent[node] = nodes;
      above[node] = nodes;
    }
    nodes++;
    return true;
  }

  private int root(int node) {
    int at = node;
    while (above[at] != at) {
      above[at] = above[above[at]];
      at = above[at];
    }
    return at;
  }

  /**
   * Returns the branches of members: the last branch above the basin of a member that is born no
   * later than the member. All edges must have been joined.
   *
   * @param first rank of the first member
   * @param basin basins of members of consecutive ranks
   */
  public int[] branches(int first, int[] basin) {
    int[] ancestor = skips();
    int[] branch = new int[basin.length];
    Parallel.forEach(
        branch.length,
        Parallel.GRAIN,
        i -> {
          int at = basin[i];
          while (parent[at] != NONE && birth[parent[at]] <= first + i) {
            at = birth[ancestor[at]] <= first + i ? ancestor[at] : parent[at];
          }
          branch[i] = at;
        });
    return branch;
  }

  /**
   * Returns an ancestor of each node, so that any ancestor is reached in a logarithmic number of
   * steps.
   */
  private int[] skips() {
    int[] ancestor = new int[nodes];
    int[] depth = new int[nodes];
    for (int node = nodes - 1; node >= 0; node--) {
      ancestor[node] = skip(node, ancestor, depth);
    }
    return ancestor;
  }

  /**
   * Writes the nodes into columns that hold several trees. Node numbers count from 0 in each tree.
   *
   * @param parents output: node that each branch ends in, or {@link SubhaloMembers#NONE}
   * @param births output: rank of the first member of each branch
   * @param skips output: distant ancestor of each node, for {@link #branches}
   * @param at first row to write
   */
  public void write(int[] parents, int[] births, int[] skips, int at) {
    System.arraycopy(parent, 0, parents, at, nodes);
    System.arraycopy(birth, 0, births, at, nodes);
    System.arraycopy(skips(), 0, skips, at, nodes);
  }

  /**
   * Sets the lengths of the branches.
   *
   * @param members number of members of each branch that are in no branch below it
   */
  public void setMembers(long[] members) {
    for (int node = 0; node < nodes; node++) {
      length[node] = Math.toIntExact(members[node]);
      if (node >= basins) {
        length[node] += length[child[2 * node]] + length[child[2 * node + 1]];
      }
    }
  }

  /**
   * Returns a distant ancestor, so that any ancestor is reached in a logarithmic number of steps
   * (Myers 1983).
   */
  private int skip(int node, int[] ancestor, int[] depth) {
    int up = parent[node];
    if (up == NONE) {
      return node;
    }
    depth[node] = depth[up] + 1;
    int next = ancestor[up];
    boolean balanced = depth[up] - depth[next] == depth[next] - depth[ancestor[next]];
    return balanced ? ancestor[next] : up;
  }

  /** Returns the number of nodes; the first {@link #basins} are leaves. */
  public int nodes() {
    return nodes;
  }

  public int basins() {
    return basins;
  }

  /** Returns the node that a branch ends in, or {@link SubhaloMembers#NONE}. */
  int parent(int node) {
    return parent[node];
  }

  /** Returns one of the two branches that end in an inner node. */
  int child(int node, int which) {
    return child[2 * node + which];
  }

  /** Returns the rank of the first member of a branch, which is a peak or a saddle point. */
  int birth(int node) {
    return birth[node];
  }

  /**
   * Returns the number of members of a branch and all branches below it: those that are denser than
   * the saddle point it ends in.
   */
  int length(int node) {
    return length[node];
  }
}
