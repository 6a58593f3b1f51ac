package org.jzfof.catalogue;

import java.util.Arrays;
import org.jzfof.snapshot.LongSink;

/**
 * Particle IDs of all members in catalogue order: group by group, inside a group type by type,
 * inside a type increasing (unsigned).
 */
public interface MemberIds {
  /** Number of IDs; 0 where they were not asked for. */
  long count();

  /**
   * Passes on all IDs in blocks, in order. Every rank calls it; only the sink of rank 0 is used.
   */
  void stream(LongSink sink);

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

  private static MemberIds of(RepeatedIds repeated, long... ids) {
    return new MemberIds() {
      private static final int BLOCK = 1 << 18;

      @Override
      public long count() {
        return ids.length;
      }

      @Override
      public RepeatedIds repeated() {
        return repeated;
      }

      @Override
      public void stream(LongSink sink) {
        for (int row = 0; row < ids.length; row += BLOCK) {
          int rows = Math.min(BLOCK, ids.length - row);
          sink.accept(row, rows, Arrays.copyOfRange(ids, row, row + rows));
        }
      }
    };
  }
}
