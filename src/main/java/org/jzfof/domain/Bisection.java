package org.jzfof.domain;

import java.util.function.IntPredicate;

/** Binary search in a sorted array, like {@code count_below} of common.cuh. */
public final class Bisection {
  private Bisection() {}

  /**
   * Number of indices 0, 1, ... length - 1 before the first index that is not below.
   *
   * @param below predicate that is false for every index behind the first index for which it is
   *     false
   */
  public static int countBelow(int length, IntPredicate below) {
    int low = 0;
    int high = length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (below.test(middle)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
