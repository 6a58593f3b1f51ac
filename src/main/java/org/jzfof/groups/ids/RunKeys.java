package org.jzfof.groups.ids;

/** Sort keys of the members of each run of this rank, as unsigned numbers. */
interface RunKeys {
  /**
   * Returns how many members of a run have lower keys.
   *
   * @param run index of the run on this rank
   */
  int below(int run, long key);

  /** Returns a key that no member of a run exceeds. */
  long largest(int run);
}
