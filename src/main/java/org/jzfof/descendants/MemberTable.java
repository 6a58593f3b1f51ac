package org.jzfof.descendants;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.error.CatalogueException;

/**
 * All members of the groups or subhaloes of one snapshot, spread over the ranks by their IDs: a
 * rank has consecutive buckets of a hash, of every snapshot the same ones.
 */
public final class MemberTable {
  /** Members that a rank reads and sends at once. */
  private static final int BLOCK = 1 << 20;

  private static final int PART = 1 << 17;

  /** More than the mean by about as much as chance may add. */
  private static final double ROOM = 6;

  private final int objects;
  private final long members;
  private final MemberBucket[] buckets;

  private MemberTable(int objects, long members, MemberBucket[] buckets) {
    this.objects = objects;
    this.members = members;
    this.buckets = buckets;
  }

  /**
   * Reads the members and sends each to its rank, a block at a time; every rank calls it.
   *
   * @param objects number of groups or subhaloes
   * @param rows how many members this rank reads
   * @param source of them
   * @param describe a group or subhalo for a message, such as "group 3 of FILE"
   * @throws CatalogueException on all ranks, if two members have one ID
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
          IntStream.range(0, buckets.length)
              .parallel()
              .forEach(b -> Arrays.stream(here).forEach(s -> s.addTo(buckets[b], first + b)));
        });
    MemberTable table = new MemberTable(objects, all[0], buckets);
    table.requireUnique(comm, describe);
    return table;
  }

  private static SortedBlock[] sorted(long[] ids, int[] objects, int[] ranks, int count) {
    return IntStream.range(0, (count + PART - 1) / PART)
        .parallel()
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

  private void requireUnique(Communicator comm, IntFunction<String> describe) {
    long[] own =
        Arrays.stream(buckets)
            .parallel()
            .map(MemberTable::twice)
            .filter(Objects::nonNull)
            .min((a, b) -> Long.compareUnsigned(a[0], b[0]))
            .orElse(new long[0]);
    long[] twice =
        Arrays.stream(comm.allGather(own))
            .filter(found -> found.length > 0)
            .min((a, b) -> Long.compareUnsigned(a[0], b[0]))
            .orElse(null);
    if (twice != null) {
      throw new CatalogueException(
          "ID %s belongs to a member of %s and to another member of %s: give every particle a unique ID"
              .formatted(
                  Long.toUnsignedString(twice[0]),
                  describe.apply((int) twice[1]),
                  describe.apply((int) twice[2])));
    }
  }

  /** The smallest ID that two members of a bucket have, and their objects in order; or null. */
  private static long[] twice(MemberBucket bucket) {
    int[] found = bucket.index();
    if (found == null) {
      return null;
    }
    int a = bucket.object(found[0]);
    int b = bucket.object(found[1]);
    return new long[] {bucket.id(found[0]), Math.min(a, b), Math.max(a, b)};
  }

  /** Number of groups or subhaloes. */
  public int objects() {
    return objects;
  }

  /** Members of all of them. */
  public long members() {
    return members;
  }

  /** The buckets of this rank. */
  MemberBucket[] buckets() {
    return buckets;
  }
}
