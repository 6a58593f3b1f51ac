package org.jzfof.subhalo.members;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntToLongFunction;
import org.jzfof.domain.Bisection;
import org.jzfof.threads.Parallel;

/** Sorts numbers, equal ones by an unsigned ID. */
public final class SortedOrder {
  /**
   * Maximum length of arrays that are sorted with their index in the last bits of the key; a power
   * of two.
   */
  private static final int SHORT = 1 << 12;

  private SortedOrder() {}

  /** Returns the indices of numbers in increasing order. */
  public static int[] increasing(double[] numbers, IntToLongFunction id) {
    long[] keys = new long[numbers.length];
    for (int i = 0; i < keys.length; i++) {
      long bits = Double.doubleToRawLongBits(numbers[i]);
      keys[i] = bits ^ (bits >> Long.SIZE - 1 & Long.MAX_VALUE);
    }
    return of(keys, id);
  }

  /** Returns the indices of unsigned integers in increasing order. */
  public static int[] increasingUnsigned(long[] numbers, IntToLongFunction id) {
    return of(flipped(numbers.length, i -> numbers[i]), id);
  }

  private static long[] flipped(int count, IntToLongFunction unsigned) {
    long[] keys = new long[count];
    Arrays.setAll(keys, i -> unsigned.applyAsLong(i) ^ Long.MIN_VALUE);
    return keys;
  }

  private static int[] of(long[] keys, IntToLongFunction id) {
    return keys.length <= SHORT ? sortShort(keys, id) : sortLong(keys, id);
  }

  /**
   * Sorts keys whose last bits are replaced by an index, and then by insertion the keys that differ
   * only in these bits.
   */
  private static int[] sortShort(long[] keys, IntToLongFunction id) {
    long[] roughKeys = new long[keys.length];
    for (int i = 0; i < roughKeys.length; i++) {
      roughKeys[i] = keys[i] & -SHORT | i;
    }
    Arrays.sort(roughKeys);
    int[] order = new int[keys.length];
    for (int end = 0; end < order.length; end++) {
      int i = (int) roughKeys[end] & SHORT - 1;
      int slot = end;
      while (slot > 0 && isBefore(keys, id, i, order[slot - 1])) {
        order[slot] = order[slot - 1];
        slot--;
      }
      order[slot] = i;
    }
    return order;
  }

  private static boolean isBefore(long[] keys, IntToLongFunction id, int i, int other) {
    return keys[i] < keys[other]
        || keys[i] == keys[other]
            && Long.compareUnsigned(id.applyAsLong(i), id.applyAsLong(other)) < 0;
  }

  private static int[] sortLong(long[] keys, IntToLongFunction id) {
    AtomicIntegerArray equalCount = new AtomicIntegerArray(keys.length);
    int[] order = ranked(keys, equalCount);
    for (int first = 0; first < order.length; first += equalCount.get(first)) {
      if (equalCount.get(first) > 1) {
        int[] equal = Arrays.copyOfRange(order, first, first + equalCount.get(first));
        long[] ids = flipped(equal.length, i -> id.applyAsLong(equal[i]));
        int[] byId = ranked(ids, new AtomicIntegerArray(ids.length));
        for (int i = 0; i < byId.length; i++) {
          order[first + i] = equal[byId[i]];
        }
      }
    }
    return order;
  }

  /**
   * Returns the indices of keys in increasing order, equal keys in any order, without a sort of
   * objects.
   *
   * @param equalCount output: number of equal keys, at the first index of each run of equal keys
   */
  private static int[] ranked(long[] keys, AtomicIntegerArray equalCount) {
    long[] sorted = keys.clone();
    Parallel.sort(sorted);
    int[] order = new int[keys.length];
    Parallel.indices(keys.length, Parallel.STREAM_GRAIN)
        .forEach(
            i -> {
              long key = keys[i];
              int first = Bisection.countBelow(sorted.length, k -> sorted[k] < key);
              order[first + equalCount.getAndIncrement(first)] = i;
            });
    return order;
  }
}
