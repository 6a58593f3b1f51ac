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
 * Large Java arrays that wait to be used again: a new one costs zeroing and page faults, and leaves
 * the old one to the garbage collector.
 */
final class FreeArrays {
  private static final int SMALLEST = 1 << 16;
  private static final int LARGEST_FACTOR = 4;
  // The pieces of the ranks differ by a percent or two from what they have read.
  private static final int SPARE = 32;

  private final Map<ElementType, NavigableMap<Integer, Deque<Object>>> byType =
      new EnumMap<>(ElementType.class);

  /** Length of a new array that can be used again for one slightly longer than this. */
  static int lengthFor(int length) {
    return length < SMALLEST
        ? length
        : (int) Math.min(HostArray.LONGEST, (long) length + length / SPARE);
  }

  /** The shortest free array that is long enough and not far too long; null if there is none. */
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
