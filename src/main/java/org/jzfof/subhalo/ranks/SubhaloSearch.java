package org.jzfof.subhalo.ranks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RankRows;
import org.jzfof.config.SubhaloOptions;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Bisection;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.values.GroupEpochs;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.subhalo.FoundSubhaloes;
import org.jzfof.subhalo.SubhaloFinder;
import org.jzfof.subhalo.SubhaloKernels;
import org.jzfof.subhalo.SubhaloPhysics;
import org.jzfof.subhalo.density.DensityKernels;
import org.jzfof.subhalo.members.GroupMembers;
import org.jzfof.subhalo.members.MemberSource;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.threads.Parallel;

/**
 * Finds the subhaloes of the groups of all ranks from the members and their densities. The results
 * are the subhaloes, on the ranks that have their groups in the catalogue, the IDs of the members
 * in order, and the labels of the members. Groups are searched in rounds, on the ranks to which
 * {@link GroupAssignment} assigns them; members of groups that are too long for a round stay on
 * their ranks, which search such a group together.
 */
public final class SubhaloSearch {
  /** Default number of members of a rank in a round; longer groups have a round of their own. */
  private static final long ROUND_MEMBERS = 1L << 21;

  private static final long MAX_ROUND_MEMBERS = 1L << 23;

  /** Ratio of the heap to the memory of a round with more members than the default. */
  private static final long SPARE = 32;

  /** Minimum ratio of the heap to the memory of a round. */
  private static final long MIN_SPARE = 8;

  /** Bytes of a member of a round on a GPU: columns and working arrays. */
  private static final long DEVICE_BYTES = 240;

  /** Heap bytes per local member of a group that is on all ranks. */
  private static final long SHARED_BYTES = 320;

  /** Heap bytes on every rank per member of a gathered piece of such a group. */
  private static final long PIECE_BYTES = 80;

  private final Kernels kernels;
  private final Communicator comm;
  private final Settings settings;
  private final MemberHeapCheck room;
  private final long roundMembers;

  /**
   * Kernels and memory of one backend.
   *
   * @param subhaloes kernels for complete groups
   * @param finder finder for groups that are on several ranks
   */
  public record Kernels(
      DensityKernels densities,
      SubhaloKernels subhaloes,
      SubhaloFinder finder,
      DeviceMemory memory,
      DistributedPotentials.Kernels potentials) {}

  /**
   * Parameters of the search.
   *
   * @param options requested options, with the softening in use
   * @param physics parameters at the time of a group, of its scale factor
   * @param toPeculiar factor from stored to peculiar velocities
   * @param toPhysical factor from stored to physical thermal energies
   * @param membersPerRound maximum number of members of a rank in a round; 0 for the default
   */
  public record Settings(
      FixedPoint map,
      SubhaloOptions options,
      DoubleFunction<SubhaloPhysics> physics,
      double toPeculiar,
      double toPhysical,
      long membersPerRound) {}

  /**
   * Members of the groups of this rank.
   *
   * @param members members of the groups, as indices of points
   * @param points points, as rows of particles
   * @param number row of each group in the catalogue
   * @param first first catalogue row of the range of each rank, and the number of groups [size+1]
   * @param epochs when the groups of this rank are
   * @param density F64 density of each member
   */
  public record Members(
      MemberList members,
      SortedPoints points,
      Particles particles,
      long[] number,
      long[] first,
      GroupEpochs epochs,
      DeviceArray density) {}

