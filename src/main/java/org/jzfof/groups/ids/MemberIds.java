package org.jzfof.groups.ids;

/**
 * Particle IDs of all members in catalogue order: group by group, inside a group type by type,
 * inside a type increasing (unsigned); with subhaloes, inside a group first the members of each
 * subhalo, type by type, the most bound first, then the others in this order.
 */
public interface MemberIds {
  /** Number of IDs; 0 unless requested. */
  long count();

  /**
   * Passes IDs to a sink in blocks, in order. Every rank calls this method with the rows that it
   * needs.
   *
   * @param to one past the last row
   * @param sink receives one block after the other, on any thread
   */
  void stream(long from, long to, Sink sink);

  /** Receives blocks of IDs. */
  @FunctionalInterface
  interface Sink {
    /**
     * @param row index of the first ID among all IDs
     * @param ids array with the block; the caller may reuse it after the call
     * @param at index of the block's first ID in the array
     */
    void accept(long row, long[] ids, int at, int count);
  }

  /** Returns the members that share their ID, which are known before the IDs are streamed. */
  default RepeatedIds repeated() {
    return RepeatedIds.NONE;
  }

  /** Creates IDs from an array without repeated IDs. */
  static MemberIds of(long... ids) {
    return of(RepeatedIds.NONE, ids);
  }

  /** Creates IDs from an array, with a search for repeated IDs. */
  static MemberIds checked(long[] lengthType, long... ids) {
    return of(RepeatedIds.of(ids, lengthType), ids);
  }

  /** Creates IDs from an array with known repeated IDs. */
  static MemberIds of(RepeatedIds repeated, long... ids) {
    return new MemberIds() {
      @Override
      public long count() {
        return ids.length;
      }

      @Override
      public RepeatedIds repeated() {
        return repeated;
      }

      @Override
      public void stream(long from, long to, Sink sink) {
        if (to > from) {
          sink.accept(from, ids, (int) from, (int) (to - from));
        }
      }
    };
  }
}
