package org.jzfof.groups.ids;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jzfof.comm.ArrayParts;
import org.jzfof.threads.Parallel;

/**
 * Members that have the ID of another one of their group and type. On several ranks, members of a
 * group that lie on different ones are not compared.
 *
 * @param count how many, not counting one of each ID
 * @param least smallest ID of such members, unsigned; the largest number there is without any
 */
public record RepeatedIds(long count, long least) {
  /** None. */
  public static final RepeatedIds NONE = new RepeatedIds(0, -1);

  /**
   * Counts equal neighbours.
   *
   * @param ids group by group, in a group type by type, increasing
   * @param lengths of the parts of each type of each group, in this order
   */
  public static RepeatedIds of(long[] ids, long[] lengths) {
    if (!anyEqual(ids)) {
      return NONE;
    }
    long[] end = lengths.clone();
    ArrayParts.addUp(end);
    return Parallel.indices(lengths.length, 1)
        .mapToObj(part -> of(ids, (int) (end[part] - lengths[part]), (int) end[part]))
        .reduce(NONE, RepeatedIds::and);
  }

  /** Whether any neighbours are equal, be they of one group or not. */
  private static boolean anyEqual(long[] ids) {
    AtomicBoolean any = new AtomicBoolean();
    Parallel.forRange(
        ids.length,
        Parallel.GRAIN,
        (from, to) -> {
          boolean equal = false;
          for (int i = Math.max(1, from); i < to; i++) {
            equal |= ids[i] == ids[i - 1];
          }
          if (equal) {
            any.set(true);
          }
        });
    return any.get();
  }

  private static RepeatedIds of(long[] ids, int from, int to) {
    RepeatedIds found = NONE;
    for (int i = from + 1; i < to; i++) {
      if (ids[i] == ids[i - 1]) {
        found = found.and(new RepeatedIds(1, ids[i]));
      }
    }
    return found;
  }

  /** These and others. */
  public RepeatedIds and(RepeatedIds others) {
    boolean less = Long.compareUnsigned(least, others.least) < 0;
    return new RepeatedIds(count + others.count, less ? least : others.least);
  }
}
