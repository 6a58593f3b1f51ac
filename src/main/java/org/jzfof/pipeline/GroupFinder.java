package org.jzfof.pipeline;

import java.util.Arrays;
import org.jzfof.backend.Backend;
import org.jzfof.catalogue.CatalogueReduction;
import org.jzfof.catalogue.GatheredIds;
import org.jzfof.catalogue.GroupCatalogue;
import org.jzfof.catalogue.GroupKernels;
import org.jzfof.catalogue.GroupSelection;
import org.jzfof.catalogue.GroupTable;
import org.jzfof.catalogue.MemberIds;
import org.jzfof.catalogue.MemberList;
import org.jzfof.catalogue.SharedGroups;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.DomainDecomposition;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Partition;
import org.jzfof.domain.Redistribution;
import org.jzfof.domain.SortedPoints;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.fof.GroupLinks;
import org.jzfof.fof.LinkCriterion;

/** The stages from particles on the device to the group catalogue. */
public final class GroupFinder {
  private final Backend backend;
  private final ArrayExchange arrays;
  private final Communicator comm;
  private final StageClock clock;

  /**
   * @param backend that holds the particles
   * @param arrays the ranks, and the path between them
   * @param clock to record the stages
   */
  public GroupFinder(Backend backend, ArrayExchange arrays, StageClock clock) {
    this.backend = backend;
    this.arrays = arrays;
    this.comm = arrays.comm();
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
   * Finds the groups; every rank calls it.
   *
   * @param read particles that this rank has read; closed
   * @return the catalogue; on ranks other than 0 it has no groups, but takes part in the streaming
   *     of member IDs
   */
  public GroupCatalogue find(Particles read, Problem problem) {
    LinkCriterion criterion = LinkCriterion.of(problem.map(), problem.linkingLength());
    PointLinker linker = new PointLinker(backend, arrays, clock);
    try (Particles particles = distribute(read);
        SortedPoints points = clock.time("Morton sort", () -> linker.sort(particles, criterion))) {
      return reduce(particles, points, linker, criterion, problem);
    }
  }

  private Particles distribute(Particles particles) {
    if (comm.size() == 1) {
      return particles;
    }
    return clock.time("exchange", () -> exchange(particles));
  }

  private Particles exchange(Particles particles) {
    ParticleKernels kernels = backend.particles();
    DomainDecomposition domains =
        DomainDecomposition.of(
            particles.positions(), particles.count(), kernels, backend.memory(), comm);
    Partition partition = domains.partition(particles.positions(), particles.count());
    try (Redistribution way = new Redistribution(partition, kernels, backend.memory(), arrays)) {
      return particles.sendAlong(way);
    }
  }

  private GroupCatalogue reduce(
      Particles particles,
      SortedPoints points,
      PointLinker linker,
      LinkCriterion criterion,
      Problem problem) {
    GroupKernels kernels = backend.groups();
    SharedGroups shared;
    MemberList selected;
    try (GroupLinks links = linker.link(points, criterion)) {
      shared = SharedGroups.of(links.outside(), comm);
      selected =
          clock.time(
              "select groups",
              () ->
                  new GroupSelection(kernels, backend.memory())
                      .select(links.pointers(), shared, problem.minLength()));
    }
    try (MemberList members = selected) {
      return comm.size() == 1
          ? reduceAlone(members, points, particles, problem)
          : reduceTogether(members, shared, points, particles, problem);
    }
  }

  /** The only rank has whole groups: they stay on the device until they are in order. */
  private GroupCatalogue reduceAlone(
      MemberList members, SortedPoints points, Particles particles, Problem problem) {
    GroupKernels kernels = backend.groups();
    try (GroupTable table =
        clock.time("reduce", () -> kernels.table(members, points, particles, problem.map()))) {
      GroupCatalogue catalogue =
          clock.time("fetch catalogue", () -> table.toCatalogue(backend.memory()));
      if (!problem.withIds()) {
        return catalogue;
      }
      int[] order = backend.memory().toInts(table.order());
      return catalogue.withMemberIds(
          clock.time(
              "member IDs",
              () -> MemberIds.of(kernels.memberIds(members, order, points, particles))));
    }
  }

  private GroupCatalogue reduceTogether(
      MemberList members,
      SharedGroups shared,
      SortedPoints points,
      Particles particles,
      Problem problem) {
    CatalogueReduction.Result result =
        clock.time(
            "reduce",
            () ->
                new CatalogueReduction(backend.groups(), backend.memory(), problem.map(), comm)
                    .reduce(members, shared, points, particles));
    if (!problem.withIds()) {
      return result.catalogue();
    }
    MemberIds ids = clock.time("member IDs", () -> listIds(members, result, points, particles));
    return result.catalogue().withMemberIds(ids);
  }

  private MemberIds listIds(
      MemberList members,
      CatalogueReduction.Result result,
      SortedPoints points,
      Particles particles) {
    long[] number = result.number();
    int[] order = inOrder(number);
    long[] ids = backend.groups().memberIds(members, order, points, particles);
    int types = result.catalogue().types();
    long[] lengthType = new long[order.length * types];
    for (int i = 0; i < order.length; i++) {
      System.arraycopy(result.lengthType(), order[i] * types, lengthType, i * types, types);
    }
    long[] numbers = Arrays.stream(order).mapToLong(g -> number[g]).toArray();
    return new GatheredIds(comm, numbers, lengthType, ids, result.catalogue().length());
  }

  /** Groups of this rank by their place in the catalogue. */
  private static int[] inOrder(long[] number) {
    long[] key = new long[number.length];
    Arrays.setAll(key, g -> number[g] << 32 | g);
    Arrays.parallelSort(key);
    return Arrays.stream(key).mapToInt(k -> (int) k).toArray();
  }
}
