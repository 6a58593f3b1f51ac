package org.jzfof.subhalo.members;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntToLongFunction;
import org.jzfof.domain.Bisection;
import org.jzfof.threads.Parallel;

/** Puts numbers in order, equal ones by an unsigned ID. */
public final class SortedOrder {
  /** A power of two; so many are in order at once but for their last bits. */
  private static final int FEW = 1 << 12;

  private SortedOrder() {}

  /** Places of numbers by increasing size. */
  public static int[] increasing(double[] numbers, IntToLongFunction id) {
    long[] keys = new long[numbers.length];
    for (int i = 0; i < keys.length; i++) {
      long bits = Double.doubleToRawLongBits(numbers[i]);
      keys[i] = bits ^ (bits >> Long.SIZE - 1 & Long.MAX_VALUE);
    }
    return of(keys, id);
  }

  /** Places of unsigned integers by increasing size. */
  public static int[] increasingUnsigned(long[] numbers, IntToLongFunction id) {
    return of(flipped(numbers.length, i -> numbers[i]), id);
  }

  private static long[] flipped(int count, IntToLongFunction unsigned) {
    long[] keys = new long[count];
    Arrays.setAll(keys, i -> unsigned.applyAsLong(i) ^ Long.MIN_VALUE);
    return keys;
  }

  private static int[] of(long[] keys, IntToLongFunction id) {
    return keys.length <= FEW ? ofFew(keys, id) : ofMany(keys, id);
  }

  /** By keys whose last bits make room for a place, and what these leave by insertion. */
  private static int[] ofFew(long[] keys, IntToLongFunction id) {
    long[] nearly = new long[keys.length];
    for (int i = 0; i < nearly.length; i++) {
      nearly[i] = keys[i] & -FEW | i;
    }
    Arrays.sort(nearly);
    int[] order = new int[keys.length];
    for (int end = 0; end < order.length; end++) {
      int i = (int) nearly[end] & FEW - 1;
      int at = end;
      while (at > 0 && isBefore(keys, id, i, order[at - 1])) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = i;
    }
    return order;
  }

  private static boolean isBefore(long[] keys, IntToLongFunction id, int i, int other) {
    return keys[i] < keys[other]
        || keys[i] == keys[other]
            && Long.compareUnsigned(id.applyAsLong(i), id.applyAsLong(other)) < 0;
  }

  private static int[] ofMany(long[] keys, IntToLongFunction id) {
    AtomicIntegerArray taken = new AtomicIntegerArray(keys.length);
    int[] order = ranked(keys, taken);
    for (int first = 0; first < order.length; first += taken.get(first)) {
      if (taken.get(first) > 1) {
        int[] equal = Arrays.copyOfRange(order, first, first + taken.get(first));
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
   * Puts each key behind the smaller ones, without objects to be compared; equal ones in any order.
   *
   * @param taken takes the number of equal keys at the first place of each
   */
  private static int[] ranked(long[] keys, AtomicIntegerArray taken) {
    long[] sorted = keys.clone();
    Parallel.sort(sorted);
    int[] order = new int[keys.length];
    Parallel.indices(keys.length, Parallel.STREAM_GRAIN)
        .forEach(
            i -> {
              long key = keys[i];
              int first = Bisection.countBelow(sorted.length, k -> sorted[k] < key);
              order[first + taken.getAndIncrement(first)] = i;
            });
    return order;
  }
}
