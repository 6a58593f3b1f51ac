package org.jzfof.groups.ids;

import org.jzfof.snapshot.file.LongSink;

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
   * @param sink gets rows counted from the first of all, one block after the other, on any thread
   */
  void stream(long from, long to, LongSink sink);

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
      private static final int BLOCK = 1 << 20;

      @Override
      public long count() {
        return ids.length;
      }

      @Override
      public RepeatedIds repeated() {
        return repeated;
      }

      @Override
      public void stream(long from, long to, LongSink sink) {
        long[] block = new long[(int) Math.min(BLOCK, to - from)];
        for (long row = from; row < to; row += BLOCK) {
          int rows = (int) Math.min(BLOCK, to - row);
          System.arraycopy(ids, (int) row, block, 0, rows);
          sink.accept(row, rows, block);
        }
      }
    };
  }
}
