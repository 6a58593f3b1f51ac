package org.jzfof.trees.links;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;

/** A block of members ordered by bucket; its arrays are used again for the next block. */
final class SortedBlock {
  private final long[] ids;
  private final long[] packed;
  private final int[] start;
  private final int[] next;
  private final short[] bucket;

  /**
   * @param capacity maximum number of members
   */
  SortedBlock(int capacity) {
    this(new long[capacity], new long[capacity], new int[IdHash.BUCKETS + 1], capacity);
  }

  private SortedBlock(long[] ids, long[] packed, int[] start, int sortable) {
    this.ids = ids;
    this.packed = packed;
    this.start = start;
    this.next = new int[IdHash.BUCKETS + 1];
    this.bucket = new short[sortable];
  }

  /** Sorts a range of members by bucket; the block has had others before. */
  SortedBlock sort(long[] fromIds, int[] objects, int[] ranks, int from, int to) {
    Arrays.fill(start, 0);
    for (int i = from; i < to; i++) {
      int b = IdHash.bucket(IdHash.of(fromIds[i]));
      bucket[i - from] = (short) b;
      start[b + 1]++;
    }
    ArrayParts.prefixSum(start);
    System.arraycopy(start, 0, next, 0, next.length);
    for (int i = from; i < to; i++) {
      int at = next[bucket[i - from]]++;
      ids[at] = fromIds[i];
      packed[at] = MemberBucket.pack(objects[i], ranks[i]);
    }
    return this;
  }

  /** Unpacks a block of members from a {@link #message}. */
  static SortedBlock of(long[] message, int firstBucket, int buckets) {
    int[] start = new int[IdHash.BUCKETS + 1];
    for (int b = 0; b < buckets; b++) {
      start[firstBucket + b + 1] = start[firstBucket + b] + (int) message[b];
    }
    int count = start[firstBucket + buckets];
    long[] ids = new long[count];
    long[] packed = new long[count];
    System.arraycopy(message, buckets, ids, 0, count);
    System.arraycopy(message, buckets + count, packed, 0, count);
    return new SortedBlock(ids, packed, start, 0);
  }

  /** Adds the members of one bucket to a table. */
  void addTo(MemberBucket members, int bucket) {
    members.add(ids, packed, start[bucket], start[bucket + 1]);
  }

  /** Number of members of consecutive buckets. */
  private int count(int from, int to) {
    return start[to] - start[from];
  }

  /**
   * Packs the members of consecutive buckets: the number of members of each bucket, then IDs, then
   * packed objects and ranks.
   */
  static long[] message(SortedBlock[] blocks, int from, int to) {
    int count = IntStream.range(0, blocks.length).map(i -> blocks[i].count(from, to)).sum();
    long[] message = new long[to - from + 2 * count];
    int at = to - from;
    for (int b = from; b < to; b++) {
      for (SortedBlock block : blocks) {
        int n = block.count(b, b + 1);
        message[b - from] += n;
        System.arraycopy(block.ids, block.start[b], message, at, n);
        System.arraycopy(block.packed, block.start[b], message, at + count, n);
        at += n;
      }
    }
    return message;
  }
}
