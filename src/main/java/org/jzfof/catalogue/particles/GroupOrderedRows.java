package org.jzfof.catalogue.particles;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.threads.Parallel;

/**
 * The group order of the particles of one type, computed by all ranks together. Particles are
 * ordered group by group, followed by particles without group. In a group the members of subhaloes
 * come first, in the order of their member indices, then the other members. Ties are in the order
 * of the snapshot. A rank knows the order of the rows whose numbers it has. It needs 16 bytes for
 * each group of these rows, 24 with subhaloes. All threads share each block of rows: one of them
 * numbers all members of a group, in their order. The device keeps the new rows for later
 * iterations, 8 bytes each, less than the particles have taken there.
 */
final class GroupOrderedRows implements AutoCloseable {
  /** Number of groups per round of requests, over all ranks. */
  private static final int GROUPS_PER_ROUND = 1 << 20;

  private static final int READ = 1 << 20;

  /** Number of rows that are worth a thread to copy. */
  private static final int COPY = 1 << 16;

  /** Number of parts of the groups; one thread numbers the members of the groups of a part. */
  private static final int PARTS = 1 << 6;

  /** Number of neighbouring groups of a part, whose counters share a line of a cache. */
  private static final int NEIGHBOURS = 1 << 3;

  private static final int BOUND = -1; // key of members of subhaloes

  private final Communicator comm;
  private final GroupNumbers numbers;
  private final GroupNumbers memberIndices; // null without subhaloes
  private final int type;
  private final NumberSet present;
  private final long[] first; // new row of the first local member without member index, per group
  private final long[] start; // new row of the first member, per group; null without subhaloes
  private final int[] group; // of each row of a block, first its number, then its index
  private final int[] memberIndex; // of each row of a block; null without subhaloes
  private final int[] key; // of each row of a block: BOUND, the part of the group, PARTS for none
  private final RowSort byPart;
  private final long firstOfNone;
  private final DeviceMemory memory;
  private final DeviceArray kept; // I64 new row of each row
  private final ByteBuffer keptBlock;
  private boolean keptAll; // whether an iteration has reached the end

  /** Computes the order; collective over all ranks. */
  GroupOrderedRows(
      Communicator comm,
      GroupCatalogue groups,
      CatalogueShare share,
      ParticleGroups particles,
      int type) {
    this(comm, groups, share, particles, type, GROUPS_PER_ROUND);
  }

  /** Computes the order with a given number of groups per round. */
  GroupOrderedRows(
      Communicator comm,
      GroupCatalogue groups,
      CatalogueShare share,
      ParticleGroups particles,
      int type,
      int groupsPerRound) {
    this.comm = comm;
    this.numbers = particles.groups();
    this.memberIndices = particles.memberIndices();
    this.type = type;
    int longest = (int) Math.min(READ, rows().count());
    this.group = new int[longest];
    this.memberIndex = memberIndices == null ? null : new int[longest];
    this.key = new int[longest];
    this.byPart = new RowSort(PARTS + 1, longest);
    this.present = new NumberSet(share.groups());
    long[] members;
    long[] grouped = new long[1];
    if (comm.size() == 1) { // the catalogue has the number of members
      members = addGroups(groups);
      grouped[0] = Arrays.stream(members).sum();
    } else {
      forEachBlock(this::addNumbers);
      members = new long[present.count()];
      forEachBlock((row, count) -> grouped[0] += countMembers(row, count, members));
    }
    OwnerRequests requester =
        new OwnerRequests(groups, share, Math.max(1, groupsPerRound / comm.size()));
    this.first = requester.firstRows(members);
    this.start = memberIndices == null ? null : requester.firstRows(null);
    long withoutGroup = rows().count() - grouped[0];
    comm.sum(grouped);
    this.firstOfNone = grouped[0] + comm.exclusiveScan(withoutGroup);
    this.memory = numbers.memory();
    this.kept = memory.allocate(ElementType.I64, rows().count());
    this.keptBlock = ByteBuffer.allocateDirect(Long.BYTES * longest).order(ByteOrder.nativeOrder());
  }

  /** Returns the rows whose new rows this rank knows, in the order of the snapshot. */
  RowRange rows() {
    return numbers.rows(type);
  }

