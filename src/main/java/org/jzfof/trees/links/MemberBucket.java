package org.jzfof.trees.links;

import java.util.Arrays;
import java.util.BitSet;

/** The members of one catalogue whose IDs fall into one bucket, with an index by ID. */
final class MemberBucket {
  /** Result of a search without success. */
  static final int NONE = -1;

  private long[] ids;
  private long[] packed;
  private int count;
  private int[] slots;

  MemberBucket(int expected) {
    this.ids = new long[expected];
    this.packed = new long[expected];
  }

  /**
   * Packs an object and a rank into one number.
   *
   * @param rank index of the member in the object
   */
  static long pack(int object, int rank) {
    return (long) object << 32 | rank;
  }

  int count() {
    return count;
  }

  long id(int member) {
    return ids[member];
  }

  int object(int member) {
    return (int) (packed[member] >>> 32);
  }

  int rank(int member) {
    return (int) packed[member];
  }

  /** Appends a range of arrays, which may contain members of several buckets. */
  void add(long[] sourceIds, long[] sourcePacked, int from, int to) {
    int sum = Math.addExact(count, to - from);
    if (sum > ids.length) {
      int length = Math.max(sum, ids.length + ids.length / 4 + 16);
      ids = Arrays.copyOf(ids, length);
      packed = Arrays.copyOf(packed, length);
    }
    System.arraycopy(sourceIds, from, ids, count, to - from);
    System.arraycopy(sourcePacked, from, packed, count, to - from);
    count = sum;
  }

  /**
   * Builds the index after all members have been added. Members that share their ID with others are
   * removed, because their ID does not identify the particle.
   *
   * @return the removed members; null if there are none
   */
  Shared index() {
    BitSet sharing = insertAll();
    if (sharing.isEmpty()) {
      return null;
    }
    Shared removed = shared(sharing);
    int remaining = 0;
    for (int m = sharing.nextClearBit(0); m < count; m = sharing.nextClearBit(m + 1)) {
      ids[remaining] = ids[m];
      packed[remaining++] = packed[m];
    }
    count = remaining;
    insertAll();
    return removed;
  }

  /**
   * Inserts all members into the hash table; returns the members that share their ID with others.
   */
  private BitSet insertAll() {
    int[] table = new int[Math.max(2, Integer.highestOneBit(Math.max(1, count)) << 2)];
    Arrays.fill(table, NONE);
    BitSet sharing = new BitSet();
    for (int m = 0; m < count; m++) {
      int slot = (int) IdHash.of(ids[m]) & table.length - 1;
      while (table[slot] != NONE && ids[table[slot]] != ids[m]) {
        slot = slot + 1 & table.length - 1;
      }
      if (table[slot] == NONE) {
        table[slot] = m;
      } else {
        sharing.set(table[slot]);
        sharing.set(m);
      }
    }
    slots = table;
    return sharing;
  }

  private Shared shared(BitSet sharing) {
    long smallest =
        sharing.stream().mapToLong(m -> ids[m]).boxed().min(Long::compareUnsigned).orElseThrow();
    int[] objects =
        sharing.stream().filter(m -> ids[m] == smallest).map(this::object).sorted().toArray();
    return new Shared(sharing.cardinality(), smallest, objects[0], objects[1]);
  }

  /**
   * Members that share their IDs with others.
   *
   * @param members number of such members
   * @param id the smallest shared ID, unsigned
   * @param first object of a member with this ID
   * @param second object of another member with this ID, at least {@code first}
   */
  record Shared(int members, long id, int first, int second) {}

  /** Returns the member with an ID, or {@link #NONE}. */
  int find(long id) {
    int slot = (int) IdHash.of(id) & slots.length - 1;
    while (slots[slot] != NONE && ids[slots[slot]] != id) {
      slot = slot + 1 & slots.length - 1;
    }
    return slots[slot];
  }
}
