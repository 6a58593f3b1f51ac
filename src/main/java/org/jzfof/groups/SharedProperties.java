package org.jzfof.groups;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Merges the properties of groups that span ranks. */
public final class SharedProperties {
  private final SharedGroups shared;
  private final int[] spanning;
  private final int[] parts;
  private final int[] entries;

  public SharedProperties(int[] numbers, SharedGroups shared) {
    this.shared = shared;
    this.spanning = Arrays.stream(numbers).filter(n -> n >= 0).sorted().toArray();
    int count = shared.parts().length;
    int[] indices = new int[numbers.length];
    Arrays.setAll(indices, i -> Arrays.binarySearch(spanning, numbers[i]));
    this.parts = Arrays.copyOf(indices, count);
    this.entries = new int[shared.entries().length];
    Arrays.setAll(entries, e -> indices[count + shared.entries()[e]]);
  }

  /**
   * Returns the indices of the groups of this rank that span ranks, increasing. Tables of this
   * class have rows for these groups only.
   */
  public int[] spanning() {
    return spanning;
  }

  /** Returns the indices, into {@link #spanning}, of the groups that this rank owns, increasing. */
  public int[] owned() {
    boolean[] isPart = new boolean[spanning.length];
    Arrays.stream(parts).filter(g -> g >= 0).forEach(g -> isPart[g] = true);
    return IntStream.range(0, spanning.length).filter(g -> !isPart[g]).toArray();
  }

  /**
   * Gives all parts of a group the reference with the smallest ID and with bounds for all parts.
   * Every rank calls this method.
   *
   * @param references rows of the spanning groups
   */
  public void mergeReferences(long[] references) {
    int width = GroupReference.LONGS;
    long[] incoming = shared.toOwners(rows(references, width, parts), width);
    for (int e = 0; e < entries.length; e++) {
      int g = entries[e];
      if (g >= 0) {
        GroupReference owner = GroupReference.of(references, g);
        owner.merge(GroupReference.of(incoming, e)).put(references, g);
      }
    }
    copyToParts(references, width);
  }

  /**
   * Adds the sums of the parts to those of their groups. Every rank calls this method.
   *
   * @param sums rows of the spanning groups
   */
  public void addParts(long[] sums, int width) {
    long[] incoming = shared.toOwners(rows(sums, width, parts), width);
    for (int e = 0; e < entries.length; e++) {
      int g = entries[e];
      if (g >= 0) {
        ExactSums.addRow(sums, g * width, incoming, e * width, width);
      }
    }
  }

  /** Gives each group the largest value of its parts. Every rank calls this method. */
  public void takeLargest(double[] values) {
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
   * Gives all parts of a group the row of their group. Every rank calls this method.
   *
   * @param table rows of the spanning groups
   */
  public void copyToParts(long[] table, int width) {
    long[] ofParts = shared.toParts(rows(table, width, entries), width);
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] >= 0) {
        System.arraycopy(ofParts, i * width, table, parts[i] * width, width);
      }
    }
  }

  /** Copies rows of groups; groups that are not kept (negative index) give zeros. */
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
