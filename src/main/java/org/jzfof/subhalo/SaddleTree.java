package org.jzfof.subhalo;

import java.util.Arrays;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.threads.Parallel;

/**
 * What density peaks of a group become when members are added by decreasing density: a forest whose
 * leaves are basins of attraction, and whose inner nodes are the saddle points at which two
 * branches meet. It has the branches of a sweep over the members one by one, but is made in steps
 * over members that do not depend on each other, but for Kruskal's over the saddles.
 *
 * <p>Nodes are numbered by birth within leaves and within inner nodes: children before parents.
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
   * Basins that have not been joined.
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
   * @param rank of the member that makes an edge between them, not below that of edges before
   * @return whether they are joined now
   */
  public boolean join(int rank, int basin, int otherBasin) {
    int one = top(basin);
    int other = top(otherBasin);
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

  private int top(int node) {
    int at = node;
    while (above[at] != at) {
      above[at] = above[above[at]];
      at = above[at];
    }
    return at;
  }

  /**
   * The branches of members: each is in the last one above its basin that is born no later than it.
   * All edges must have been joined.
   *
   * @param first rank of the first member
   * @param basin of members of consecutive ranks
   */
  public int[] branches(int first, int[] basin) {
    int[] far = skips();
    int[] branch = new int[basin.length];
    Parallel.forEach(
        branch.length,
        Parallel.GRAIN,
        i -> {
          int at = basin[i];
          while (parent[at] != NONE && birth[parent[at]] <= first + i) {
            at = birth[far[at]] <= first + i ? far[at] : parent[at];
          }
          branch[i] = at;
        });
    return branch;
  }

  /** An ancestor of each node, by which any is reached in a few steps. */
  private int[] skips() {
    int[] far = new int[nodes];
    int[] depth = new int[nodes];
    for (int node = nodes - 1; node >= 0; node--) {
      far[node] = skip(node, far, depth);
    }
    return far;
  }

  /**
   * Writes the nodes into columns of several trees, in each of which nodes have numbers of their
   * own.
   *
   * @param parents take the node that each branch ends in, or {@link SubhaloMembers#NONE}
   * @param births take the rank of the member that each begins with
   * @param skips take an ancestor far up, for {@link #branches}
   * @param at first row that is written
   */
  public void write(int[] parents, int[] births, int[] skips, int at) {
    System.arraycopy(parent, 0, parents, at, nodes);
    System.arraycopy(birth, 0, births, at, nodes);
    System.arraycopy(skips(), 0, skips, at, nodes);
  }

  /**
   * Takes the number of members in each branch that are in none below it.
   *
   * @param members of each node
   */
  public void setMembers(long[] members) {
    for (int node = 0; node < nodes; node++) {
      length[node] = Math.toIntExact(members[node]);
      if (node >= basins) {
        length[node] += length[child[2 * node]] + length[child[2 * node + 1]];
      }
    }
  }

  /** An ancestor far up, so that any is reached in a logarithmic number of steps (Myers 1983). */
  private int skip(int node, int[] far, int[] depth) {
    int up = parent[node];
    if (up == NONE) {
      return node;
    }
    depth[node] = depth[up] + 1;
    int next = far[up];
    boolean balanced = depth[up] - depth[next] == depth[next] - depth[far[next]];
    return balanced ? far[next] : up;
  }

  /** Number of nodes; those from 0 to {@link #basins} are leaves. */
  public int nodes() {
    return nodes;
  }

  public int basins() {
    return basins;
  }

  /** Node that a branch ends in, or {@link SubhaloMembers#NONE}. */
  int parent(int node) {
    return parent[node];
  }

  /** One of two branches that end in an inner node. */
  int child(int node, int which) {
    return child[2 * node + which];
  }

  /** Rank of the member that a branch begins with: a peak or a saddle point. */
  int birth(int node) {
    return birth[node];
  }

  /** Members of a branch and all below it: those that are denser than the saddle it ends in. */
  int length(int node) {
    return length[node];
  }
}
