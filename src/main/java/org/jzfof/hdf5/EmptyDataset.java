package org.jzfof.hdf5;

/**
 * A dataset without values, and the method by which its values are written.
 *
 * @param position offset of the first value in the file, for {@link Filling#PLACED}
 */
public record EmptyDataset(Filling filling, long position) {
  /** Method by which values are written to a dataset. */
  public enum Filling {
    /** The dataset has no values. */
    NONE,
    /** Unchanged values are written in one piece at an offset of the file. */
    PLACED,
    /** The library writes the values. */
    PACKED,
    /** By the library, from values that point to memory of the process that has read them. */
    POINTERS
  }
}