  /**
   * Subhaloes, IDs and labels.
   *
   * @param table subhaloes of the groups in this rank's range of the catalogue
   * @param ids IDs of the members of groups that this rank has processed, on the device
   * @param labels I64 label of each member, as in {@link FoundSubhaloes}
   */
  public record Result(SubhaloTable table, OrderedIds ids, DeviceArray labels)
      implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(ids, labels);
    }
  }

  /**
   * Returns the bytes of the Java heap that a search needs for the members of a rank in short
   * groups: density, ID and label of each, and the columns of the members of a round.
   */
  public static long heapBytes(long members) {
    return members * (3 * Long.BYTES)
        + Math.min(members, ROUND_MEMBERS) * SubhaloMembers.SEARCH_BYTES;
  }

  /**
   * Returns the bytes of device memory outside the heap that a search needs for the members of a
   * rank: density, ID and label of each, and the columns and working arrays of a round.
   */
  public static long deviceBytes(long members) {
    return members * (3 * Long.BYTES) + Math.min(members, MAX_ROUND_MEMBERS) * DEVICE_BYTES;
  }

  /** Every rank calls the constructor. */
  public SubhaloSearch(Kernels kernels, Communicator comm, Settings settings) {
    this.kernels = kernels;
    this.comm = comm;
    this.settings = settings;
    this.room = new MemberHeapCheck(comm, kernels.memory);
    this.roundMembers =
        settings.membersPerRound > 0 ? settings.membersPerRound : roundMembers(room.limit(), comm);
  }

  /** Returns more members per round than the default for a large heap, fewer for a small one. */
  private static long roundMembers(long bytes, Communicator comm) {
    double[] heap = {bytes};
    comm.min(heap);
    long members = (long) heap[0] / SubhaloMembers.SEARCH_BYTES;
    long more = Math.max(ROUND_MEMBERS, Math.min(members / SPARE, MAX_ROUND_MEMBERS));
    return Math.min(more, members / MIN_SPARE);
  }

  /**
   * Finds the subhaloes; every rank calls it.
   *
   * @param length numbers of members of the groups in this rank's range of the catalogue
   */
  public Result find(Members local, long[] length) {
    long shared = longerThan(comm.size() == 1 ? Long.MAX_VALUE : roundMembers, length);
    GroupAssignment assignment =
        GroupAssignment.of(comm, local.number, local.first, length, shared, roundMembers);
    try (Scope held = new Scope()) {
      SearchState search = new SearchState(local, assignment, held);
      for (long group = 0; group < shared; group++) {
        search.findShared(group);
      }
      for (int round = 0; round < assignment.rounds(); round++) {
        search.findMoved(round);
      }
      search.findStaying();
      return held.keep(search.found());
    }
  }

  /**
   * Returns the number of groups of all ranks that have more members; they come first in the
   * catalogue.
   */
  private long longerThan(long members, long[] length) {
    long[] longer = {Arrays.stream(length).filter(count -> count > members).count()};
    comm.sum(longer);
    return longer[0];
  }

  /** State of one search. */
  private final class SearchState {
    private final Members local;
    private final MemberSource source;
    private final GroupAssignment assignment;
    private final long[] start;
    private final int[] order;
    private final int types;
    private final DistributedSubhaloes distributed;
    private final OrderedIds ids;
    private final List<SubhaloTable> tables = new ArrayList<>();
    private final Scope held;
    private final List<int[]> searched = new ArrayList<>(); // groups of this rank, as searched
    private final List<DeviceArray> labels = new ArrayList<>(); // of the members of these groups
    private int next; // number of local groups in the order that are shared and searched

    /**
     * @param held scope of resources that are closed after the search
     */
    SearchState(Members local, GroupAssignment assignment, Scope held) {
      this.local = local;
      this.held = held;
      this.ids = held.add(new OrderedIds(kernels.memory));
      this.source =
          new MemberSource(
              local.members,
              local.points,
              local.particles,
              settings.map,
              local.density,
              settings.toPeculiar,
              settings.toPhysical);
      this.assignment = assignment;
      this.start = kernels.memory.toLongs(local.members.start());
      this.order = ArrayParts.orderOf(local.number);
      this.types = local.particles.massOfType().length;
      this.distributed =
          new DistributedSubhaloes(
              comm,
              new DistributedSubhaloes.Kernels(
                  kernels.densities, kernels.finder, kernels.potentials),
              settings.physics,
              roundMembers);
    }

    Result found() {
      SubhaloTable none = SubhaloTable.allocate(settings.options, types, 0);
      SubhaloTable table = none.concatenate(tables).ofRange(comm, local.first);
      return new Result(table, ids, labelsOfMembers());
    }

    /** Returns labels in the order of the members, from those in the order of the search. */
    private DeviceArray labelsOfMembers() {
      int[] groups = ArrayParts.join(searched.toArray(int[][]::new));
      long[] offset = ArrayParts.take(start, groups);
      try (DeviceArray all = kernels.memory.join(ElementType.I64, labels)) {
        return kernels.memory.moveParts(all, offsets(groups), offset);
      }
    }

    /** Finds the subhaloes of a group whose members stay on all ranks. */
    void findShared(long number) {
      boolean any = next < order.length && local.number[order[next]] == number;
      int[] groups = any ? new int[] {order[next++]} : new int[0];
      long from = any ? start[groups[0]] : 0;
      long count = any ? start[groups[0] + 1] - from : 0;
      long[] total = {count};
      comm.sum(total);
      long bytes =
          SHARED_BYTES * count
              + PIECE_BYTES * Math.min(total[0], kernels.potentials.limits().piece());
      room.require(count, bytes, "%d of %d members of a group".formatted(count, total[0]));
      double scaleFactor = any ? local.epochs.at(groups[0]) : Double.NaN;
      DistributedSubhaloes.Result found =
          distributed.find(
              onHost(
                  kernels.subhaloes.gather(
                      source, new int[] {(int) from}, new int[] {0, (int) count})),
              scaleFactor);
      long[] label = new long[(int) count];
      for (int i = 0; i < label.length; i++) {
        label[i] =
            (long) found.rank()[i] << Integer.SIZE | Integer.toUnsignedLong(found.indexInType()[i]);
      }
      keep(groups, kernels.memory.upload(label));
      ids.add(number, found);
      tables.add(found.table(settings.options, types, number));
    }

    private SubhaloMembers onHost(GroupMembers gathered) {
      try (gathered) {
        return gathered.download(kernels.memory);
      }
    }

    /**
     * Gathers the local members of groups, group by group.
     *
     * @param offset first of these members of each group, and their number [groups + 1]
     */
    private GroupMembers gather(int[] groups, long[] offset) {
      int[] first = new int[groups.length];
      int[] starts = new int[offset.length];
      starts[groups.length] = Math.toIntExact(offset[groups.length]);
      Parallel.forEach(
          groups.length,
          Parallel.GRAIN,
          g -> {
            first[g] = (int) start[groups[g]];
            starts[g] = (int) offset[g];
          });
      return kernels.subhaloes.gather(source, first, starts);
    }

    /** Finds the subhaloes of a round, after each group has moved to one rank. */
    void findMoved(int round) {
      int[] moving = assignment.groupsOf(order, next, round);
      int[] rank = ArrayParts.take(assignment.rank(), moving);
      RankRows byRank = RankRows.byRank(rank, comm.size());
      int[] all = ArrayParts.take(moving, byRank.row());
      WholeGroups wholes = new WholeGroups(comm, room, heads(all, byRank.start()));
      SubhaloMembers own = onHost(gather(all, offsets(all)));
      try (GroupMembers members = GroupMembers.upload(wholes.receive(own), kernels.memory);
          DeviceArray found = find(members, wholes.numbers(), wholes.epochs())) {
        keep(all, kernels.memory.upload(wholes.sendBack(kernels.memory.toLongs(found))));
      }
    }

    /**
     * Announcements of the groups [first[r], first[r+1]) to each rank r, for {@link WholeGroups}.
     */
    private long[][] heads(int[] groups, long... first) {
      long[][] heads = new long[comm.size()][];
      Arrays.setAll(
          heads,
          r ->
              IntStream.range((int) first[r], (int) first[r + 1])
                  .map(i -> groups[i])
                  .mapToObj(
                      g ->
                          new long[] {
                            local.number[g],
                            start[g + 1] - start[g],
                            Double.doubleToRawLongBits(local.epochs.at(g))
                          })
                  .flatMapToLong(Arrays::stream)
                  .toArray());
      return heads;
    }

    /**
     * Finds the subhaloes of the groups that stay on this rank. All ranks have the same number of
     * rounds, because ranks in one process check together whether its heap has room.
     */
    void findStaying() {
      int[] staying = assignment.groupsOf(order, next, GroupAssignment.STAYS);
      long[] first = offsets(staying);
      double[] rounds = {1 + first[staying.length] / roundMembers};
      comm.max(rounds);
      int from = 0;
      for (long round = 1; round <= (long) rounds[0]; round++) {
        long end = round * roundMembers;
        int to = Bisection.countBelow(staying.length, i -> first[i] < end);
        findStaying(Arrays.copyOfRange(staying, from, to));
        from = to;
      }
    }

    private void findStaying(int[] groups) {
      long[] first = offsets(groups);
      long count = first[groups.length];
      room.require(count, kernels.subhaloes.heapBytes(count), "%d members".formatted(count));
      long[] number = ArrayParts.take(local.number, groups);
      try (GroupMembers members = gather(groups, first)) {
        keep(groups, find(members, number, local.epochs.select(groups)));
      }
    }

    /** Returns the labels of the members. */
    private DeviceArray find(GroupMembers members, long[] number, GroupEpochs epochs) {
      FoundSubhaloes found =
          kernels.subhaloes.find(
              members, number, epochs.of(settings.physics, number.length), settings.options);
      long[] length = new long[number.length];
      Arrays.setAll(length, g -> members.start()[g + 1] - members.start()[g]);
      ids.add(number, length, found);
      tables.add(found.table());
      return found.labels();
    }

    /** Keeps the labels of the local members of groups, group by group. */
    private void keep(int[] groups, DeviceArray label) {
      searched.add(groups);
      labels.add(held.add(label));
    }

    private long[] offsets(int[] groups) {
      return ArrayParts.offsets(groups.length, i -> start[groups[i] + 1] - start[groups[i]]);
    }
  }
}
