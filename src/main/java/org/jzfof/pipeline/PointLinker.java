package org.jzfof.pipeline;

import java.util.Map;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.fof.Attachment;
import org.jzfof.fof.FofKernels;
import org.jzfof.fof.GroupLinks;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.fof.LinkWalk;
import org.jzfof.fof.RemoteLinks;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeBuilder;
import org.jzfof.walk.ChildRequest;
import org.jzfof.walk.DualTreeWalk;
import org.jzfof.walk.InteractionList;
import org.jzfof.walk.RemoteWalk;

/** The stages from the particles of a rank to the links between them. */
final class PointLinker {
  private final Backend backend;
  private final ArrayExchange arrays;
  private final Communicator comm;
  private final StageClock clock;
  private final FofKernels fof;

  PointLinker(Backend backend, ArrayExchange arrays, StageClock clock) {
    this.backend = backend;
    this.arrays = arrays;
    this.comm = arrays.comm();
    this.clock = clock;
    this.fof = backend.fof();
  }

  /** Puts the particles in Morton order and frees their positions. */
  SortedPoints sort(Particles particles, LinkCriterion criterion) {
    SortedPoints points =
        backend
            .particles()
            .mortonSort(
                particles.positions(),
                particles.count(),
                criterion.denseDepth(),
                backend.fofShape().maxLeafPoints());
    particles.positions().close();
    return points;
  }

  /** Links points in Morton order; every rank calls it. */
  GroupLinks link(SortedPoints points, LinkCriterion criterion) {
    try (Tree tree = clock.time("tree planes", () -> build(points))) {
      return link(tree, points, criterion);
    }
  }

  /**
   * Links primary points and attaches secondary ones; every rank calls it.
   *
   * @return links of the primary points and, behind them, the secondary ones
   */
  GroupLinks link(SortedPoints primary, SortedPoints secondary, LinkCriterion criterion) {
    try (Tree tree = clock.time("tree planes", () -> build(primary))) {
      GroupLinks links = link(tree, primary, criterion);
      Attachment attachment =
          new Attachment(backend.attach(), fof, criterion, comm, backend.memory());
      return clock.time("attach", () -> attachment.attach(tree, primary, links, secondary));
    }
  }

  private GroupLinks link(Tree tree, SortedPoints points, LinkCriterion criterion) {
    DeviceArray pointers = linkHere(tree, points, criterion);
    if (comm.size() > 1) {
      Map<Integer, Long> outside = linkRemote(tree, points, criterion, pointers);
      return new GroupLinks(pointers, outside, GroupLinks.NONE);
    }
    clock.run("contract", () -> fof.contract(pointers));
    return new GroupLinks(pointers, Map.of(), GroupLinks.NONE);
  }

  /** All ranks need the same number of planes for the walk between them. */
  private Tree build(SortedPoints points) {
    TreeBuilder builder = new TreeBuilder(backend.tree(), backend.fofShape());
    Tree tree = builder.build(points);
    double[] planes = {tree.planes().size()};
    comm.max(planes);
    return builder.extend(tree, (int) planes[0]);
  }

  private DeviceArray linkHere(Tree tree, SortedPoints points, LinkCriterion criterion) {
    DeviceArray pointers =
        clock.time("link in parents", () -> fof.linkWithinParents(tree, points, criterion));
    try (InteractionList list =
        clock.time("dual tree walk", () -> DualTreeWalk.run(tree, new LinkWalk(fof, criterion)))) {
      clock.run(
          "link across", () -> fof.linkAcrossParents(list, tree, points, criterion, pointers));
    }
    return pointers;
  }

  private Map<Integer, Long> linkRemote(
      Tree tree, SortedPoints points, LinkCriterion criterion, DeviceArray pointers) {
    RemoteWalk between =
        new RemoteWalk(
            new ChildRequest.Context(
                backend.remote(), backend.particles(), arrays, backend.memory()));
    RemoteLinks remote = new RemoteLinks(fof, criterion, between);
    long[] edges;
    try (RemoteWalk.Result walk = clock.time("remote walk", () -> remote.walk(tree))) {
      edges = clock.time("link remote", () -> remote.edges(walk, tree, points, pointers));
    }
    return clock.time("resolve edges", () -> remote.resolve(edges, pointers));
  }
}
