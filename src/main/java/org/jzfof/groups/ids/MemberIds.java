package org.jzfof.groups.ids;

/**
 * Particle IDs of all members in catalogue order: group by group, inside a group type by type,
 * inside a type increasing (unsigned); where subhaloes were looked for, inside a group first those
 * of each subhalo, the most bound first, then the others in this order.
 */
public interface MemberIds {
  /** Number of IDs; 0 where they were not asked for. */
  long count();

  /**
   * Passes on IDs in blocks, in order. Every rank calls it, each with the rows that it wants.
   *
   * @param from first row
   * @param to behind the last row
   * @param sink gets one block after the other, on any thread
   */
  void stream(long from, long to, Sink sink);

  /** Takes blocks of IDs. */
  @FunctionalInterface
  interface Sink {
    /**
     * @param row of the first ID, counted from the first of all
     * @param ids that hold the block, and may be used again after the call
     * @param at index of the first one
     */
    void accept(long row, long[] ids, int at, int count);
  }

  /** Members that share their ID; known before the IDs are streamed. */
  default RepeatedIds repeated() {
    return RepeatedIds.NONE;
  }

  /** IDs in an array. */
  static MemberIds of(long... ids) {
    return of(RepeatedIds.NONE, ids);
  }

  /**
   * IDs in an array, looked at for repeated ones.
   *
   * @param lengthType members per group and type
   */
  static MemberIds checked(long[] lengthType, long... ids) {
    return of(RepeatedIds.of(ids, lengthType), ids);
  }

  /** IDs in an array, of which it is known which are repeated. */
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
