package org.jzfof.catalogue;

/** The member IDs of catalogues. */
public final class Members {
  private Members() {}

  /** All of them, in catalogue order. */
  public static long[] ids(GroupCatalogue groups) {
    long[] ids = new long[Math.toIntExact(groups.memberIds().count())];
    groups.memberIds().stream(
        (row, count, values) -> System.arraycopy(values, 0, ids, (int) row, count));
    return ids;
  }
}
