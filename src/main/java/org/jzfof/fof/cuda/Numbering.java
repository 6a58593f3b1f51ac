package org.jzfof.fof.cuda;

import org.jzfof.error.MemoryException;

/**
 * Points, rows and nodes have unsigned 32-bit numbers on a GPU. In Java they are ints whose sign
 * means nothing.
 */
public final class Numbering {
  /** Most things of one kind; the number behind the last one stands for none of them. */
  public static final long MOST = (1L << 32) - 1;

  private Numbering() {}

  /**
   * Refuses what cannot be numbered.
   *
   * @param what the things, for the message
   */
  static void require(long count, String what) {
    if (count > MOST) {
      throw new MemoryException(
          "%d %s are more than one GPU can number (%d): use more ranks"
              .formatted(count, what, MOST));
    }
  }
}
