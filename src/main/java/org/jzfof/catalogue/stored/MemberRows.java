package org.jzfof.catalogue.stored;

/** Rows of which each has at most one member of a group or subhalo. */
public interface MemberRows {
  /** Number of rows. */
  long rows();

  /** Number of members in these rows, or an estimate. */
  long members();

  /** Origin of the members, for a report. */
  String source();

  /** Returns whether the members of a subhalo have ranks by their binding energy. */
  boolean haveEnergyOrder();

  /** Returns a reader of consecutive rows. */
  Reader reader(long from, long to);

  /** Reads rows one after another. */
  @FunctionalInterface
  interface Reader {
    /**
     * Reads the next rows.
     *
     * @param rows number of rows, some of which may have no member
     * @param ids receives the IDs of the members [rows], any 64 bits
     * @param objects receives their groups or subhaloes, from 0 [rows]
     * @param ranks receives the index of each in the subhalo by binding energy, from 0 [rows]
     * @return number of members in these rows
     */
    int next(int rows, long[] ids, int[] objects, int[] ranks);
  }
}
