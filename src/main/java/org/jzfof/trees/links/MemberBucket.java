package org.jzfof.trees.links;

import java.util.Arrays;
import java.util.BitSet;

/** The members of one catalogue whose IDs fall into one bucket, to be found by their ID. */
final class MemberBucket {
  /** There is no such member. */
  static final int NONE = -1;

  private long[] ids;
  private long[] places;
  private int count;
  private int[] slots;

  /**
   * @param expected number of members
   */
  MemberBucket(int expected) {
    this.ids = new long[expected];
    this.places = new long[expected];
  }

  /**
   * An object and a rank in one number.
   *
   * @param object its number
   * @param rank place of the member in it
   */
  static long place(int object, int rank) {
    return (long) object << 32 | rank;
  }

  int count() {
    return count;
  }

  long id(int member) {
    return ids[member];
  }

  int object(int member) {
    return (int) (places[member] >>> 32);
  }

  int rank(int member) {
    return (int) places[member];
  }

  /** Adds members of this bucket from arrays that hold those of several. */
  void add(long[] someIds, long[] somePlaces, int from, int to) {
    int sum = Math.addExact(count, to - from);
    if (sum > ids.length) {
      int length = Math.max(sum, ids.length + ids.length / 4 + 16);
      ids = Arrays.copyOf(ids, length);
      places = Arrays.copyOf(places, length);
    }
    System.arraycopy(someIds, from, ids, count, to - from);
    System.arraycopy(somePlaces, from, places, count, to - from);
    count = sum;
  }

  /**
   * Makes the members known by their ID, when all are added. Those that share theirs with others
   * are removed: it says of none of them which particle it is.
   *
   * @return the removed ones; null where there are none
   */
  Shared index() {
    BitSet sharing = insertAll();
    if (sharing.isEmpty()) {
      return null;
    }
    Shared removed = shared(sharing);
    int kept = 0;
    for (int m = sharing.nextClearBit(0); m < count; m = sharing.nextClearBit(m + 1)) {
      ids[kept] = ids[m];
      places[kept++] = places[m];
    }
    count = kept;
    insertAll();
    return removed;
  }

  /** The members that share their ID with others; without any, all can be found. */
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
   * Members that share their IDs.
   *
   * @param members how many
   * @param id the smallest such ID, unsigned
   * @param first object of a member that has it
   * @param second object of another, not below
   */
  record Shared(int members, long id, int first, int second) {}

  /** The member with an ID, or {@link #NONE}. */
  int find(long id) {
    int slot = (int) IdHash.of(id) & slots.length - 1;
    while (slots[slot] != NONE && ids[slots[slot]] != id) {
      slot = slot + 1 & slots.length - 1;
    }
    return slots[slot];
  }
}
