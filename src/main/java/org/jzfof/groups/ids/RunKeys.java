package org.jzfof.groups.ids;

/** What the members of each run of this rank are in order of, as unsigned numbers. */
interface RunKeys {
  /**
   * How many members of a run have lower keys.
   *
   * @param run among those of this rank
   */
  int below(int run, long key);

  /** A key that no member of a run exceeds. */
  long largest(int run);
}