  /** Adds the groups of a catalogue of all groups; returns their numbers of members. */
  private long[] addGroups(GroupCatalogue groups) {
    long[] members =
        IntStream.range(0, groups.groups())
            .mapToLong(g -> groups.sums().lengthType()[g * groups.types() + type])
            .toArray();
    for (int g = 0; g < members.length; g++) {
      if (members[g] > 0) {
        present.add(g);
      }
    }
    present.count();
    return Arrays.stream(members).filter(count -> count > 0).toArray();
  }

  /** Processes consecutive rows. */
  private interface BlockSink {
    void accept(long row, int count);
  }

  private void forEachBlock(BlockSink sink) {
    for (long row = rows().first(); row < rows().end(); row += READ) {
      sink.accept(row, (int) Math.min(READ, rows().end() - row));
    }
  }

  private void addNumbers(long row, int count) {
    numbers.read(type, row, count, group);
    Parallel.forRange(
        count,
        Parallel.GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            if (group[i] != GroupNumbers.NONE) {
              present.add(group[i]);
            }
          }
        });
  }

  /** Reads the groups of a block, and sorts its rows by the part of the group. */
  private void sort(long row, int count) {
    numbers.read(type, row, count, group);
    if (memberIndex != null) {
      memberIndices.read(type, row, count, memberIndex);
    }
    Parallel.forRange(
        count,
        Parallel.GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            if (group[i] == GroupNumbers.NONE) {
              key[i] = PARTS;
            } else {
              group[i] = present.below(group[i]);
              boolean bound = memberIndex != null && memberIndex[i] != GroupNumbers.NONE;
              key[i] = bound ? BOUND : group[i] / NEIGHBOURS % PARTS;
            }
          }
        });
    byPart.sort(key, count);
  }

  /**
   * Counts the members of groups in a block that are in no subhalo; returns the number of all
   * members.
   */
  private int countMembers(long row, int count, long[] members) {
    sort(row, count);
    int[] rows = byPart.rows();
    Parallel.forEach(
        PARTS,
        1,
        part -> {
          for (int k = byPart.start(part); k < byPart.end(part); k++) {
            members[group[rows[k]]]++;
          }
        });
    return count - (byPart.end(PARTS) - byPart.start(PARTS));
  }

  @Override
  public void close() {
    kept.close();
  }

  /** Returns an iteration that starts at the first row, when no other is in progress. */
  Walk walk() {
    return new Walk();
  }

  /** An iteration over the rows of this rank. */
  final class Walk {
    private final long[] next = first.clone();
    private long nextOfNone = firstOfNone;
    private long row = rows().first();

    private Walk() {}

    /**
     * Computes the new rows of the next particles, with all threads.
     *
     * @param newRows receives the new rows [count]
     */
    void next(int count, long[] newRows) {
      if (keptAll) {
        read(count, newRows);
        return;
      }
      long first = row - rows().first();
      for (int done = 0; done < count; done += READ) {
        int batch = Math.min(READ, count - done);
        sort(row, batch);
        number(newRows, done);
        numberBound(batch, newRows, done);
        row += batch;
      }
      memory.write(kept, first, newRows, count);
      keptAll = row == rows().end();
    }

    private void read(int count, long[] newRows) {
      for (int done = 0; done < count; done += READ) {
        int batch = Math.min(READ, count - done);
        long first = row - rows().first();
        memory.read(kept, Long.BYTES * first, keptBlock.clear().limit(Long.BYTES * batch));
        LongBuffer block = keptBlock.flip().asLongBuffer();
        int at = done;
        Parallel.forRange(
            batch, COPY, (from, to) -> block.get(from, newRows, at + from, to - from));
        row += batch;
      }
    }

    /** Numbers the rows of the block that are in no subhalo, in their order. */
    private void number(long[] newRows, int at) {
      int[] rows = byPart.rows();
      Parallel.forEach(
          PARTS,
          1,
          part -> {
            int end = byPart.end(part);
            for (int k = byPart.start(part); k < end; k++) {
              newRows[at + rows[k]] = next[group[rows[k]]]++;
            }
          });
      int none = byPart.start(PARTS);
      int count = byPart.end(PARTS) - none;
      Parallel.forEach(count, Parallel.GRAIN, k -> newRows[at + rows[none + k]] = nextOfNone + k);
      nextOfNone += count;
    }

    private void numberBound(int count, long[] newRows, int at) {
      if (memberIndex != null) {
        Parallel.forRange(
            count,
            Parallel.GRAIN,
            (from, to) -> {
              for (int i = from; i < to; i++) {
                if (key[i] == BOUND) {
                  newRows[at + i] = start[group[i]] + memberIndex[i];
                }
              }
            });
      }
    }
  }

  /**
   * Requests to the owners of groups. A rank sends the number of its members that are in no
   * subhalo, and receives the new row of the first of them: after the members of subhaloes, and
   * after the members of lower ranks.
   */
  private final class OwnerRequests {
    private static final int PAIR = 2;

    private final GroupCatalogue groups;
    private final CatalogueShare share;
    private final long[] bound; // number of members in subhaloes, per group
    private final int groupsPerRound; // groups of each owner per round
    private long nextRow; // new row of the first group not yet answered

    OwnerRequests(GroupCatalogue groups, CatalogueShare share, int groupsPerRound) {
      this.groups = groups;
      this.share = share;
      this.groupsPerRound = groupsPerRound;
      this.bound = new long[groups.groups()];
      SubhaloTable subhaloes = groups.subhaloes();
      for (int s = 0; s < subhaloes.count(); s++) {
        bound[(int) subhaloes.integer(SubhaloColumn.GROUP, s)] +=
            subhaloes.integer(SubhaloColumn.LENGTH_TYPE, s, type);
      }
    }

    /**
     * Returns the new row of the first local member of each group that is in no subhalo.
     *
     * @param members number of these members per group; null for the new rows of the groups
     *     themselves
     */
    long[] firstRows(long[] members) {
      nextRow = share.typeBefore()[type];
      long[] rows = new long[present.count()];
      long largest = 0;
      for (int r = 0; r < comm.size(); r++) {
        largest = Math.max(largest, share.rows(r).count());
      }
      for (long from = 0; from < largest; from += groupsPerRound) {
        long[][] sent = new long[comm.size()][];
        for (int r = 0; r < sent.length; r++) {
          sent[r] = request(of(r, from), members);
        }
        long[][] requests = comm.allToAll(sent);
        long[][] replies = comm.allToAll(answer(of(comm.rank(), from), requests, members == null));
        for (int r = 0; r < replies.length; r++) {
          int at = present.below(of(r, from).first());
          System.arraycopy(replies[r], 0, rows, at, replies[r].length);
        }
      }
      return rows;
    }

    /** Returns the groups of a rank in a round. */
    private RowRange of(int rank, long from) {
      RowRange all = share.rows(rank);
      long first = Math.min(all.count(), from);
      return new RowRange(all.first() + first, Math.min(groupsPerRound, all.count() - first));
    }

    /** Returns number and members of each group present. */
    private long[] request(RowRange batch, long[] members) {
      int from = present.below(batch.first());
      int to = present.below(batch.end());
      long[] pairs = new long[PAIR * (to - from)];
      long number = batch.first();
      for (int i = from; i < to; i++) {
        number = present.next(number);
        pairs[PAIR * (i - from)] = number++;
        pairs[PAIR * (i - from) + 1] = members == null ? 0 : members[i];
      }
      return pairs;
    }

    private long[][] answer(RowRange batch, long[][] requests, boolean ofGroups) {
      long[] next = new long[(int) batch.count()];
      for (int i = 0; i < next.length; i++) {
        int group = (int) (batch.first() - share.first()) + i;
        next[i] = nextRow + (ofGroups ? 0 : bound[group]);
        nextRow += groups.sums().lengthType()[group * groups.types() + type];
      }
      long[][] answers = new long[requests.length][];
      for (int r = 0; r < answers.length; r++) {
        answers[r] = new long[requests[r].length / PAIR];
        for (int i = 0; i < answers[r].length; i++) {
          int group = (int) (requests[r][PAIR * i] - batch.first());
          answers[r][i] = next[group];
          next[group] += requests[r][PAIR * i + 1];
        }
      }
      return answers;
    }
  }
}
