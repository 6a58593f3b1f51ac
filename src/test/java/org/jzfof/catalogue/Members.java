package org.jzfof.catalogue;

/** The member IDs of catalogues. */
public final class Members {
  private Members() {}

  /** All of them, in catalogue order; every rank calls it. */
  public static long[] ids(GroupCatalogue groups) {
    long[] ids = new long[Math.toIntExact(groups.memberIds().count())];
    groups.memberIds().stream(
        0, ids.length, (row, count, values) -> System.arraycopy(values, 0, ids, (int) row, count));
    return ids;
  }
}
