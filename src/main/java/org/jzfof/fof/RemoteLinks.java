package org.jzfof.fof;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.Unsigned;
import org.jzfof.domain.SortedPoints;
import org.jzfof.links.EdgeResolver;
import org.jzfof.links.GlobalIndex;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreePlane;
import org.jzfof.walk.ChildRequest;
import org.jzfof.walk.InteractionList;
import org.jzfof.walk.RemoteWalk;

/**
 * Links across ranks: needs the pointers of the links inside this rank, leaves them complete but
 * for the groups of other ranks to which groups of this rank belong.
 *
 * <p>Points of other ranks that may be linked to points here are fetched and take part as further
 * points behind those of this rank. As a root is the lowest index of its group, a fetched point
 * whose root is a point here is an edge between the two ranks; all edges are then resolved at once.
 */
public final class RemoteLinks {
  private final FofKernels kernels;
  private final LinkCriterion criterion;
  private final RemoteWalk walk;

  /**
   * @param kernels of the backend that holds the tree
   * @param criterion the link decision
   * @param walk between the ranks
   */
  public RemoteLinks(FofKernels kernels, LinkCriterion criterion, RemoteWalk walk) {
    this.kernels = kernels;
    this.criterion = criterion;
    this.walk = walk;
  }

  /** The walk between ranks; every rank calls it. */
  public RemoteWalk.Result walk(Tree tree) {
    return walk.run(
        tree,
        new RemoteWalk.NodeStep() {
          @Override
          public InteractionList start(TreePlane top, TreePlane remoteTop) {
            return kernels.nearPairs(top, remoteTop, criterion);
          }

          @Override
          public InteractionList descend(
              InteractionList list,
              TreePlane parents,
              TreePlane children,
              TreePlane remoteParents,
              TreePlane remoteChildren) {
            return kernels.expandRemote(
                list, parents, children, remoteParents, remoteChildren, criterion);
          }
        });
  }

  /**
   * Links the points of the pairs that the walk has left; every rank calls it.
   *
   * @param pointers I32 [n] of the links here; groups that are joined by points of other ranks are
   *     joined, and the pointers contracted
   * @return edges between a root here and a point of another rank, as pairs of {@link GlobalIndex}
   */
  public long[] edges(
      RemoteWalk.Result result, Tree tree, SortedPoints points, DeviceArray pointers) {
    DeviceMemory memory = walk.context().memory();
    try (ChildRequest request = walk.points(result);
        SortedPoints remote = fetch(request, points, memory);
        DeviceArray remotePointers = request.fetch(pointers, 1);
        TreePlane leaves = request.relocated(result.leaves());
        DeviceArray all =
            kernels.withRemote(pointers, leaves, request.which(), request.firstChild())) {
      kernels.linkRemote(result.list(), tree, points, leaves, remote, criterion, all);
      kernels.contract(all);
      memory.copy(all, pointers, points.count());
      try (DeviceArray crossings = kernels.crossings(all, remotePointers, request.start())) {
        return edges(memory.toInts(crossings), all, remotePointers, request.start());
      }
    }
  }

  /** Coordinates of the points that were asked for; without rows. */
  private static SortedPoints fetch(ChildRequest request, SortedPoints own, DeviceMemory memory) {
    return new SortedPoints(
        request.count(),
        request.fetch(own.x(), 1),
        request.fetch(own.y(), 1),
        request.fetch(own.z(), 1),
        memory.upload(new int[0]));
  }

  private long[] edges(int[] remote, DeviceArray all, DeviceArray remotePointers, long[] start) {
    DeviceMemory memory = walk.context().memory();
    int n = (int) (all.length() - remotePointers.length());
    int[] here = memory.pick(all, 1, Arrays.stream(remote).map(j -> n + j).toArray());
    int[] there = memory.pick(remotePointers, 1, remote);
    int rank = walk.context().arrays().comm().rank();
    long[] edges = new long[2 * remote.length];
    int owner = 0;
    for (int e = 0; e < remote.length; e++) {
      while (Integer.toUnsignedLong(remote[e]) >= start[owner + 1]) {
        owner++;
      }
      edges[2 * e] = GlobalIndex.of(rank, Integer.toUnsignedLong(here[e]));
      edges[2 * e + 1] = GlobalIndex.of(owner, Integer.toUnsignedLong(there[e]));
    }
    return edges;
  }

  /**
   * Resolves the edges of all ranks and joins the groups of this rank that belong to one global
   * group.
   *
   * @param pointers I32 [n], contracted; changed, and contracted again
   * @return for each root here whose global group has its root on another rank: that root
   */
  public Map<Integer, Long> resolve(long[] edges, DeviceArray pointers) {
    Communicator comm = walk.context().arrays().comm();
    DeviceMemory memory = walk.context().memory();
    EdgeResolver resolver = new EdgeResolver(comm, points -> rootsOf(points, pointers));
    EdgeResolver.Result result = resolver.resolve(edges);
    Map<Long, Integer> lowestRoot = new HashMap<>();
    result
        .label()
        .forEach((root, label) -> lowestRoot.merge(label, root.intValue(), Unsigned::min));
    Map<Integer, Long> outside = new HashMap<>();
    int[] roots = new int[result.label().size()];
    int[] targets = new int[roots.length];
    int at = 0;
    for (Map.Entry<Long, Long> entry : result.label().entrySet()) {
      long label = entry.getValue();
      boolean here = GlobalIndex.rank(label) == comm.rank();
      roots[at] = entry.getKey().intValue();
      targets[at++] = here ? (int) GlobalIndex.index(label) : lowestRoot.get(label);
      if (!here) {
        outside.put(lowestRoot.get(label), label);
      }
    }
    memory.put(pointers, roots, targets);
    kernels.contract(pointers);
    return outside;
  }

  private long[] rootsOf(long[] points, DeviceArray pointers) {
    DeviceMemory memory = walk.context().memory();
    return Unsigned.toLongs(memory.pick(pointers, 1, Unsigned.toInts(points)));
  }
}
