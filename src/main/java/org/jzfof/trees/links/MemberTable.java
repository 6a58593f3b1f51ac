package org.jzfof.trees.links;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.error.CatalogueException;
import org.jzfof.threads.Parallel;
import org.jzfof.trees.links.MemberBucket.Shared;

/**
 * All members of the groups or subhaloes of one snapshot, spread over the ranks by their IDs: a
 * rank has consecutive buckets of a hash, of every snapshot the same ones.
 */
public final class MemberTable {
  /** Members that a rank reads and sends at once. */
  private static final int BLOCK = 1 << 20;

  private static final int PART = 1 << 17;

  private static final Comparator<Shared> BY_ID = (a, b) -> Long.compareUnsigned(a.id(), b.id());

  /** More than the mean by about as much as chance may add. */
  private static final double ROOM = 6;

  private final int objects;
  private final Optional<SharedIds> shared;
  private final MemberBucket[] buckets;

  private MemberTable(int objects, Optional<SharedIds> shared, MemberBucket[] buckets) {
    this.objects = objects;
    this.shared = shared;
    this.buckets = buckets;
  }

  /**
   * Members that share their IDs, as particles do that a code has split: an ID says of none of them
   * which one it is.
   *
   * @param members how many, of all ranks
   * @param example an ID that is shared, and by which groups or subhaloes
   */
  public record SharedIds(long members, String example) {}

  /**
   * Reads the members and sends each to its rank, a block at a time; every rank calls it. Those
   * that share their ID with others are left out.
   *
   * @param objects number of groups or subhaloes
   * @param rows how many members this rank reads
   * @param source of them
   * @param describe a group or subhalo for a message, such as "group 3 of FILE"
   * @throws CatalogueException on all ranks, if more members share their ID with others than not
   */
  public static MemberTable read(
      Communicator comm,
      int objects,
      long rows,
      MemberSource source,
      IntFunction<String> describe) {
    return read(comm, objects, rows, source, describe, BLOCK);
  }

  /** With another number of members that a rank reads at once. */
  static MemberTable read(
      Communicator comm,
      int objects,
      long rows,
      MemberSource source,
      IntFunction<String> describe,
      int block) {
    EvenShares shares = new EvenShares(IdHash.BUCKETS, comm.size());
    int first = (int) shares.start(comm.rank());
    long[] all = {rows};
    comm.sum(all);
    double mean = (double) all[0] / IdHash.BUCKETS;
    int expected = (int) Math.min(1 << 28, mean + ROOM * Math.sqrt(mean));
    MemberBucket[] buckets = new MemberBucket[(int) shares.count(comm.rank())];
    Arrays.setAll(buckets, b -> new MemberBucket(expected));
    int most = (int) Math.min(block, rows);
    long[] ids = new long[most];
    int[] objectOf = new int[most];
    int[] ranks = new int[most];
    SharedBlocks.forEach(
        comm,
        rows,
        block,
        (from, count) -> {
          source.next((int) count, ids, objectOf, ranks);
          SortedBlock[] own = sorted(ids, objectOf, ranks, (int) count);
          SortedBlock[] here = comm.size() == 1 ? own : exchanged(comm, own, shares);
          Parallel.forEach(
              buckets.length,
              1,
              b -> Arrays.stream(here).forEach(s -> s.addTo(buckets[b], first + b)));
        });
    Optional<SharedIds> shared = leaveOutShared(comm, buckets, describe);
    if (shared.isPresent() && 2 * shared.get().members() > all[0]) {
      throw new CatalogueException(
          "%s, and so it is with %d of %d members: give every particle a unique ID"
              .formatted(shared.get().example(), shared.get().members(), all[0]));
    }
    return new MemberTable(objects, shared, buckets);
  }

  private static SortedBlock[] sorted(long[] ids, int[] objects, int[] ranks, int count) {
    return Parallel.indices((count + PART - 1) / PART, 1)
        .mapToObj(
            p -> SortedBlock.of(ids, objects, ranks, p * PART, Math.min(count, p * PART + PART)))
        .toArray(SortedBlock[]::new);
  }

  private static SortedBlock[] exchanged(Communicator comm, SortedBlock[] own, EvenShares shares) {
    long[][] messages = new long[comm.size()][];
    Arrays.setAll(
        messages, r -> SortedBlock.message(own, (int) shares.start(r), (int) shares.start(r + 1)));
    int first = (int) shares.start(comm.rank());
    int buckets = (int) shares.count(comm.rank());
    return Arrays.stream(comm.allToAll(messages))
        .map(message -> SortedBlock.of(message, first, buckets))
        .toArray(SortedBlock[]::new);
  }

  /** Leaves out the members that share their ID with others; all ranks learn of them. */
  private static Optional<SharedIds> leaveOutShared(
      Communicator comm, MemberBucket[] buckets, IntFunction<String> describe) {
    List<Shared> removed =
        Parallel.indices(buckets.length, 1)
            .mapToObj(b -> buckets[b].index())
            .filter(Objects::nonNull)
            .toList();
    long[] own =
        removed.stream()
            .min(BY_ID)
            .map(s -> new long[] {s.id(), s.first(), s.second()})
            .orElse(new long[0]);
    long[] members = {removed.stream().mapToLong(Shared::members).sum()};
    comm.sum(members);
    return Arrays.stream(comm.allGather(own))
        .filter(found -> found.length > 0)
        .map(found -> new Shared(0, found[0], (int) found[1], (int) found[2]))
        .min(BY_ID)
        .map(
            smallest ->
                new SharedIds(
                    members[0],
                    "ID %s belongs to a member of %s and to another member of %s"
                        .formatted(
                            Long.toUnsignedString(smallest.id()),
                            describe.apply(smallest.first()),
                            describe.apply(smallest.second()))));
  }

  /** The members that were left out since they share their IDs with others. */
  public Optional<SharedIds> shared() {
    return shared;
  }

  /** Number of groups or subhaloes. */
  public int objects() {
    return objects;
  }

  /** The buckets of this rank. */
  MemberBucket[] buckets() {
    return buckets;
  }
}
