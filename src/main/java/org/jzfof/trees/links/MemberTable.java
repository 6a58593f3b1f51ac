package org.jzfof.trees.links;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jzfof.catalogue.stored.MemberRows;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.error.CatalogueException;
import org.jzfof.threads.Parallel;
import org.jzfof.trees.links.MemberBucket.Shared;

/**
 * All members of the groups or subhaloes of one snapshot, distributed over the ranks by a hash of
 * their IDs. A rank has the same consecutive buckets of the hash for every snapshot.
 */
public final class MemberTable {
  /** Number of members that a rank reads and sends at a time. */
  private static final int BLOCK = 1 << 20;

  private static final int PART = 1 << 17;

  private static final Comparator<Shared> BY_ID = (a, b) -> Long.compareUnsigned(a.id(), b.id());

  /** Margin above the mean size of a bucket, in units of its standard deviation. */
  private static final double MARGIN = 6;

  private final int objects;
  private final Optional<SharedIds> shared;
  private final MemberBucket[] buckets;

  private MemberTable(int objects, Optional<SharedIds> shared, MemberBucket[] buckets) {
    this.objects = objects;
    this.shared = shared;
    this.buckets = buckets;
  }

  /**
   * Statistics of members that share their IDs, such as particles that a code has split. Such an ID
   * does not identify a particle.
   *
   * @param members number on all ranks
   * @param removed number of those whose ID has members in so many objects that they are left out
   * @param example description of one shared ID and of the objects that contain it
   */
  public record SharedIds(long members, long removed, String example) {
    /**
     * Says how such members count, for a warning.
     *
     * @param removed number of members that are left out
     */
    public static String count(long removed) {
      return "each ID counts once in a halo"
          + (removed > 0 ? " (%d are of too many haloes and are left out)".formatted(removed) : "");
    }
  }

  /**
   * Reads the members and sends each to its rank, a block at a time; collective over all ranks. An
   * ID counts once in each object; one with members in too many objects is left out.
   *
   * @param objects number of groups or subhaloes
   * @param rows number of rows that this rank reads
   * @param expected about the number of members on all ranks
   * @param describe description of a group or subhalo for a message, such as "group 3 of FILE"
   * @throws CatalogueException on all ranks, if more than half of the members share their ID with
   *     others
   */
  public static MemberTable read(
      Communicator comm,
      int objects,
      long rows,
      long expected,
      MemberRows.Reader reader,
      IntFunction<String> describe) {
    return read(comm, objects, rows, expected, reader, describe, BLOCK);
  }

  /** Reads the members with a given block size. */
  static MemberTable read(
      Communicator comm,
      int objects,
      long rows,
      long expected,
      MemberRows.Reader reader,
      IntFunction<String> describe,
      int block) {
    EvenShares shares = new EvenShares(IdHash.BUCKETS, comm.size());
    int first = (int) shares.start(comm.rank());
    double mean = (double) expected / IdHash.BUCKETS;
    int inBucket = (int) Math.min(1 << 28, mean + MARGIN * Math.sqrt(mean));
    MemberBucket[] buckets = new MemberBucket[(int) shares.count(comm.rank())];
    Arrays.setAll(buckets, b -> new MemberBucket(inBucket));
    int rowsPerBlock = (int) Math.min(block, rows);
    long[] ids = new long[rowsPerBlock];
    int[] objectOf = new int[rowsPerBlock];
    int[] ranks = new int[rowsPerBlock];
    SortedBlock[] parts = new SortedBlock[(rowsPerBlock + PART - 1) / PART];
    Arrays.setAll(parts, p -> new SortedBlock(Math.min(PART, rowsPerBlock)));
    SharedBlocks.forEach(
        comm,
        rows,
        block,
        (from, count) -> {
          int members = reader.next((int) count, ids, objectOf, ranks);
          SortedBlock[] local = sorted(parts, ids, objectOf, ranks, members);
          SortedBlock[] received = comm.size() == 1 ? local : exchanged(comm, local, shares);
          Parallel.forEach(
              buckets.length,
              1,
              b -> Arrays.stream(received).forEach(s -> s.addTo(buckets[b], first + b)));
        });
    long[] all = {Arrays.stream(buckets).mapToLong(MemberBucket::count).sum()};
    comm.sum(all);
    Optional<SharedIds> shared = index(comm, buckets, describe);
    if (shared.isPresent() && 2 * shared.get().members() > all[0]) {
      throw new CatalogueException(
          "%s, and so it is with %d of %d members: give every particle a unique ID"
              .formatted(shared.get().example(), shared.get().members(), all[0]));
    }
    return new MemberTable(objects, shared, buckets);
  }

  /**
   * Sorts members by bucket.
   *
   * @param parts blocks for parts of the members
   */
  private static SortedBlock[] sorted(
      SortedBlock[] parts, long[] ids, int[] objects, int[] ranks, int count) {
    return Parallel.indices((count + PART - 1) / PART, 1)
        .mapToObj(
            p -> parts[p].sort(ids, objects, ranks, p * PART, Math.min(count, p * PART + PART)))
        .toArray(SortedBlock[]::new);
  }

  private static SortedBlock[] exchanged(
      Communicator comm, SortedBlock[] local, EvenShares shares) {
    long[][] messages = new long[comm.size()][];
    Arrays.setAll(
        messages,
        r -> SortedBlock.message(local, (int) shares.start(r), (int) shares.start(r + 1)));
    int first = (int) shares.start(comm.rank());
    int buckets = (int) shares.count(comm.rank());
    return Arrays.stream(comm.allToAll(messages))
        .map(message -> SortedBlock.of(message, first, buckets))
        .toArray(SortedBlock[]::new);
  }

  /**
   * Builds the index of each bucket; collective, with the same result on all ranks.
   *
   * @return statistics of the members that share their ID with others
   */
  private static Optional<SharedIds> index(
      Communicator comm, MemberBucket[] buckets, IntFunction<String> describe) {
    List<Shared> sharing =
        Parallel.indices(buckets.length, 1)
            .mapToObj(b -> buckets[b].index())
            .filter(Objects::nonNull)
            .toList();
    long[] local =
        sharing.stream()
            .min(BY_ID)
            .map(s -> new long[] {s.id(), s.first(), s.second()})
            .orElse(new long[0]);
    long[] members = {
      sharing.stream().mapToLong(Shared::members).sum(),
      sharing.stream().mapToLong(Shared::removed).sum()
    };
    comm.sum(members);
    return Arrays.stream(comm.allGather(local))
        .filter(found -> found.length > 0)
        .map(found -> new Shared(0, 0, found[0], (int) found[1], (int) found[2]))
        .min(BY_ID)
        .map(
            smallest ->
                new SharedIds(
                    members[0],
                    members[1],
                    "ID %s belongs to a member of %s and to another member of %s"
                        .formatted(
                            Long.toUnsignedString(smallest.id()),
                            describe.apply(smallest.first()),
                            describe.apply(smallest.second()))));
  }

  /** Statistics of the members that share their IDs with others. */
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
