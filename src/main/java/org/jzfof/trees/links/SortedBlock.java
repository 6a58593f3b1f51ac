package org.jzfof.trees.links;

import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;

/** A block of members in the order of their buckets. */
final class SortedBlock {
  private final long[] ids;
  private final long[] places;
  private final int[] start;

  private SortedBlock(long[] ids, long[] places, int[] start) {
    this.ids = ids;
    this.places = places;
    this.start = start;
  }

  /** Sorts some members of arrays. */
  static SortedBlock of(long[] ids, int[] objects, int[] ranks, int from, int to) {
    int[] next = new int[IdHash.BUCKETS + 1];
    short[] bucket = new short[to - from];
    for (int i = from; i < to; i++) {
      int b = IdHash.bucket(IdHash.of(ids[i]));
      bucket[i - from] = (short) b;
      next[b + 1]++;
    }
    ArrayParts.addUp(next);
    int[] start = next.clone();
    long[] sortedIds = new long[to - from];
    long[] sortedPlaces = new long[to - from];
    for (int i = from; i < to; i++) {
      int at = next[bucket[i - from]]++;
      sortedIds[at] = ids[i];
      sortedPlaces[at] = MemberBucket.place(objects[i], ranks[i]);
    }
    return new SortedBlock(sortedIds, sortedPlaces, start);
  }

  /** A block of members as from {@link #message}. */
  static SortedBlock of(long[] message, int firstBucket, int buckets) {
    int[] start = new int[IdHash.BUCKETS + 1];
    for (int b = 0; b < buckets; b++) {
      start[firstBucket + b + 1] = start[firstBucket + b] + (int) message[b];
    }
    int count = start[firstBucket + buckets];
    long[] ids = new long[count];
    long[] places = new long[count];
    System.arraycopy(message, buckets, ids, 0, count);
    System.arraycopy(message, buckets + count, places, 0, count);
    return new SortedBlock(ids, places, start);
  }

  /** Adds those of one bucket to it. */
  void addTo(MemberBucket members, int bucket) {
    members.add(ids, places, start[bucket], start[bucket + 1]);
  }

  /** Number of members of consecutive buckets. */
  private int count(int from, int to) {
    return start[to] - start[from];
  }

  /** The members of consecutive buckets: numbers of each bucket, then IDs, then places. */
  static long[] message(SortedBlock[] blocks, int from, int to) {
    int count = IntStream.range(0, blocks.length).map(i -> blocks[i].count(from, to)).sum();
    long[] message = new long[to - from + 2 * count];
    int at = to - from;
    for (int b = from; b < to; b++) {
      for (SortedBlock block : blocks) {
        int n = block.count(b, b + 1);
        message[b - from] += n;
        System.arraycopy(block.ids, block.start[b], message, at, n);
        System.arraycopy(block.places, block.start[b], message, at + count, n);
        at += n;
      }
    }
    return message;
  }
}
