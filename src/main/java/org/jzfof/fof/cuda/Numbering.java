package org.jzfof.fof.cuda;

import org.jzfof.error.MemoryException;

/**
 * Limit of the unsigned 32-bit indices of points, rows and nodes on a GPU. In Java they are ints
 * with a meaningless sign.
 */
public final class Numbering {
  /** Maximum number of objects of one kind; the index after the last stands for none. */
  public static final long MAX_COUNT = (1L << 32) - 1;

  private Numbering() {}

  /**
   * Checks that objects can be numbered.
   *
   * @param objects name of the objects, for the message
   */
  static void require(long count, String objects) {
    if (count > MAX_COUNT) {
      throw new MemoryException(
          "%d %s are more than one GPU can number (%d): use more ranks"
              .formatted(count, objects, MAX_COUNT));
    }
  }
}
