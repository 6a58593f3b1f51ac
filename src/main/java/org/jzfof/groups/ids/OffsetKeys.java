package org.jzfof.groups.ids;

/**
 * Keys that are consecutive offsets in a run, for IDs in any order.
 *
 * @param first first offset of each run of this rank
 */
record OffsetKeys(long[] first, MemberRuns runs) implements RunKeys {
  @Override
  public int below(int run, long key) {
    if (Long.compareUnsigned(key, first[run]) <= 0) {
      return 0;
    }
    long past = key - first[run];
    boolean inside = Long.compareUnsigned(past, runs.length(run)) < 0;
    return inside ? (int) past : runs.length(run);
  }

  @Override
  public long largest(int run) {
    return first[run] + runs.length(run);
  }
}
