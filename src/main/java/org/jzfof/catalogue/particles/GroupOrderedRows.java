package org.jzfof.catalogue.particles;

import java.util.Arrays;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.comm.Communicator;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;

/**
 * The group order of the particles of one type, found by all ranks together: group by group, then
 * those of no group; in a group those of subhaloes at their places, then the others; otherwise in
 * the order of the snapshot. A rank knows it for the rows whose numbers it has, and holds 16 bytes
 * for each group that these are of, 24 with subhaloes.
 */
final class GroupOrderedRows {
  /** Groups whose members a rank is told of at once, by all ranks together. */
  private static final int TOLD = 1 << 20;

  private static final int READ = 1 << 18;

  private final Communicator comm;
  private final GroupNumbers numbers;
  private final GroupNumbers places; // null without subhaloes
  private final int type;
  private final NumberSet present;
  private final long[] first; // new row of the first member here without a place, of each group
  private final long[] start; // new row of the first member of all, of each group; null likewise
  private final int[] block = new int[READ];
  private final int[] place = new int[READ];
  private final long firstOfNone;

  /**
   * Every rank makes one.
   *
   * @param groups of this rank
   * @param share which of all these are
   */
  GroupOrderedRows(
      Communicator comm,
      GroupCatalogue groups,
      CatalogueShare share,
      ParticleGroups particles,
      int type) {
    this(comm, groups, share, particles, type, TOLD);
  }

  /** With another number of groups whose members a rank is told of at once. */
  GroupOrderedRows(
      Communicator comm,
      GroupCatalogue groups,
      CatalogueShare share,
      ParticleGroups particles,
      int type,
      int told) {
    this.comm = comm;
    this.numbers = particles.groups();
    this.places = particles.places();
    this.type = type;
    this.present = new NumberSet(share.groups());
    forEachNumber((number, at) -> present.add(number));
    long[] members = new long[present.count()];
    long[] bound = new long[members.length];
    forEachNumber(
        (number, at) -> (at == GroupNumbers.NONE ? members : bound)[present.below(number)]++);
    Answers answers = new Answers(groups, share, Math.max(1, told / comm.size()));
    this.first = answers.firstRows(members);
    this.start = places == null ? null : answers.firstRows(null);
    long grouped = Arrays.stream(members).sum() + Arrays.stream(bound).sum();
    long[] all = {grouped};
    comm.sum(all);
    this.firstOfNone = all[0] + comm.exclusiveScan(rows().count() - grouped);
  }

  /** The rows that this rank knows the new rows of, in the order of the snapshot. */
  RowRange rows() {
    return numbers.rows(type);
  }

  private interface NumberSink {
    void accept(int number, int place);
  }

  private void forEachNumber(NumberSink sink) {
    for (long row = rows().first(); row < rows().end(); row += READ) {
      int count = (int) Math.min(READ, rows().end() - row);
      read(row, count);
      for (int i = 0; i < count; i++) {
        if (block[i] != GroupNumbers.NONE) {
          sink.accept(block[i], place[i]);
        }
      }
    }
  }

  /** Reads numbers, and places where there are some. */
  private void read(long row, int count) {
    numbers.read(type, row, count, block);
    if (places == null) {
      Arrays.fill(place, 0, count, GroupNumbers.NONE);
    } else {
      places.read(type, row, count, place);
    }
  }

  /** From the first of the rows on. */
  Walk walk() {
    return new Walk();
  }

  /** Goes through the rows of this rank once. */
  final class Walk {
    private final long[] next = first.clone();
    private long nextOfNone = firstOfNone;
    private long row = rows().first();

    private Walk() {}

    /** New rows of the next particles, into the start of an array. */
    void next(int count, long[] rows) {
      for (int done = 0; done < count; done += READ) {
        int some = Math.min(READ, count - done);
        read(row, some);
        for (int i = 0; i < some; i++) {
          rows[done + i] = newRow(block[i], place[i]);
        }
        row += some;
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
   * A rank tells the owner of each group how many members it has that are in no subhalo, and hears
   * where the first of them goes: behind those of subhaloes, and of the ranks before.
   */
  private final class Answers {
    private static final int PAIR = 2;

    private final GroupCatalogue groups;
    private final CatalogueShare share;
    private final long[] bound; // members in subhaloes of each group
    private final int told; // groups of each owner at once
    private long nextRow; // of the owner's groups that are answered

    Answers(GroupCatalogue groups, CatalogueShare share, int told) {
      this.groups = groups;
      this.share = share;
      this.told = told;
      this.bound = new long[groups.groups()];
      SubhaloTable subhaloes = groups.subhaloes();
      for (int s = 0; s < subhaloes.count(); s++) {
        bound[(int) subhaloes.integer(SubhaloColumn.GROUP, s)] +=
            subhaloes.integer(SubhaloColumn.LENGTH_TYPE, s, type);
      }
    }

    /**
     * New rows of the first of the members here of each group that are in no subhalo.
     *
     * @param members how many these are; null for the new rows of the groups themselves
     */
    long[] firstRows(long[] members) {
      nextRow = share.typeBefore()[type];
      long[] rows = new long[present.count()];
      long most = 0;
      for (int r = 0; r < comm.size(); r++) {
        most = Math.max(most, share.rows(r).count());
      }
      for (long from = 0; from < most; from += told) {
        long[][] questions = new long[comm.size()][];
        for (int r = 0; r < questions.length; r++) {
          questions[r] = question(of(r, from), members);
        }
        long[][] asked = comm.allToAll(questions);
        long[][] replies = comm.allToAll(answer(of(comm.rank(), from), asked, members == null));
        for (int r = 0; r < replies.length; r++) {
          int at = present.below(of(r, from).first());
          System.arraycopy(replies[r], 0, rows, at, replies[r].length);
        }
      }
      return rows;
    }

    /** Some of the groups that a rank has. */
    private RowRange of(int rank, long from) {
      RowRange all = share.rows(rank);
      long first = Math.min(all.count(), from);
      return new RowRange(all.first() + first, Math.min(told, all.count() - first));
    }

    /** Number and members of each group present. */
    private long[] question(RowRange some, long[] members) {
      int from = present.below(some.first());
      int to = present.below(some.end());
      long[] pairs = new long[PAIR * (to - from)];
      long number = some.first();
      for (int i = from; i < to; i++) {
        number = present.next(number);
        pairs[PAIR * (i - from)] = number++;
        pairs[PAIR * (i - from) + 1] = members == null ? 0 : members[i];
      }
      return pairs;
    }

    private long[][] answer(RowRange some, long[][] questions, boolean ofGroups) {
      long[] next = new long[(int) some.count()];
      for (int i = 0; i < next.length; i++) {
        int group = (int) (some.first() - share.first()) + i;
        next[i] = nextRow + (ofGroups ? 0 : bound[group]);
        nextRow += groups.sums().lengthType()[group * groups.types() + type];
      }
      long[][] answers = new long[questions.length][];
      for (int r = 0; r < answers.length; r++) {
        answers[r] = new long[questions[r].length / PAIR];
        for (int i = 0; i < answers[r].length; i++) {
          int group = (int) (questions[r][PAIR * i] - some.first());
          answers[r][i] = next[group];
          next[group] += questions[r][PAIR * i + 1];
        }
      }
      return answers;
    }
  }
}
