package org.jzfof.subhalo;

import java.util.Arrays;
import org.jzfof.subhalo.members.Loops;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * What density peaks of a group become when members are added by decreasing density: a forest whose
 * leaves are basins of attraction, and whose inner nodes are the saddle points at which two
 * branches meet. It has the branches of a sweep over the members one by one, but is made in steps
 * over members that do not depend on each other, but for Kruskal's over the saddles.
 *
 * <p>Nodes are numbered by birth within leaves and within inner nodes: children before parents.
 */
final class SaddleTree {
  private static final int NONE = SubhaloMembers.NONE;

  private final int basins;
  private int nodes;
  private final int[] birth;
  private final int[] parent;
  private final int[] child;
  private final int[] length;
  private final int[] branch;

  private SaddleTree(int members, int basins) {
    this.basins = basins;
    this.nodes = basins;
    this.birth = new int[2 * basins];
    this.parent = new int[2 * basins];
    this.child = new int[4 * basins];
    this.length = new int[2 * basins];
    this.branch = new int[members];
    Arrays.fill(parent, NONE);
  }

  /**
   * @param loops over members
   */
  static SaddleTree of(DensityOrder order, Loops loops) {
    int members = order.member().length;
    int[] basin = new int[members];
    int basins = 0;
    // Pointer jumping along the nearest denser member: one jump each, as denser ones come first.
    for (int r = 0; r < members; r++) {
      int next = order.nearest()[r];
      basin[r] = next == NONE ? basins++ : basin[next];
    }
    SaddleTree tree = new SaddleTree(members, basins);
    for (int r = members - 1; r >= 0; r--) {
      tree.birth[basin[r]] = r; // the densest comes last
    }
    tree.join(order, basin);
    tree.placeMembers(basin, loops);
    return tree;
  }

  /** Kruskal's algorithm: edges between basins, by the rank of the member that makes them. */
  private void join(DensityOrder order, int[] basin) {
    int[] above = new int[2 * basins];
    Arrays.setAll(above, node -> node);
    for (int r = 0; r < basin.length; r++) {
      int second = order.second()[r];
      if (second != NONE && basin[second] != basin[r]) {
        int one = top(above, basin[r]);
        int other = top(above, basin[second]);
        if (one != other) {
          birth[nodes] = r;
          child[2 * nodes] = one;
          child[2 * nodes + 1] = other;
          parent[one] = nodes;
          parent[other] = nodes;
          above[one] = nodes;
          above[other] = nodes;
          nodes++;
        }
      }
    }
  }

  private static int top(int[] above, int node) {
    int at = node;
    while (above[at] != at) {
      above[at] = above[above[at]];
      at = above[at];
    }
    return at;
  }

  /** A member is in the last branch above its basin that is born no later than it. */
  private void placeMembers(int[] basin, Loops loops) {
    int[] far = new int[nodes];
    int[] depth = new int[nodes];
    for (int node = nodes - 1; node >= 0; node--) {
      far[node] = skip(node, far, depth);
    }
    loops.forEach(
        branch.length,
        Loops.GRAIN,
        r -> {
          int at = basin[r];
          while (parent[at] != NONE && birth[parent[at]] <= r) {
            at = birth[far[at]] <= r ? far[at] : parent[at];
          }
          branch[r] = at;
        });
    for (int at : branch) {
      length[at]++;
    }
    for (int node = basins; node < nodes; node++) {
      length[node] += length[child[2 * node]] + length[child[2 * node + 1]];
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
  int nodes() {
    return nodes;
  }

  int basins() {
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

  /** The branch of a member. */
  int branch(int rank) {
    return branch[rank];
  }
}
