package org.jzfof.fof;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.SortedPoints;
import org.jzfof.links.EdgeResolver;
import org.jzfof.links.GlobalIndex;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreePlane;
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
  private final Communicator comm;
  private final DeviceMemory memory;

  /**
   * @param kernels of the backend that holds the tree
   * @param criterion the link decision
   * @param comm the ranks
   * @param memory of the backend
   */
  public RemoteLinks(
      FofKernels kernels, LinkCriterion criterion, Communicator comm, DeviceMemory memory) {
    this.kernels = kernels;
    this.criterion = criterion;
    this.comm = comm;
    this.memory = memory;
  }

  /** The walk between ranks; every rank calls it. */
  public RemoteWalk.Result walk(Tree tree) {
    return new RemoteWalk(comm, memory)
        .run(
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
      RemoteWalk.Result walk, Tree tree, SortedPoints points, DeviceArray pointers) {
    long n = points.count();
    RemotePoints remote = RemotePoints.fetch(walk, points, comm, memory);
    int[] places = remote.places(n);
    try (remote;
        TreePlane leaves = walk.leaves().upload(remote.firstOfLeaf(), memory);
        DeviceArray all = memory.allocate(ElementType.I32, n + remote.count())) {
      memory.copy(pointers, all, n);
      memory.put(all, places, remote.initialPointers(n));
      kernels.linkRemote(walk.list(), tree, points, leaves, remote.points(), criterion, all);
      kernels.contract(all);
      memory.copy(all, pointers, n);
      return remote.edges(memory.pick(all, 1, places), n, comm.rank());
    }
  }

  /**
   * Resolves the edges of all ranks and joins the groups of this rank that belong to one global
   * group.
   *
   * @param pointers I32 [n], contracted; changed, and contracted again
   * @return for each root here whose global group has its root on another rank: that root
   */
  public Map<Integer, Long> resolve(long[] edges, DeviceArray pointers) {
    EdgeResolver resolver = new EdgeResolver(comm, points -> rootsOf(points, pointers));
    EdgeResolver.Result result = resolver.resolve(edges);
    Map<Long, Integer> lowestRoot = new HashMap<>();
    result.label().forEach((root, label) -> lowestRoot.merge(label, root.intValue(), Math::min));
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
    int[] places = Arrays.stream(points).mapToInt(i -> (int) i).toArray();
    return Arrays.stream(memory.pick(pointers, 1, places)).asLongStream().toArray();
  }
}
