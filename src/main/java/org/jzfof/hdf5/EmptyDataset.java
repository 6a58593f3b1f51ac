package org.jzfof.hdf5;

/**
 * A dataset that has no values yet, and how they come into it.
 *
 * @param position offset of the first value in the file, for {@link Filling#PLACED}
 */
public record EmptyDataset(Filling filling, long position) {
  /** How values come into a dataset. */
  public enum Filling {
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
