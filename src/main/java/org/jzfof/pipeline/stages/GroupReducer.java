package org.jzfof.pipeline.stages;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jzfof.backend.Backend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.groups.CatalogueReduction;
import org.jzfof.groups.EvaluatedGroups;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.GroupEvaluation;
import org.jzfof.groups.GroupKernels;
import org.jzfof.groups.GroupSegments;
import org.jzfof.groups.GroupTable;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.SharedGroups;
import org.jzfof.groups.SumColumns;
import org.jzfof.groups.ids.DistributedIds;
import org.jzfof.groups.ids.MemberIds;
import org.jzfof.progress.StageClock;
import org.jzfof.subhalo.ranks.OrderedIds;
import org.jzfof.subhalo.ranks.SubhaloSearch;
import org.jzfof.threads.Parallel;

/** The stages from the members of groups to the group catalogue. */
final class GroupReducer {
  private final Backend backend;
  private final ArrayExchange arrays;
  private final Communicator comm;
  private final StageClock clock;
  private final GroupFinder.Problem problem;
  private final boolean withLabels;

  GroupReducer(
      Backend backend,
      ArrayExchange arrays,
      StageClock clock,
      GroupFinder.Problem problem,
      boolean withLabels) {
    this.backend = backend;
    this.arrays = arrays;
    this.comm = arrays.comm();
    this.clock = clock;
    this.problem = problem;
    this.withLabels = withLabels;
  }

  /**
   * Evaluates groups and their properties.
   *
   * @param measure adds other measured values to the groups; every rank calls it
   * @return labels are as in {@link GroupKernels#labels}
   */
  GroupFinder.Found reduce(
      MemberList members,
      SharedGroups shared,
      SphereStage.Points all,
      Function<Reduced, Measured> measure) {
    GroupEvaluation evaluation =
        new GroupEvaluation(backend.groups(), backend.particles(), backend.memory(), problem.map());
    EvaluatedGroups groups =
        clock.time(
            "reduce",
            () ->
                evaluation.evaluate(
                    members, shared, all.points(), all.particles(), problem.withRadii()));
    return comm.size() == 1
        ? takeAlone(groups.table(), members, all, measure)
        : collect(groups, members, shared, all, measure);
  }

  /**
   * Groups whose members are still in memory.
   *
   * @param catalogue of this rank's range
   * @param groups their members on this rank
   */
  record Reduced(GroupCatalogue catalogue, SphereStage.Groups groups) {}

