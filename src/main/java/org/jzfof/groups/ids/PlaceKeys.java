package org.jzfof.groups.ids;

/**
 * Consecutive places in a run, whatever the IDs are.
 *
 * @param first of each run of this rank
 * @param runs of this rank
 */
record PlaceKeys(long[] first, MemberRuns runs) implements RunKeys {
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
