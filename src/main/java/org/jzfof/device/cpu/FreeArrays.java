package org.jzfof.device.cpu;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostArray;

/**
 * A pool of large Java arrays for reuse: a new array costs zeroing and page faults, and leaves the
 * old one to the garbage collector.
 */
final class FreeArrays {
  private static final int SMALLEST = 1 << 16;
  private static final int LARGEST_FACTOR = 4;
  // The numbers of particles of a rank before and after their exchange differ by a percent or two.
  private static final int SPARE = 32;

  private final Map<ElementType, NavigableMap<Integer, Deque<Object>>> byType =
      new EnumMap<>(ElementType.class);

  /** Returns the length to allocate, so that the array can be reused for a slightly longer one. */
  static int lengthFor(int length) {
    return length < SMALLEST
        ? length
        : (int) Math.min(HostArray.LONGEST, (long) length + length / SPARE);
  }

  /**
   * Returns the shortest free array that is long enough and not far too long; null if the pool has
   * none.
   */
  synchronized Object take(ElementType type, int length) {
    NavigableMap<Integer, Deque<Object>> byLength = byType.get(type);
    Map.Entry<Integer, Deque<Object>> entry =
        byLength == null || length < SMALLEST ? null : byLength.ceilingEntry(length);
    if (entry == null || entry.getKey() > (long) length * LARGEST_FACTOR) {
      return null;
    }
    Object array = entry.getValue().pop();
    if (entry.getValue().isEmpty()) {
      byLength.remove(entry.getKey());
    }
    return array;
  }

  synchronized void give(ElementType type, Object array) {
    int length = Array.getLength(array);
    if (length >= SMALLEST) {
      byType
          .computeIfAbsent(type, t -> new TreeMap<>())
          .computeIfAbsent(length, l -> new ArrayDeque<>())
          .push(array);
    }
  }

  synchronized void clear() {
    byType.clear();
  }
}
