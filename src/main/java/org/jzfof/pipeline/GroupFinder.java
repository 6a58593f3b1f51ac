package org.jzfof.pipeline;

import org.jzfof.backend.Backend;
import org.jzfof.catalogue.CatalogueReduction;
import org.jzfof.catalogue.GroupCatalogue;
import org.jzfof.catalogue.GroupKernels;
import org.jzfof.catalogue.MemberList;
import org.jzfof.catalogue.OrderedGroups;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.FofKernels;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.fof.LinkWalk;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeBuilder;
import org.jzfof.walk.DualTreeWalk;
import org.jzfof.walk.InteractionList;

/** The stages from particles on the device to the group catalogue. */
public final class GroupFinder {
  private final Backend backend;
  private final StageClock clock;

  /**
   * @param backend that holds the particles
   * @param clock to record the stages
   */
  public GroupFinder(Backend backend, StageClock clock) {
    this.backend = backend;
    this.clock = clock;
  }

  /**
   * What to look for.
   *
   * @param map fixed-point map of the box
   * @param linkingLength ℓ in length units
   * @param minLength smallest group kept
   * @param withIds whether to list the members of groups
   */
  public record Problem(FixedPoint map, double linkingLength, int minLength, boolean withIds) {}

  /**
   * Finds the groups.
   *
   * @param particles at least one; their positions are freed on the way
   */
  public GroupCatalogue find(Particles particles, Problem problem) {
    LinkCriterion criterion = LinkCriterion.of(problem.map(), problem.linkingLength());
    try (SortedPoints points = clock.time("Morton sort", () -> sort(particles, criterion));
        MemberList members = select(points, criterion, problem.minLength())) {
      GroupKernels kernels = backend.groups();
      OrderedGroups groups =
          clock.time("order groups", () -> OrderedGroups.of(members, points, particles, kernels));
      CatalogueReduction reduction = new CatalogueReduction(kernels, problem.map());
      GroupCatalogue catalogue =
          clock.time("reduce", () -> reduction.reduce(members, groups, points, particles));
      if (!problem.withIds()) {
        return catalogue;
      }
      return clock.time(
          "member IDs",
          () ->
              catalogue.withMemberIds(
                  kernels.memberIds(members, groups.order(), points, particles)));
    }
  }

  private SortedPoints sort(Particles particles, LinkCriterion criterion) {
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

  private MemberList select(SortedPoints points, LinkCriterion criterion, int minLength) {
    try (DeviceArray pointers = link(points, criterion)) {
      return clock.time("select groups", () -> backend.groups().select(pointers, minLength));
    }
  }

  /** Links points in Morton order; the result holds the root of every point. */
  DeviceArray link(SortedPoints points, LinkCriterion criterion) {
    FofKernels fof = backend.fof();
    TreeBuilder builder = new TreeBuilder(backend.tree(), backend.fofShape());
    try (Tree tree = clock.time("tree planes", () -> builder.build(points))) {
      DeviceArray pointers =
          clock.time("link in parents", () -> fof.linkWithinParents(tree, points, criterion));
      try (InteractionList list =
          clock.time(
              "dual tree walk", () -> DualTreeWalk.run(tree, new LinkWalk(fof, criterion)))) {
        clock.run(
            "link across", () -> fof.linkAcrossParents(list, tree, points, criterion, pointers));
      }
      clock.run("contract", () -> fof.contract(pointers));
      return pointers;
    }
  }
}
