package org.jzfof.groups.ids;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jzfof.comm.ArrayParts;
import org.jzfof.threads.Parallel;

/**
 * Members that have the ID of another member of their group and type. Members of a group on
 * different ranks are not compared.
 *
 * @param count number of such members, without one member per ID
 * @param smallest smallest ID of such members, unsigned; the largest 64-bit number if none exist
 */
public record RepeatedIds(long count, long smallest) {
  /** No repeated IDs. */
  public static final RepeatedIds NONE = new RepeatedIds(0, -1);

  /**
   * Counts equal neighbouring IDs.
   *
   * @param ids IDs by group and type, increasing in each type
   * @param lengths number of IDs per group and type, in this order
   */
  public static RepeatedIds of(long[] ids, long[] lengths) {
    if (!anyEqual(ids)) {
      return NONE;
    }
    long[] end = lengths.clone();
    ArrayParts.prefixSum(end);
    return Parallel.indices(lengths.length, 1)
        .mapToObj(part -> of(ids, (int) (end[part] - lengths[part]), (int) end[part]))
        .reduce(NONE, RepeatedIds::plus);
  }

  /** Returns whether any neighbours are equal, in the same group or not. */
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
        found = found.plus(new RepeatedIds(1, ids[i]));
      }
    }
    return found;
  }

  /** Returns the union of these and other repeated IDs. */
  public RepeatedIds plus(RepeatedIds others) {
    boolean less = Long.compareUnsigned(smallest, others.smallest) < 0;
    return new RepeatedIds(count + others.count, less ? smallest : others.smallest);
  }
}
