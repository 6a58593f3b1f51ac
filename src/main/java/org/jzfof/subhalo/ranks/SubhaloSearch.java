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
 * Finds the subhaloes of the groups of all ranks: needs the members with their densities, leaves
 * the subhaloes on the ranks that have their groups in the catalogue, the IDs of the members in
 * order, and where each member is. Groups move whole to one rank each, some at a time; where there
 * are several ranks, members of groups that are longer than those of a rank at a time stay.
 */
public final class SubhaloSearch {
  /** Members of a rank at a time, but for longer groups. */
  private static final long ROUND_MEMBERS = 1L << 21;

  private static final long MAX_ROUND_MEMBERS = 1L << 23;

  /** Heap over that of the members at a time, where there are more than these. */
  private static final long SPARE = 32;

  /** The same at least. */
  private static final long MIN_SPARE = 8;

  /** Bytes of a member of a round on a GPU: columns, and arrays while subhaloes are looked for. */
  private static final long DEVICE_BYTES = 240;

  /** Bytes of a member of a group that is on all ranks, where it is. */
  private static final long SHARED_BYTES = 320;

  /**
   * Bytes of a member of such a group on every rank, of those whose potential is summed at once.
   */
  private static final long PIECE_BYTES = 80;

  private final Kernels kernels;
  private final Communicator comm;
  private final Settings settings;
  private final MemberHeapCheck room;
  private final long roundMembers;

  /**
   * What it works with.
   *
   * @param densities for links
   * @param subhaloes for those of whole groups
   * @param finder for those of groups that are on several ranks
   * @param memory of the members
   * @param potentials of members of groups that are on several ranks
   */
  public record Kernels(
      DensityKernels densities,
      SubhaloKernels subhaloes,
      SubhaloFinder finder,
      DeviceMemory memory,
      DistributedPotentials.Kernels potentials) {}

  /**
   * What to look for.
   *
   * @param map fixed-point map of the box
   * @param options as asked for, with the softening as used
   * @param physics in the units of the particles
   * @param toPeculiar factor from stored to peculiar velocities
   * @param toPhysical factor from stored to physical thermal energies
   * @param membersPerRound members of other ranks that a rank gets at a time; 0 for as many as are
   *     best
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
   * @param members of the groups
   * @param points that they are
   * @param particles that these are
   * @param number place in the catalogue of each group
   * @param first first place of the range of each rank, and the number of all groups [size+1]
   * @param density F64 of each member
   */
  public record Members(
      MemberList members,
      SortedPoints points,
      Particles particles,
      long[] number,
      long[] first,
      DeviceArray density) {}

  /**
   * What was found.
   *
   * @param table subhaloes of the groups of this rank's range of the catalogue
   * @param ids of the members of groups that were dealt with here
   * @param labels I64 of each member, as of {@link FoundSubhaloes}
   */
  public record Result(SubhaloTable table, OrderedIds ids, DeviceArray labels)
      implements AutoCloseable {
    @Override
    public void close() {
      labels.close();
    }
  }

  /**
   * Bytes of the Java heap that a search needs for so many members of a rank, whose groups are
   * short: density, ID, rank and place of each, and the columns of those of a round.
   */
  public static long heapBytes(long members) {
    return members * (3 * Long.BYTES) + Math.min(members, ROUND_MEMBERS) * WholeGroups.MEMBER_BYTES;
  }

  /**
   * Bytes of a device that a search needs for so many members of a rank, where it is not the Java
   * heap: density and label of each, columns and working arrays of those of a round.
   */
  public static long deviceBytes(long members) {
    return members * (2 * Long.BYTES) + Math.min(members, MAX_ROUND_MEMBERS) * DEVICE_BYTES;
  }

  /** Every rank makes one. */
  public SubhaloSearch(Kernels kernels, Communicator comm, Settings settings) {
    this.kernels = kernels;
    this.comm = comm;
    this.settings = settings;
    this.room = new MemberHeapCheck(comm, kernels.memory);
    this.roundMembers =
        settings.membersPerRound > 0 ? settings.membersPerRound : roundMembers(room.limit(), comm);
  }

  /** More at once where the heap of every rank has room for many times as much, or fewer. */
  private static long roundMembers(long bytes, Communicator comm) {
    double[] heap = {bytes};
    comm.min(heap);
    long members = (long) heap[0] / WholeGroups.MEMBER_BYTES;
    long more = Math.max(ROUND_MEMBERS, Math.min(members / SPARE, MAX_ROUND_MEMBERS));
    return Math.min(more, members / MIN_SPARE);
  }

  /**
   * Finds them; every rank calls it.
   *
   * @param length members of the groups of this rank's range of the catalogue
   */
  public Result find(Members local, long[] length) {
    long sharedGroups = longerThan(comm.size() == 1 ? Long.MAX_VALUE : roundMembers, length);
    try (Scope held = new Scope()) {
      SearchState search =
          new SearchState(
              local, new GroupRounds(comm, length, local.first, sharedGroups, roundMembers), held);
      for (long group = 0; group < sharedGroups; group++) {
        search.findShared(group);
      }
      for (int round = 0; round < search.rounds.count(); round++) {
        if (comm.size() == 1) {
          search.findOnOneRank(round);
        } else {
          search.findMoved(round);
        }
      }
      return search.found();
    }
  }

  /** How many groups of all ranks have more members; they come first in the catalogue. */
  private long longerThan(long members, long[] length) {
    long[] longer = {Arrays.stream(length).filter(count -> count > members).count()};
    comm.sum(longer);
    return longer[0];
  }

  /** One search. */
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
    private int next; // in order: the first group of the round
    private WholeGroups roundGroups; // of the round

    /**
     * @param held takes what is closed after the search
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
     * Labels in the order of the members, from those of the groups in the order of the catalogue.
     */
    private DeviceArray localLabels() {
      long[] first = ArrayParts.offsets(order.length, i -> start[order[i] + 1] - start[order[i]]);
      long[] offset = Arrays.stream(order).mapToLong(group -> start[group]).toArray();
      try (DeviceArray all = kernels.memory.join(ElementType.I64, labelsInOrder)) {
        return kernels.memory.moveParts(all, first, offset);
      }
    }

    /** A group whose members stay on all ranks. */
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

    /** The groups of a round on a single rank, whose members stay. */
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

    /** The groups of a round, each of which goes to one of several ranks. */
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

    /** Members here of the groups of a round, by the ranks that they go to. */
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
        List<Integer> rankGroups = groups.get(r);
        heads[r] =
            rankGroups.stream()
                .flatMapToLong(g -> LongStream.of(local.number[g], start[g + 1] - start[g]))
                .toArray();
        long[] first =
            ArrayParts.offsets(
                rankGroups.size(), i -> start[rankGroups.get(i) + 1] - start[rankGroups.get(i)]);
        sent[r] = ArrayParts.consecutive(first, i -> start[rankGroups.get(i)]);
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
