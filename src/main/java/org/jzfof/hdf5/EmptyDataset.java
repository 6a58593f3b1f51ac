package org.jzfof.hdf5;

/**
 * A dataset without values, and the method by which its values are written.
 *
 * @param position offset of the first value in the file, for {@link Filling#DIRECT}
 */
public record EmptyDataset(Filling filling, long position) {
  /** Method by which values are written to a dataset. */
  public enum Filling {
    /** The dataset has no values. */
    NONE,
    /** The stored bytes of the values are written to the file directly, from an offset on. */
    DIRECT,
    /** The library writes the values. */
    LIBRARY,
    /** The library writes values that point to memory of the process that has read them. */
    POINTERS
  }
}
