package org.jzfof.catalogue.particles;

import java.util.Arrays;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.comm.Communicator;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;

/**
 * The group order of the particles of one type, computed by all ranks together. Particles are
 * ordered group by group, followed by particles without group. In a group the members of subhaloes
 * come first, in the order of their member indices, then the other members. Ties are in the order
 * of the snapshot. A rank knows the order of the rows whose numbers it has. It needs 16 bytes for
 * each group of these rows, 24 with subhaloes.
 */
final class GroupOrderedRows {
  /** Number of groups per round of requests, over all ranks. */
  private static final int GROUPS_PER_ROUND = 1 << 20;

  private static final int READ = 1 << 18;

  private final Communicator comm;
  private final GroupNumbers numbers;
  private final GroupNumbers memberIndices; // null without subhaloes
  private final int type;
  private final NumberSet present;
  private final long[] first; // new row of the first local member without member index, per group
  private final long[] start; // new row of the first member, per group; null without subhaloes
  private final int[] block = new int[READ];
  private final int[] memberIndex = new int[READ];
  private final long firstOfNone;

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
    this.present = new NumberSet(share.groups());
    forEachNumber((number, at) -> present.add(number));
    long[] members = new long[present.count()];
    long[] bound = new long[members.length];
    forEachNumber(
        (number, at) -> (at == GroupNumbers.NONE ? members : bound)[present.below(number)]++);
    OwnerRequests requester =
        new OwnerRequests(groups, share, Math.max(1, groupsPerRound / comm.size()));
    this.first = requester.firstRows(members);
    this.start = memberIndices == null ? null : requester.firstRows(null);
    long grouped = Arrays.stream(members).sum() + Arrays.stream(bound).sum();
    long[] all = {grouped};
    comm.sum(all);
    this.firstOfNone = all[0] + comm.exclusiveScan(rows().count() - grouped);
  }

  /** Returns the rows whose new rows this rank knows, in the order of the snapshot. */
  RowRange rows() {
    return numbers.rows(type);
  }

  private interface NumberSink {
    void accept(int number, int memberIndex);
  }

  private void forEachNumber(NumberSink sink) {
    for (long row = rows().first(); row < rows().end(); row += READ) {
      int count = (int) Math.min(READ, rows().end() - row);
      read(row, count);
      for (int i = 0; i < count; i++) {
        if (block[i] != GroupNumbers.NONE) {
          sink.accept(block[i], memberIndex[i]);
        }
      }
    }
  }

  /** Reads group numbers, and member indices if there are any. */
  private void read(long row, int count) {
    numbers.read(type, row, count, block);
    if (memberIndices == null) {
      Arrays.fill(memberIndex, 0, count, GroupNumbers.NONE);
    } else {
      memberIndices.read(type, row, count, memberIndex);
    }
  }

  /** Returns an iteration that starts at the first row. */
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
     * Computes the new rows of the next particles.
     *
     * @param rows receives the new rows [count]
     */
    void next(int count, long[] rows) {
      for (int done = 0; done < count; done += READ) {
        int batch = Math.min(READ, count - done);
        read(row, batch);
        for (int i = 0; i < batch; i++) {
          rows[done + i] = newRow(block[i], memberIndex[i]);
        }
        row += batch;
      }
    }

    private long newRow(int number, int at) {
      if (number == GroupNumbers.NONE) {
        return nextOfNone++;
      }
      int group = present.below(number);
      return at == GroupNumbers.NONE ? next[group]++ : start[group] + at;
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
