package org.jzfof.trees.links;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;

/** The members of one catalogue whose IDs fall into one bucket, with an index by ID. */
final class MemberBucket {
  /** Result of a search without success. */
  static final int NONE = -1;

  /** Maximum number of objects with members of one ID, which bounds the number of pairs. */
  static final int MAX_OBJECTS = 64;

  private static final Comparator<long[]> BY_ID =
      Comparator.<long[]>comparingLong(row -> row[0] ^ Long.MIN_VALUE)
          .thenComparingLong(row -> row[1]);

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
   * Builds the index after all members have been added. Of the members of one object that have the
   * same ID, the one with the lowest rank remains. An ID that members of more than {@link
   * #MAX_OBJECTS} objects have does not identify a particle; these members are removed.
   *
   * @return the members that share their ID with others; null if there are none
   */
  Shared index() {
    BitSet sharing = insertAll();
    if (sharing.isEmpty()) {
      return null;
    }
    long[][] rows =
        sharing.stream()
            .mapToObj(m -> new long[] {ids[m], packed[m]})
            .sorted(BY_ID)
            .toArray(long[][]::new);
    count = moveDown(sharing);
    int removed = 0;
    for (int from = 0, to; from < rows.length; from = to) {
      to = endOfId(rows, from);
      int before = count;
      addOncePerObject(rows, from, to);
      if (count - before > MAX_OBJECTS) {
        removed += to - from;
        count = before;
      }
    }
    insertAll();
    return new Shared(rows.length, removed, rows[0][0], object(rows[0]), object(rows[1]));
  }

  /** Moves all other members to the front; returns their number. */
  private int moveDown(BitSet others) {
    int remaining = 0;
    for (int m = others.nextClearBit(0); m < count; m = others.nextClearBit(m + 1)) {
      ids[remaining] = ids[m];
      packed[remaining++] = packed[m];
    }
    return remaining;
  }

  private static int endOfId(long[][] rows, int from) {
    int to = from + 1;
    while (to < rows.length && rows[to][0] == rows[from][0]) {
      to++;
    }
    return to;
  }

  /** Appends members with one ID, sorted by object and rank: the first of each object. */
  private void addOncePerObject(long[][] rows, int from, int to) {
    for (int row = from; row < to; row++) {
      if (row == from || object(rows[row]) != object(rows[row - 1])) {
        ids[count] = rows[row][0];
        packed[count++] = rows[row][1];
      }
    }
  }

  private static int object(long... row) {
    return (int) (row[1] >>> 32);
  }

  /**
   * Inserts all members into the hash table, of members with the same ID the first; returns the
   * members that share their ID with others.
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

  /**
   * Members that share their IDs with others.
   *
   * @param members number of such members
   * @param removed number of those that were removed
   * @param id the smallest shared ID, unsigned
   * @param first object of a member with this ID
   * @param second object of another member with this ID, at least {@code first}
   */
  record Shared(int members, int removed, long id, int first, int second) {}

  /** Returns the first member with an ID, or {@link #NONE}. */
  int find(long id) {
    int slot = (int) IdHash.of(id) & slots.length - 1;
    while (slots[slot] != NONE && ids[slots[slot]] != id) {
      slot = slot + 1 & slots.length - 1;
    }
    return slots[slot];
  }

  /** Returns the next member, of another object, with the same ID, or {@link #NONE}. */
  int next(int member) {
    int next = member + 1;
    return next < count && ids[next] == ids[member] ? next : NONE;
  }
}
