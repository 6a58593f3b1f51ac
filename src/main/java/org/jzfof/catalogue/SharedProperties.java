package org.jzfof.catalogue;

import java.util.Arrays;

/** Merges the properties of groups that span ranks. */
final class SharedProperties {
  private static final int REFERENCE = 7;

  private final SharedGroups shared;
  private final int[] spanning;
  private final int[] parts;
  private final int[] entries;

  /**
   * @param numbers number among the groups of this rank of each part and each owned group of {@code
   *     shared}, negative where it is not kept
   */
  SharedProperties(int[] numbers, SharedGroups shared) {
    this.shared = shared;
    this.spanning = Arrays.stream(numbers).filter(n -> n >= 0).sorted().toArray();
    int count = shared.parts().length;
    int[] places = new int[numbers.length];
    Arrays.setAll(places, i -> Arrays.binarySearch(spanning, numbers[i]));
    this.parts = Arrays.copyOf(places, count);
    this.entries = new int[shared.entries().length];
    Arrays.setAll(entries, e -> places[count + shared.entries()[e]]);
  }

  /**
   * Numbers of the groups of this rank that span ranks, increasing; the others are left out here.
   */
  int[] spanning() {
    return spanning;
  }

  /** Whether each group belongs to one of another rank [groups]. */
  boolean[] isPart() {
    boolean[] isPart = new boolean[spanning.length];
    for (int g : parts) {
      if (g >= 0) {
        isPart[g] = true;
      }
    }
    return isPart;
  }

  /** Gives all parts of a group the reference with the smallest ID; every rank calls it. */
  void agreeOn(GroupReferences references) {
    long[] incoming = shared.toOwners(pack(references, parts), REFERENCE);
    for (int e = 0; e < entries.length; e++) {
      int g = entries[e];
      if (g >= 0 && Long.compareUnsigned(incoming[e * REFERENCE], references.id()[g]) < 0) {
        unpack(incoming, e, references, g);
      }
    }
    long[] agreed = shared.toParts(pack(references, entries), REFERENCE);
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] >= 0) {
        unpack(agreed, i, references, parts[i]);
      }
    }
  }

  private static long[] pack(GroupReferences references, int[] groups) {
    long[] values = new long[REFERENCE * groups.length];
    for (int i = 0; i < groups.length; i++) {
      int g = groups[i];
      if (g >= 0) {
        values[i * REFERENCE] = references.id()[g];
        for (int d = 0; d < 3; d++) {
          values[i * REFERENCE + 1 + d] = references.position()[3 * g + d];
          values[i * REFERENCE + 4 + d] = Float.floatToRawIntBits(references.velocity()[3 * g + d]);
        }
      }
    }
    return values;
  }

  private static void unpack(long[] values, int at, GroupReferences references, int g) {
    references.id()[g] = values[at * REFERENCE];
    for (int d = 0; d < 3; d++) {
      references.position()[3 * g + d] = (int) values[at * REFERENCE + 1 + d];
      references.velocity()[3 * g + d] = Float.intBitsToFloat((int) values[at * REFERENCE + 4 + d]);
    }
  }

  /** Adds the sums of the parts to those of their groups; every rank calls it. */
  void addUp(GroupSums sums) {
    int types = sums.types();
    int width = 2 * types + GroupSums.MOMENTS;
    long[] values = new long[width * parts.length];
    for (int i = 0; i < parts.length; i++) {
      int g = parts[i];
      if (g >= 0) {
        int at = i * width;
        System.arraycopy(sums.count(), g * types, values, at, types);
        copyBits(sums.mass(), g * types, values, at + types, types);
        copyBits(sums.moments(), g * GroupSums.MOMENTS, values, at + 2 * types, GroupSums.MOMENTS);
      }
    }
    long[] incoming = shared.toOwners(values, width);
    for (int e = 0; e < entries.length; e++) {
      int g = entries[e];
      if (g >= 0) {
        int at = e * width;
        for (int t = 0; t < types; t++) {
          sums.count()[g * types + t] += incoming[at + t];
          sums.mass()[g * types + t] += Double.longBitsToDouble(incoming[at + types + t]);
        }
        for (int k = 0; k < GroupSums.MOMENTS; k++) {
          sums.moments()[g * GroupSums.MOMENTS + k] +=
              Double.longBitsToDouble(incoming[at + 2 * types + k]);
        }
      }
    }
  }

  private static void copyBits(double[] from, int start, long[] to, int at, int count) {
    for (int i = 0; i < count; i++) {
      to[at + i] = Double.doubleToRawLongBits(from[start + i]);
    }
  }

  /** Sends a number of each group to its parts; every rank calls it. */
  void spread(long[] ofGroup) {
    long[] ofEntries = new long[entries.length];
    Arrays.setAll(ofEntries, e -> entries[e] >= 0 ? ofGroup[entries[e]] : 0);
    long[] ofParts = shared.toParts(ofEntries, 1);
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] >= 0) {
        ofGroup[parts[i]] = ofParts[i];
      }
    }
  }
}
