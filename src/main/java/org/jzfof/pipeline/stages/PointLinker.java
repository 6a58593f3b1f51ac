package org.jzfof.pipeline.stages;

import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.fof.Attachment;
import org.jzfof.fof.FofKernels;
import org.jzfof.fof.GhostLeaves;
import org.jzfof.fof.GhostLinks;
import org.jzfof.fof.GroupLinks;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.fof.LinkWalk;
import org.jzfof.fof.SpanningGroups;
import org.jzfof.progress.StageClock;
import org.jzfof.tree.DualTreeWalk;
import org.jzfof.tree.InteractionList;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeBuilder;

/** The stages from the particles of a rank to the links between them. */
public final class PointLinker {
  private final Backend backend;
  private final ArrayExchange arrays;
  private final Communicator comm;
  private final StageClock clock;
  private final FofKernels fof;
  private final TreeBuilder trees;

  public PointLinker(Backend backend, ArrayExchange arrays, StageClock clock) {
    this.backend = backend;
    this.arrays = arrays;
    this.comm = arrays.comm();
    this.clock = clock;
    this.fof = backend.fof();
    this.trees = new TreeBuilder(backend.tree(), backend.fofShape());
  }

  /**
   * Sorts particles in Morton order.
   *
   * @param positions I32 fixed-point positions [3n]; closed
   */
  public SortedPoints sort(DeviceArray positions, LinkCriterion criterion) {
    return backend
        .particles()
        .mortonSort(
            positions,
            positions.length() / 3,
            criterion.denseDepth(),
            backend.fofShape().maxLeafPoints());
  }

  /** Links points in Morton order; every rank calls it. */
  public GroupLinks link(SortedPoints points, LinkCriterion criterion) {
    try (Tree tree = clock.time("tree levels", () -> trees.build(points))) {
      return link(tree, points, criterion);
    }
  }

  /**
   * Links primary points and attaches secondary points; every rank calls it.
   *
   * @return links of the primary points, followed by those of the secondary points
   */
  public GroupLinks link(SortedPoints primary, SortedPoints secondary, LinkCriterion criterion) {
    try (Tree tree = clock.time("tree levels", () -> trees.build(primary));
        GroupLinks links = link(tree, primary, criterion)) {
      Attachment attachment =
          new Attachment(backend.attach(), fof, criterion, comm, backend.memory());
      return clock.time("attach", () -> attachment.attach(tree, primary, links, secondary));
    }
  }

  private GroupLinks link(Tree tree, SortedPoints points, LinkCriterion criterion) {
    try (Scope scope = new Scope()) {
      DeviceArray pointers =
          scope.add(
              clock.time("link in parents", () -> fof.linkWithinParents(tree, points, criterion)));
      linkAcross(tree, points, criterion, pointers);
      if (comm.size() > 1) {
        SpanningGroups outside = linkGhosts(tree, points, criterion, pointers);
        return scope.keep(new GroupLinks(pointers, outside, GroupLinks.NONE));
      }
      clock.run("contract", () -> fof.contract(pointers));
      return scope.keep(new GroupLinks(pointers, SpanningGroups.none(), GroupLinks.NONE));
    }
  }

  private void linkAcross(
      Tree tree, SortedPoints points, LinkCriterion criterion, DeviceArray pointers) {
    try (InteractionList list =
        clock.time("dual tree walk", () -> DualTreeWalk.run(tree, new LinkWalk(fof, criterion)))) {
      clock.run(
          "link across", () -> fof.linkAcrossParents(list, tree, points, criterion, pointers));
    }
  }

  private SpanningGroups linkGhosts(
      Tree tree, SortedPoints points, LinkCriterion criterion, DeviceArray pointers) {
    GhostLinks links =
        new GhostLinks(
            new GhostLinks.Context(
                fof, backend.ghosts(), backend.particles(), trees, arrays, backend.memory()),
            criterion);
    long[] edges;
    try (GhostLeaves ghosts =
        clock.time("fetch ghosts", () -> links.fetch(tree, points, pointers))) {
      edges = clock.time("link ghosts", () -> links.edges(ghosts, tree, points, pointers));
    }
    return clock.time("resolve edges", () -> links.resolve(edges, pointers));
  }
}
