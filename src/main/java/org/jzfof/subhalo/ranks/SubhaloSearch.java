package org.jzfof.subhalo.ranks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RankRows;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.config.SubhaloOptions;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Bisection;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Scope;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.subhalo.FoundSubhaloes;
import org.jzfof.subhalo.SubhaloFinder;
import org.jzfof.subhalo.SubhaloKernels;
import org.jzfof.subhalo.SubhaloPhysics;
import org.jzfof.subhalo.density.DensityKernels;
import org.jzfof.subhalo.members.GroupMembers;
import org.jzfof.subhalo.members.MemberSelection;
import org.jzfof.subhalo.members.MemberSource;
import org.jzfof.subhalo.members.SubhaloMembers;
import org.jzfof.threads.Parallel;

/**
 * Finds the subhaloes of the groups of all ranks from the members and their densities. The results
 * are the subhaloes, on the ranks that have their groups in the catalogue, the IDs of the members
 * in order, and the labels of the members. On several ranks, each group moves completely to one
 * rank, in rounds; members of groups that are too long for a round stay on their ranks.
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
   * @param toPeculiar factor from stored to peculiar velocities
   * @param toPhysical factor from stored to physical thermal energies
   * @param membersPerRound maximum number of members of a rank in a round; 0 for the default
   */
  public record Settings(
      FixedPoint map,
      SubhaloOptions options,
      SubhaloPhysics physics,
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
   * @param density F64 density of each member
   */
  public record Members(
      MemberList members,
      SortedPoints points,
      Particles particles,
      long[] number,
      long[] first,
      DeviceArray density) {}

  /**
   * Subhaloes, IDs and labels.
   *
   * @param table subhaloes of the groups in this rank's range of the catalogue
   * @param ids IDs of the members of groups that this rank has processed
   * @param labels I64 label of each member, as in {@link FoundSubhaloes}
   */
  public record Result(SubhaloTable table, OrderedIds ids, DeviceArray labels)
      implements AutoCloseable {
    @Override
    public void close() {
      labels.close();
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
   * rank: density and label of each, and the columns and working arrays of a round.
   */
  public static long deviceBytes(long members) {
    return members * (2 * Long.BYTES) + Math.min(members, MAX_ROUND_MEMBERS) * DEVICE_BYTES;
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
    long sharedGroups = longerThan(comm.size() == 1 ? Long.MAX_VALUE : roundMembers, length);
    try (Scope held = new Scope()) {
      GroupRounds rounds = new GroupRounds(comm, length, local.first, sharedGroups, roundMembers);
      SearchState search = new SearchState(local, rounds, held);
      for (long group = 0; group < sharedGroups; group++) {
        search.findShared(group);
      }
      for (int round = 0; round < rounds.count(); round++) {
        if (comm.size() == 1) {
          search.findOnOneRank(round);
        } else {
          search.findMoved(round);
        }
      }
      return search.found();
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
    private final GroupRounds rounds;
    private final long[] start;
    private final int[] order;
    private final int types;
    private final DistributedSubhaloes distributed;
    private final OrderedIds ids = new OrderedIds();
    private final List<SubhaloTable> tables = new ArrayList<>();
    private final long[] labels; // of the members of this rank, where there are several ranks
    private final Scope held;
    private final List<DeviceArray> labelsInOrder = new ArrayList<>(); // of groups of a single rank
    private int next; // index in the order of the first group of the round
    private WholeGroups roundGroups; // groups of the round

    /**
     * @param held scope of resources that are closed after the search
     */
    SearchState(Members local, GroupRounds rounds, Scope held) {
      this.local = local;
      this.held = held;
      this.source =
          new MemberSource(
              local.members,
              local.points,
              local.particles,
              settings.map,
              local.density,
              settings.toPeculiar,
              settings.toPhysical);
      this.rounds = rounds;
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
      int members = Math.toIntExact(local.members.members().length());
      this.labels = new long[comm.size() == 1 ? 0 : members];
    }

    Result found() {
      SubhaloTable none = SubhaloTable.allocate(settings.options, types, 0);
      SubhaloTable table = none.concatenate(tables).sorted(local.first[comm.rank()]);
      return new Result(
          table, ids, comm.size() == 1 ? localLabels() : kernels.memory.upload(labels));
    }

    /**
     * Returns labels in the order of the members, from those in the order of the groups in the
     * catalogue.
     */
    private DeviceArray localLabels() {
      long[] first = ArrayParts.offsets(order.length, i -> start[order[i] + 1] - start[order[i]]);
      long[] offset = Arrays.stream(order).mapToLong(group -> start[group]).toArray();
      try (DeviceArray all = kernels.memory.join(ElementType.I64, labelsInOrder)) {
        return kernels.memory.moveParts(all, first, offset);
      }
    }

    /** Finds the subhaloes of a group whose members stay on all ranks. */
    void findShared(long number) {
      boolean any = next < order.length && local.number[order[next]] == number;
      int group = any ? order[next++] : 0;
      int[] indices =
          any
              ? MemberSelection.range((int) start[group], (int) (start[group + 1] - start[group]))
                  .row()
              : new int[0];
      long[] total = {indices.length};
      comm.sum(total);
      long bytes =
          SHARED_BYTES * indices.length
              + PIECE_BYTES * Math.min(total[0], kernels.potentials.limits().piece());
      room.require(
          indices.length, bytes, "%d of %d members of a group".formatted(indices.length, total[0]));
      DistributedSubhaloes.Result found = distributed.find(onHost(indices));
      for (int i = 0; i < indices.length; i++) {
        labels[indices[i]] =
            (long) found.rank()[i] << Integer.SIZE | Integer.toUnsignedLong(found.indexInType()[i]);
      }
      ids.add(number, found);
      List<DistributedSubhaloes.Ranked> subhaloes = found.subhaloes();
      SubhaloTable table = SubhaloTable.allocate(settings.options, types, subhaloes.size());
      for (int s = 0; s < subhaloes.size(); s++) {
        DistributedSubhaloes.Ranked one = subhaloes.get(s);
        table.put(s, one.properties());
        table.put(SubhaloColumn.GROUP, s, number);
        table.put(SubhaloColumn.RANK, s, one.rank());
        table.put(SubhaloColumn.PARENT, s, one.parent());
      }
      int owner = ArrayParts.partOf(local.first, number);
      toOwners(table, ArrayParts.offsets(comm.size(), r -> r == owner ? table.count() : 0));
    }

    private SubhaloMembers onHost(int[] indices) {
      try (GroupMembers members =
          kernels.subhaloes.gather(source, indices, new int[] {0, indices.length})) {
        return members.download(kernels.memory);
      }
    }

    /** Finds the subhaloes of a round on a single rank. */
    void findOnOneRank(int round) {
      int from = next;
      long end = rounds.cuts()[round + 1];
      next += Bisection.countBelow(order.length - from, i -> local.number[order[from + i]] < end);
      int groups = next - from;
      long[] number = new long[groups];
      long[] length = new long[groups];
      for (int i = 0; i < groups; i++) {
        int group = order[from + i];
        number[i] = local.number[group];
        length[i] = start[group + 1] - start[group];
      }
      long[] first = ArrayParts.offsets(length);
      long bytes = kernels.subhaloes.heapBytes(first[groups]);
      room.require(first[groups], bytes, "%d members".formatted(first[groups]));
      int[] indices = ArrayParts.consecutive(first, i -> start[order[from + i]]);
      int[] starts = Arrays.stream(first).mapToInt(Math::toIntExact).toArray();
      try (GroupMembers members = kernels.subhaloes.gather(source, indices, starts)) {
        FoundSubhaloes found = held.add(find(members, number));
        labelsInOrder.add(found.labels());
        tables.add(found.table());
      }
    }

    /** Finds the subhaloes of a round on several ranks, after each group has moved to one rank. */
    void findMoved(int round) {
      int[] sent = members(round);
      try (GroupMembers members =
              GroupMembers.upload(roundGroups.receive(onHost(sent)), kernels.memory);
          FoundSubhaloes found = find(members, roundGroups.numbers())) {
        long[] back = roundGroups.sendBack(kernels.memory.toLongs(found.labels()));
        Parallel.forEach(sent.length, Parallel.GRAIN, i -> labels[sent[i]] = back[i]);
        send(roundGroups.numbers(), found);
      }
    }

    private FoundSubhaloes find(GroupMembers members, long[] number) {
      FoundSubhaloes found =
          kernels.subhaloes.find(members, number, settings.physics, settings.options);
      long[] length = new long[number.length];
      Arrays.setAll(length, g -> members.start()[g + 1] - members.start()[g]);
      ids.add(number, length, found);
      return found;
    }

    /**
     * Assigns the groups of a round to ranks, and returns the local members by destination rank.
     */
    private int[] members(int round) {
      GroupRounds.Owners owners = rounds.owners(round);
      long end = rounds.cuts()[round + 1];
      List<List<Integer>> groups = new ArrayList<>();
      for (int r = 0; r < comm.size(); r++) {
        groups.add(new ArrayList<>());
      }
      for (; next < order.length && local.number[order[next]] < end; next++) {
        groups.get(owners.of(local.number[order[next]])).add(order[next]);
      }
      long[][] heads = new long[comm.size()][];
      int[][] sent = new int[comm.size()][];
      for (int r = 0; r < sent.length; r++) {
        List<Integer> batch = groups.get(r);
        heads[r] =
            batch.stream()
                .flatMapToLong(g -> LongStream.of(local.number[g], start[g + 1] - start[g]))
                .toArray();
        long[] first =
            ArrayParts.offsets(batch.size(), i -> start[batch.get(i) + 1] - start[batch.get(i)]);
        sent[r] = ArrayParts.consecutive(first, i -> start[batch.get(i)]);
      }
      roundGroups = new WholeGroups(comm, room, heads);
      return ArrayParts.join(sent);
    }

    private void send(long[] number, FoundSubhaloes found) {
      long[] start = new long[comm.size() + 1];
      Arrays.setAll(
          start,
          r -> found.first()[Bisection.countBelow(number.length, g -> number[g] < local.first[r])]);
      toOwners(found.table(), start);
    }

    /**
     * @param start first row that goes to each rank
     */
    private void toOwners(SubhaloTable table, long[] start) {
      RowTransfer owners = RowTransfer.inOrder(comm, RankRows.inOrder(start));
      SubhaloTable come = table.like(owners.arriving().count());
      owners.move(table.columns(), come.columns());
      tables.add(come);
    }
  }
}
