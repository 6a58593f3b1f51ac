package org.jzfof.pipeline.stages;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jzfof.backend.Backend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;
import org.jzfof.error.MemoryException;
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
import org.jzfof.groups.SubhaloLabels;
import org.jzfof.groups.SumColumns;
import org.jzfof.groups.ids.DistributedIds;
import org.jzfof.groups.ids.MemberIds;
import org.jzfof.groups.values.SubhaloTable;
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
  private final GroupFinder.Parameters parameters;
  private final boolean withLabels;

  GroupReducer(
      Backend backend,
      ArrayExchange arrays,
      StageClock clock,
      GroupFinder.Parameters parameters,
      boolean withLabels) {
    this.backend = backend;
    this.arrays = arrays;
    this.comm = arrays.comm();
    this.clock = clock;
    this.parameters = parameters;
    this.withLabels = withLabels;
  }

  /**
   * Evaluates groups and their properties.
   *
   * @param measure function that adds further measured values to the groups; every rank calls it
   * @return the result, with labels as in {@link GroupKernels#labels}
   */
  GroupFinder.SearchResult reduce(
      MemberList members,
      SharedGroups shared,
      SphereStage.Points all,
      Function<GroupsInMemory, MeasuredGroups> measure) {
    GroupEvaluation evaluation =
        new GroupEvaluation(
            backend.groups(), backend.particles(), backend.memory(), parameters.map());
    EvaluatedGroups groups =
        clock.time(
            "reduce",
            () ->
                evaluation.evaluate(
                    members, shared, all.points(), all.particles(), parameters.withRadii()));
    return comm.size() == 1
        ? reduceOnOneRank(groups.table(), members, all, measure)
        : reduceOnAllRanks(groups, members, shared, all, measure);
  }

  /**
   * Groups whose members are still in memory.
   *
   * @param catalogue catalogue of this rank's range
   */
  record GroupsInMemory(GroupCatalogue catalogue, SphereStage.Groups groups) {}

  /**
   * Groups with all measured values.
   *
   * @param catalogue catalogue of this rank's range
   * @param subhaloes subhaloes, or null if none were requested
   */
  record MeasuredGroups(GroupCatalogue catalogue, SubhaloSearch.Result subhaloes)
      implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(subhaloes);
    }
  }

  /**
   * Completes the groups of a single rank, which are already in order.
   *
   * @param groups table of the groups; closed
   */
  private GroupFinder.SearchResult reduceOnOneRank(
      GroupTable groups,
      MemberList members,
      SphereStage.Points all,
      Function<GroupsInMemory, MeasuredGroups> measure) {
    try (groups) {
      GroupCatalogue fetched =
          clock.time("fetch catalogue", () -> groups.toCatalogue(backend.memory()));
      GroupRows rows = GroupRows.onOneRank(backend.memory().toInts(groups.order()));
      SphereStage.Groups local = new SphereStage.Groups(members, GroupSegments.none(), rows);
      try (MeasuredGroups measured = measure.apply(new GroupsInMemory(fetched, local))) {
        return resultOnOneRank(measured, groups, members, local, all);
      }
    }
  }

  private GroupFinder.SearchResult resultOnOneRank(
      MeasuredGroups measured,
      GroupTable groups,
      MemberList members,
      SphereStage.Groups local,
      SphereStage.Points all) {
    try (Scope scope = new Scope()) {
      GroupCatalogue catalogue = measured.catalogue;
      DeviceArray labels = scope.add(labels(() -> labels(members, groups, all.points())));
      SubhaloLabels subhaloes = scope.add(subhaloes(measured, local, all));
      if (!parameters.withIds()) {
        return scope.keep(new GroupFinder.SearchResult(catalogue, labels, subhaloes));
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
      return scope.keep(
          new GroupFinder.SearchResult(catalogue.withMemberIds(ids), labels, subhaloes));
    }
  }

  /** Returns the subhalo of each particle, if labels are requested. */
  private SubhaloLabels subhaloes(
      MeasuredGroups measured, SphereStage.Groups groups, SphereStage.Points all) {
    return withLabels && measured.subhaloes != null
        ? clock.time(
            "labels of subhaloes",
            () -> {
              try (DeviceArray first =
                  backend
                      .memory()
                      .upload(
                          firstSubhaloes(
                              groups.rows(),
                              measured.subhaloes.table(),
                              measured.catalogue.groups()))) {
                return backend
                    .groups()
                    .subhaloLabels(
                        groups.members(), first, measured.subhaloes.labels(), all.points());
              }
            })
        : null;
  }

  /** Returns the catalogue number of the first subhalo of each group of this rank. */
  private int[] firstSubhaloes(GroupRows rows, SubhaloTable table, int localGroups) {
    long firstLocal = comm.exclusiveScan(table.count());
    long[] total = {table.count()};
    comm.sum(total);
    if (total[0] > Integer.MAX_VALUE) {
      throw new MemoryException(
          "%d subhaloes are more than can be numbered: give a larger --min-length, or leave --membership and --reorder out"
              .formatted(total[0]));
    }
    long[] first =
        Arrays.stream(table.starts(localGroups)).mapToLong(s -> firstLocal + s).toArray();
    return Arrays.stream(RowTransfer.ofRequests(comm, rows.first(), rows.number()).moved(first, 1))
        .mapToInt(Math::toIntExact)
        .toArray();
  }

  private DeviceArray labels(MemberList members, GroupTable table, SortedPoints points) {
    try (DeviceArray row = backend.particles().inverse(table.order())) {
      return backend.groups().labels(members, row, points);
    }
  }

  /** Returns the labels, if they are requested. */
  private DeviceArray labels(Supplier<DeviceArray> labels) {
    return withLabels ? clock.time("labels", labels) : null;
  }

  /**
   * Sorts the groups of all ranks, each of which receives a range of the catalogue.
   *
   * @param groups evaluated groups; closed
   */
  private GroupFinder.SearchResult reduceOnAllRanks(
      EvaluatedGroups groups,
      MemberList members,
      SharedGroups shared,
      SphereStage.Points all,
      Function<GroupsInMemory, MeasuredGroups> measure) {
    CatalogueReduction reduction =
        new CatalogueReduction(backend.groups(), backend.particles(), arrays, backend.memory());
    CatalogueReduction.Result sorted;
    try (groups) {
      SumColumns lengths = parameters.withIds() ? SumColumns.of(all.particles()) : null;
      sorted = clock.time("sort groups", () -> reduction.sort(groups, lengths));
    }
    GroupCatalogue fetched;
    try (sorted) {
      fetched = clock.time("fetch catalogue", () -> sorted.range().toCatalogue(backend.memory()));
    }
    SphereStage.Groups local =
        new SphereStage.Groups(
            members, segments(members, shared), new GroupRows(sorted.number(), sorted.starts()));
    try (MeasuredGroups measured = measure.apply(new GroupsInMemory(fetched, local));
        Scope scope = new Scope()) {
      GroupCatalogue catalogue = measured.catalogue;
      DeviceArray labels = scope.add(labels(() -> labels(members, sorted.number(), all.points())));
      SubhaloLabels subhaloes = scope.add(subhaloes(measured, local, all));
      if (!parameters.withIds()) {
        return scope.keep(new GroupFinder.SearchResult(catalogue, labels, subhaloes));
      }
      MemberIds ids =
          clock.time(
              "member IDs",
              () ->
                  measured.subhaloes == null
                      ? listIds(members, sorted, all.points(), all.particles())
                      : listIds(measured.subhaloes.ids()));
      return scope.keep(
          new GroupFinder.SearchResult(catalogue.withMemberIds(ids), labels, subhaloes));
    }
  }

  /** Lists the member IDs on a single rank. */
  private MemberIds listIds(
      GroupCatalogue catalogue, MemberList members, int[] order, SphereStage.Points all) {
    try (DeviceArray ids =
        backend.groups().memberIds(members, order, all.points(), all.particles())) {
      return MemberIds.checked(catalogue.sums().lengthType(), backend.memory().toLongs(ids));
    }
  }

  private MemberIds listIds(OrderedIds ordered) {
    OrderedIds.Sorted sorted = ordered.sorted();
    return DistributedIds.inOrder(
        new DistributedIds.Context(arrays, backend.memory()),
        sorted.numbers(),
        sorted.offsets(),
        sorted.lengths(),
        sorted.ids(),
        ordered.repeated());
  }

  private GroupSegments segments(MemberList members, SharedGroups shared) {
    if (parameters.spheres() == null && parameters.slice() == null) {
      return GroupSegments.none();
    }
    int[] roots = ArrayParts.join(new int[][] {shared.parts(), shared.owned()});
    return GroupSegments.of(shared, backend.groups().numbersOf(members, roots), comm);
  }

  private DeviceArray labels(MemberList members, long[] number, SortedPoints points) {
    int[] rows = Arrays.stream(number).mapToInt(Math::toIntExact).toArray();
    try (DeviceArray row = backend.memory().upload(rows)) {
      return backend.groups().labels(members, row, points);
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
