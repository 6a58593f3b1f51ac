package org.jzfof.hdf5;

/**
 * A dataset that has no values yet, and how they come into it.
 *
 * @param way how
 * @param position in the file of the first value, where they are {@link Way#PLACED}
 */
public record EmptyDataset(Way way, long position) {
  /** How values come into a dataset. */
  public enum Way {
    /** It has none. */
    NONE,
    /** As they are, in one piece, by position. */
    PLACED,
    /** By the library. */
    PACKED,
    /** By the library, from values that point to memory of the process that has read them. */
    POINTERS
  }
}
