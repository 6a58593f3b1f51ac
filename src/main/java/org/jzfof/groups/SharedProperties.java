package org.jzfof.groups;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Merges the properties of groups that span ranks. */
public final class SharedProperties {
  private final SharedGroups shared;
  private final int[] spanning;
  private final int[] parts;
  private final int[] entries;

  /**
   * @param numbers number among the groups of this rank of each part and each owned group of {@code
   *     shared}, negative where it is not kept
   */
  public SharedProperties(int[] numbers, SharedGroups shared) {
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
  public int[] spanning() {
    return spanning;
  }

  /** Which of the spanning groups are no parts of one of another rank, increasing. */
  public int[] owned() {
    boolean[] isPart = new boolean[spanning.length];
    Arrays.stream(parts).filter(g -> g >= 0).forEach(g -> isPart[g] = true);
    return IntStream.range(0, spanning.length).filter(g -> !isPart[g]).toArray();
  }

  /**
   * Gives all parts of a group the reference with the smallest ID and bounds that hold for all;
   * every rank calls it.
   *
   * @param references rows of the groups of this rank that span ranks
   */
  public void agreeOn(long[] references) {
    int width = GroupReference.LONGS;
    long[] incoming = shared.toOwners(rows(references, width, parts), width);
    for (int e = 0; e < entries.length; e++) {
      int g = entries[e];
      if (g >= 0) {
        GroupReference own = GroupReference.of(references, g);
        own.and(GroupReference.of(incoming, e)).put(references, g);
      }
    }
    spread(references, width);
  }

  /**
   * Adds the sums of the parts to those of their groups; every rank calls it.
   *
   * @param sums rows of the groups of this rank that span ranks
   * @param width longs per row
   */
  public void addUp(long[] sums, int width) {
    long[] incoming = shared.toOwners(rows(sums, width, parts), width);
    for (int e = 0; e < entries.length; e++) {
      int g = entries[e];
      if (g >= 0) {
        ExactSums.addRow(sums, g * width, incoming, e * width, width);
      }
    }
  }

  /**
   * Gives the groups the largest of the values of all their parts; every rank calls it.
   *
   * @param values of the groups of this rank that span ranks
   */
  public void largest(double[] values) {
    double[] ofParts = new double[parts.length];
    Arrays.setAll(ofParts, i -> parts[i] >= 0 ? values[parts[i]] : 0);
    double[] incoming = shared.toOwners(ofParts);
    for (int e = 0; e < entries.length; e++) {
      if (entries[e] >= 0) {
        values[entries[e]] = Math.max(values[entries[e]], incoming[e]);
      }
    }
  }

  /**
   * Gives all parts of a group the row of their group; every rank calls it.
   *
   * @param table rows of the groups of this rank that span ranks
   * @param width longs per row
   */
  public void spread(long[] table, int width) {
    long[] ofParts = shared.toParts(rows(table, width, entries), width);
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] >= 0) {
        System.arraycopy(ofParts, i * width, table, parts[i] * width, width);
      }
    }
  }

  /** Rows of some groups; zeros for those that are not kept. */
  private static long[] rows(long[] table, int width, int[] groups) {
    long[] rows = new long[width * groups.length];
    for (int i = 0; i < groups.length; i++) {
      if (groups[i] >= 0) {
        System.arraycopy(table, groups[i] * width, rows, i * width, width);
      }
    }
    return rows;
  }
}
