package org.jzfof.fof;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.Unsigned;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.tree.InteractionList;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeBuilder;
import org.jzfof.tree.TreeLevel;

/**
 * Links points across ranks. The input is the pointers of the links inside this rank; the result is
 * contracted pointers, which are complete except for the groups of other ranks to which groups of
 * this rank belong.
 *
 * <p>Points of other ranks that may be linked to local points (ghost points) are appended to the
 * points of this rank; ghost points of one group on their rank start as one group. As a root is the
 * lowest index of its group, a group of another rank whose root is a local point is an edge between
 * the two ranks; all edges are then resolved at once.
 */
public final class GhostLinks {
  private final Context context;
  private final LinkCriterion criterion;

  /**
   * Kernels and memory for links across ranks.
   *
   * @param trees builder of trees over the leaves of other ranks
   */
  public record Context(
      FofKernels fof,
      GhostKernels ghosts,
      ParticleKernels particles,
      TreeBuilder trees,
      ArrayExchange arrays,
      DeviceMemory memory) {}

  /** Every rank creates one. */
  public GhostLinks(Context context, LinkCriterion criterion) {
    this.context = context;
    this.criterion = criterion;
  }

  /**
   * Fetches the leaves of other ranks near points of this rank. Every rank calls this method.
   *
   * @param pointers I32 [n] pointers of the links inside this rank
   */
  public GhostLeaves fetch(Tree tree, SortedPoints points, DeviceArray pointers) {
    return new GhostExchange(context, criterion).exchange(tree, points, pointers);
  }

  /**
   * Links the local points with those of other ranks.
   *
   * @param ghosts ghost leaves, closed
   * @param pointers I32 [n] pointers of the links inside this rank; receives the joins of local
   *     groups by points of other ranks
   * @return edges between a local root and a root of another rank, as pairs of {@link GlobalIndex};
   *     one edge per group of another rank
   */
  public long[] edges(GhostLeaves ghosts, Tree tree, SortedPoints points, DeviceArray pointers) {
    try (ghosts) {
      return ghosts.points().count() == 0 ? new long[0] : link(ghosts, tree, points, pointers);
    }
  }

  private long[] link(GhostLeaves ghosts, Tree tree, SortedPoints points, DeviceArray pointers) {
    GhostPoints ghostPoints = ghosts.points();
    try (DeviceArray first = context.ghosts.firstEqual(ghostPoints.root(), ghosts.start());
        DeviceArray all = context.ghosts.withGhosts(pointers, first);
        Tree ghostTree = context.trees.build(ghosts.leaves());
        InteractionList list = nearLeaves(tree, ghostTree)) {
      context.fof.linkGhosts(list, tree, points, ghostTree.leaves(), ghostPoints, criterion, all);
      context.memory.copy(all, pointers, points.count());
      return edges(context.ghosts.crossings(all, first, ghostPoints.root()), ghosts.start());
    }
  }

  /**
   * Finds the near pairs of leaves by the dual tree walk (jz-tree paper, section III-C) of the
   * local tree and a tree over the ghost leaves.
   */
  private InteractionList nearLeaves(Tree tree, Tree ghosts) {
    int levels = Math.max(tree.levels().size(), ghosts.levels().size());
    try (ExtendedTree local = ExtendedTree.of(tree, levels, context.trees);
        ExtendedTree remote = ExtendedTree.of(ghosts, levels, context.trees)) {
      InteractionList list = context.fof.nearPairs(local.tree.top(), remote.tree.top(), criterion);
      for (int p = levels - 1; p > 0; p--) {
        try (InteractionList above = list) {
          list =
              context.fof.expandGhosts(
                  above,
                  local.level(p),
                  local.level(p - 1),
                  remote.level(p),
                  remote.level(p - 1),
                  criterion);
        }
      }
      return list;
    }
  }

  /** A tree with further levels; only these are closed with it. */
  private record ExtendedTree(Tree tree, int originalLevels) implements AutoCloseable {
    static ExtendedTree of(Tree tree, int levels, TreeBuilder trees) {
      return new ExtendedTree(trees.extend(tree, levels), tree.levels().size());
    }

    TreeLevel level(int p) {
      return tree.levels().get(p);
    }

    @Override
    public void close() {
      Cleanup.close(
          tree.levels()
              .subList(originalLevels, tree.levels().size())
              .toArray(AutoCloseable[]::new));
    }
  }

  /**
   * Returns the edges of crossings.
   *
   * @param start first ghost point of each rank
   */
  private long[] edges(int[] crossings, long[] start) {
    int rank = context.arrays.comm().rank();
    long[] edges = new long[crossings.length / 3 * 2];
    int owner = 0;
    for (int e = 0; 3 * e < crossings.length; e++) {
      while (Integer.toUnsignedLong(crossings[3 * e]) >= start[owner + 1]) {
        owner++;
      }
      edges[2 * e] = GlobalIndex.of(rank, Integer.toUnsignedLong(crossings[3 * e + 1]));
      edges[2 * e + 1] = GlobalIndex.of(owner, Integer.toUnsignedLong(crossings[3 * e + 2]));
    }
    return edges;
  }

  /**
   * Resolves the edges of all ranks and joins the groups of this rank that belong to one global
   * group. Every rank calls this method.
   *
   * @param pointers I32 [n]; modified, and contracted
   */
  public SpanningGroups resolve(long[] edges, DeviceArray pointers) {
    Communicator comm = context.arrays.comm();
    int rank = comm.rank();
    EdgeResolver resolver = new EdgeResolver(comm, points -> rootsOf(points, pointers));
    LabelTable labels = resolver.resolve(edges).labels();
    LabelTable lowestRoot = new LabelTable();
    lowestRoot.reserve(labels.size());
    labels.forEach((root, label) -> lowestRoot.lower(label, root));
    int[] roots = new int[labels.size()];
    int[] targets = new int[roots.length];
    int[] next = {0};
    labels.forEach(
        (root, label) -> {
          boolean isLocal = GlobalIndex.rank(label) == rank;
          roots[next[0]] = (int) root;
          targets[next[0]++] = (int) (isLocal ? GlobalIndex.index(label) : lowestRoot.get(label));
        });
    context.memory.put(pointers, roots, targets);
    context.fof.contract(pointers);
    return outerGroups(lowestRoot, rank);
  }

  /** Returns the groups whose label is on another rank. */
  private static SpanningGroups outerGroups(LabelTable lowestRoot, int rank) {
    int[] root = new int[lowestRoot.size()];
    long[] labelOf = new long[root.length];
    int[] count = {0};
    lowestRoot.forEach(
        (label, lowest) -> {
          if (GlobalIndex.rank(label) != rank) {
            root[count[0]] = (int) lowest;
            labelOf[count[0]++] = label;
          }
        });
    return new SpanningGroups(Arrays.copyOf(root, count[0]), Arrays.copyOf(labelOf, count[0]));
  }

  private long[] rootsOf(long[] points, DeviceArray pointers) {
    return points.length == 0
        ? points
        : Unsigned.toLongs(context.ghosts.roots(pointers, Unsigned.toInts(points)));
  }
}
