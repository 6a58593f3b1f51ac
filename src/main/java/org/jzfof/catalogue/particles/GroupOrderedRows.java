package org.jzfof.catalogue.particles;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.error.Scope;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.GroupKernels;
import org.jzfof.groups.RowsByGroup;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.threads.Parallel;

/**
 * The group order of the particles of one type, computed by all ranks together. Particles are
 * ordered group by group, followed by particles without group. In a group the members of subhaloes
 * come first, in the order of their member indices, then the other members. Ties are in the order
 * of the snapshot. A rank knows the order of the rows whose numbers it has. It needs 20 bytes for
 * each group of these rows, 28 with subhaloes. The device keeps the new rows, 8 bytes each, less
 * than the particles have taken there.
 */
final class GroupOrderedRows implements AutoCloseable {
  /** Number of groups per round of requests, over all ranks. */
  private static final int GROUPS_PER_ROUND = 1 << 20;

  private static final int READ = 1 << 20;

  /** Number of rows that are worth a thread to copy. */
  private static final int COPY = 1 << 16;

  private final Communicator comm;
  private final GroupNumbers numbers;
  private final int type;
  private final NumberSet present;
  private final DeviceMemory memory;
  private final DeviceArray newRows; // I64 new row of each row
  private final ByteBuffer block;

  /** Computes the order; collective over all ranks. */
  GroupOrderedRows(
      Communicator comm,
      GroupKernels kernels,
      GroupCatalogue groups,
      CatalogueShare share,
      ParticleGroups particles,
      int type) {
    this(comm, kernels, groups, share, particles, type, GROUPS_PER_ROUND);
  }

  /** Computes the order with a given number of groups per round. */
  GroupOrderedRows(
      Communicator comm,
      GroupKernels kernels,
      GroupCatalogue groups,
      CatalogueShare share,
      ParticleGroups particles,
      int type,
      int groupsPerRound) {
    this.comm = comm;
    this.numbers = particles.groups();
    this.type = type;
    this.memory = numbers.memory();
    this.present = new NumberSet(share.groups());
    int longest = (int) Math.min(READ, rows().count());
    this.block = ByteBuffer.allocateDirect(Long.BYTES * longest).order(ByteOrder.nativeOrder());
    if (comm.size() == 1) { // the catalogue has the number of members
      addGroups(groups);
    } else {
      addNumbers(new int[longest]);
    }
    OwnerRequests requester =
        new OwnerRequests(groups, share, Math.max(1, groupsPerRound / comm.size()));
    GroupNumbers memberIndices = particles.memberIndices(); // null without subhaloes
    try (Scope inputs = new Scope()) {
      DeviceArray labels = inputs.add(numbers.ofType(type));
      DeviceArray indices = memberIndices == null ? null : inputs.add(memberIndices.ofType(type));
      RowsByGroup sorted = inputs.add(kernels.sortByGroup(labels, indices));
      this.newRows =
          kernels.number(sorted, numbers(kernels, sorted, requester, indices), labels, indices);
    }
  }

  /** Returns the rows whose new rows this rank knows, in the order of the snapshot. */
  RowRange rows() {
    return numbers.rows(type);
  }

  /** Adds the groups with particles of the type of a catalogue of all groups. */
  private void addGroups(GroupCatalogue groups) {
    long[] lengths = groups.sums().lengthType();
    for (int g = 0; g < groups.groups(); g++) {
      if (lengths[g * groups.types() + type] > 0) {
        present.add(g);
      }
    }
  }

  /** Adds the groups of the rows of this rank. */
  private void addNumbers(int[] group) {
    for (long row = rows().first(); row < rows().end(); row += READ) {
      int count = (int) Math.min(READ, rows().end() - row);
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
  }

  /** Returns the new rows of the groups; collective over all ranks. */
  private RowsByGroup.Numbers numbers(
      GroupKernels kernels, RowsByGroup sorted, OwnerRequests requester, DeviceArray indices) {
    int[] keys = new int[present.count() + 1]; // the groups, and the members of subhaloes
    int groups = keys.length - 1;
    long next = 0;
    for (int i = 0; i < groups; i++) {
      keys[i] = present.next(next);
      next = keys[i] + 1L;
    }
    keys[groups] = GroupKernels.IN_SUBHALO;
    long[] counts = kernels.counts(sorted, keys);
    long[] first = requester.firstRows(Arrays.copyOf(counts, groups));
    long[] bound = indices == null ? null : requester.firstRows(null);
    long grouped = 0; // index in sorted order
    for (int i = 0; i < groups; i++) {
      first[i] -= grouped;
      grouped += counts[i];
    }
    grouped += counts[groups];
    long[] groupedOfAll = {grouped};
    comm.sum(groupedOfAll);
    long firstOfNone = groupedOfAll[0] + comm.exclusiveScan(rows().count() - grouped);
    return new RowsByGroup.Numbers(
        Arrays.copyOf(keys, groups), first, firstOfNone - grouped, bound);
  }

  /**
   * Reads the new rows of consecutive rows of this rank, with all threads.
   *
   * @param from index of the first of them among the rows of this rank
   * @param target receives the new rows [count]
   */
  void read(long from, int count, long[] target) {
    for (int done = 0; done < count; done += READ) {
      int batch = Math.min(READ, count - done);
      memory.read(newRows, Long.BYTES * (from + done), block.clear().limit(Long.BYTES * batch));
      LongBuffer values = block.flip().asLongBuffer();
      int at = done;
      Parallel.forRange(
          batch, COPY, (start, end) -> values.get(start, target, at + start, end - start));
    }
  }

  @Override
  public void close() {
    newRows.close();
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
