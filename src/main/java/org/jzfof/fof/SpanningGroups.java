package org.jzfof.fof;

import java.util.HashMap;
import java.util.Map;

/**
 * Groups of this rank whose global group has its root on another rank.
 *
 * @param label root of the global group of each group, as a {@link GlobalIndex}
 */
public record SpanningGroups(int[] root, long[] label) {
  /** Creates an empty set of groups. */
  public static SpanningGroups none() {
    return new SpanningGroups(new int[0], new long[0]);
  }

  /** Creates the groups from labels by root. */
  public static SpanningGroups of(Map<Integer, Long> labelOfRoot) {
    int[] root = labelOfRoot.keySet().stream().mapToInt(Integer::intValue).toArray();
    long[] label = new long[root.length];
    for (int i = 0; i < root.length; i++) {
      label[i] = labelOfRoot.get(root[i]);
    }
    return new SpanningGroups(root, label);
  }

  /** Returns the labels by root. */
  public Map<Integer, Long> toMap() {
    Map<Integer, Long> labelOfRoot = new HashMap<>();
    for (int i = 0; i < root.length; i++) {
      labelOfRoot.put(root[i], label[i]);
    }
    return labelOfRoot;
  }
}