  /**
   * Groups with all that was measured.
   *
   * @param catalogue of this rank's range
   * @param subhaloes null where none were looked for
   */
  record Measured(GroupCatalogue catalogue, SubhaloSearch.Found subhaloes)
      implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(subhaloes);
    }
  }

  /**
   * Evaluates the groups of a single rank, which are whole and in order.
   *
   * @param groups closed
   */
  private GroupFinder.Found takeAlone(
      GroupTable groups,
      MemberList members,
      SphereStage.Points all,
      Function<Reduced, Measured> measure) {
    try (groups) {
      GroupCatalogue fetched =
          clock.time("fetch catalogue", () -> groups.toCatalogue(backend.memory()));
      GroupPlaces places = GroupPlaces.alone(backend.memory().toInts(groups.order()));
      SphereStage.Groups here = new SphereStage.Groups(members, GroupSegments.none(), places);
      try (Measured measured = measure.apply(new Reduced(fetched, here))) {
        return reducedAlone(measured, groups, members, here, all);
      }
    }
  }

  private GroupFinder.Found reducedAlone(
      Measured measured,
      GroupTable groups,
      MemberList members,
      SphereStage.Groups here,
      SphereStage.Points all) {
    try (Scope made = new Scope()) {
      GroupCatalogue catalogue = measured.catalogue;
      DeviceArray labels = made.add(labels(() -> labels(members, groups, all.points())));
      SubhaloLabels subhaloes = made.add(subhaloes(measured, here, all));
      if (!problem.withIds()) {
        return made.keep(new GroupFinder.Found(catalogue, labels, subhaloes));
      }
      int[] order = backend.memory().toInts(groups.order());
      MemberIds ids =
          clock.time(
              "member IDs",
              () ->
                  measured.subhaloes == null
                      ? listIds(catalogue, members, order, all)
                      : MemberIds.of(
                          measured.subhaloes.ids().repeated(), measured.subhaloes.ids().ids()));
      return made.keep(new GroupFinder.Found(catalogue.withMemberIds(ids), labels, subhaloes));
    }
  }

  /** The subhalo of each particle, if labels are asked for. */
  private SubhaloLabels subhaloes(
      Measured measured, SphereStage.Groups groups, SphereStage.Points all) {
    return withLabels && measured.subhaloes != null
        ? clock.time(
            "labels of subhaloes",
            () ->
                SubhaloLabels.of(
                    backend.memory(),
                    comm,
                    groups,
                    all,
                    measured.subhaloes,
                    measured.catalogue.groups()))
        : null;
  }

  private DeviceArray labels(MemberList members, GroupTable table, SortedPoints points) {
    try (DeviceArray place = backend.particles().inverse(table.order())) {
      return backend.groups().labels(members, place, points);
    }
  }

  /** Labels, if they are asked for. */
  private DeviceArray labels(Supplier<DeviceArray> labels) {
    return withLabels ? clock.time("labels", labels) : null;
  }

  /**
   * Sorts the groups of all ranks, each of which gets a range of the catalogue.
   *
   * @param groups closed
   */
  private GroupFinder.Found collect(
      EvaluatedGroups groups,
      MemberList members,
      SharedGroups shared,
      SphereStage.Points all,
      Function<Reduced, Measured> measure) {
    CatalogueReduction reduction =
        new CatalogueReduction(backend.groups(), backend.particles(), arrays, backend.memory());
    CatalogueReduction.Result sorted;
    try (groups) {
      SumColumns lengths = problem.withIds() ? SumColumns.of(all.particles()) : null;
      sorted = clock.time("sort groups", () -> reduction.sort(groups, lengths));
    }
    GroupCatalogue fetched;
    try (sorted) {
      fetched = clock.time("fetch catalogue", () -> sorted.range().toCatalogue(backend.memory()));
    }
    SphereStage.Groups here =
        new SphereStage.Groups(
            members, segments(members, shared), new GroupPlaces(sorted.number(), sorted.starts()));
    try (Measured measured = measure.apply(new Reduced(fetched, here));
        Scope made = new Scope()) {
      GroupCatalogue catalogue = measured.catalogue;
      DeviceArray labels = made.add(labels(() -> labels(members, sorted.number(), all.points())));
      SubhaloLabels subhaloes = made.add(subhaloes(measured, here, all));
      if (!problem.withIds()) {
        return made.keep(new GroupFinder.Found(catalogue, labels, subhaloes));
      }
      MemberIds ids =
          clock.time(
              "member IDs",
              () ->
                  measured.subhaloes == null
                      ? listIds(members, sorted, all.points(), all.particles())
                      : listIds(measured.subhaloes.ids()));
      return made.keep(new GroupFinder.Found(catalogue.withMemberIds(ids), labels, subhaloes));
    }
  }

  /** Of a single rank. */
  private MemberIds listIds(
      GroupCatalogue catalogue, MemberList members, int[] order, SphereStage.Points all) {
    try (DeviceArray ids =
        backend.groups().memberIds(members, order, all.points(), all.particles())) {
      return MemberIds.checked(catalogue.sums().lengthType(), backend.memory().toLongs(ids));
    }
  }

  private MemberIds listIds(OrderedIds of) {
    return DistributedIds.inOrder(
        new DistributedIds.Context(arrays, backend.memory()),
        of.numbers(),
        of.places(),
        of.lengths(),
        backend.memory().upload(of.ids()),
        of.repeated());
  }

  private GroupSegments segments(MemberList members, SharedGroups shared) {
    if (problem.spheres() == null) {
      return GroupSegments.none();
    }
    int[] roots = ArrayParts.join(new int[][] {shared.parts(), shared.owned()});
    return GroupSegments.of(shared, backend.groups().numbersOf(members, roots), comm);
  }

  private DeviceArray labels(MemberList members, long[] number, SortedPoints points) {
    int[] places = Arrays.stream(number).mapToInt(Math::toIntExact).toArray();
    try (DeviceArray place = backend.memory().upload(places)) {
      return backend.groups().labels(members, place, points);
    }
  }

  private MemberIds listIds(
      MemberList members,
      CatalogueReduction.Result sorted,
      SortedPoints points,
      Particles particles) {
    int[] order = sorted.order();
    int slots = SumColumns.of(particles).slots();
    long[] lengths = new long[order.length * slots];
    long[] numbers = new long[order.length];
    Parallel.forRange(
        order.length,
        Parallel.GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            System.arraycopy(sorted.lengthType(), order[i] * slots, lengths, i * slots, slots);
            numbers[i] = sorted.number()[order[i]];
          }
        });
    return DistributedIds.increasing(
        new DistributedIds.Context(arrays, backend.memory()),
        numbers,
        lengths,
        backend.groups().memberIds(members, order, points, particles));
  }
}
