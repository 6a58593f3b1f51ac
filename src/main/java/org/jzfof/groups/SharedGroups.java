package org.jzfof.groups;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.rows.RankRows;
import org.jzfof.comm.rows.RowTransfer;
import org.jzfof.fof.GlobalIndex;
import org.jzfof.fof.SpanningGroups;

/**
 * The groups that span ranks. A part is a group of this rank whose global root is on another rank,
 * the owner; the owner has an entry for every part of each of its groups. This class sends values
 * between parts and entries.
 */
public final class SharedGroups {
  private final int[] parts;
  private final int[] owned;
  private final int[] entries;
  private final RowTransfer toOwners;

  private SharedGroups(int[] parts, int[] entries, RowTransfer toOwners) {
    this.parts = parts;
    this.toOwners = toOwners;
    this.owned = distinct(entries);
    this.entries = entries;
    for (int e = 0; e < entries.length; e++) {
      entries[e] = Arrays.binarySearch(owned, entries[e]);
    }
  }

  private static int[] distinct(int[] values) {
    int[] sorted = values.clone();
    Arrays.sort(sorted);
    int count = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[count++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, count);
  }

  /** Registers the parts at their owners. Every rank calls this method. */
  public static SharedGroups of(SpanningGroups outside, Communicator comm) {
    int size = comm.size();
    long[] partsOfOwner = new long[size + 1];
    for (long label : outside.label()) {
      partsOfOwner[GlobalIndex.rank(label) + 1]++;
    }
    ArrayParts.prefixSum(partsOfOwner);
    int[] parts = new int[outside.root().length];
    int[] roots = new int[parts.length]; // unsigned, like pointers
    long[] next = partsOfOwner.clone();
    for (int i = 0; i < parts.length; i++) {
      long label = outside.label()[i];
      int slot = (int) next[GlobalIndex.rank(label)]++;
      parts[slot] = outside.root()[i];
      roots[slot] = (int) GlobalIndex.index(label);
    }
    RowTransfer toOwners = RowTransfer.inOrder(comm, RankRows.inOrder(partsOfOwner));
    return new SharedGroups(parts, toOwners.moved(roots, 1), toOwners);
  }

  /** Returns the roots of the parts. */
  public int[] parts() {
    return parts;
  }

  /** Returns the distinct roots of the groups of this rank that have parts on other ranks. */
  public int[] owned() {
    return owned;
  }

  /** Returns the entries as indices into {@link #owned}; each index occurs once per part. */
  public int[] entries() {
    return entries;
  }

  /** Returns the rank that has the part of an entry. */
  public int rankOfEntry(int entry) {
    return ArrayParts.partOf(toOwners.arriving().start(), entry);
  }

  /**
   * Sends values of the parts to the owners.
   *
   * @param values values of the parts [width·parts]
   * @return values of the entries [width·entries]
   */
  public long[] toOwners(long[] values, int width) {
    return toOwners.moved(values, width);
  }

  /**
   * Sends values of the entries to the parts.
   *
   * @param values values of the entries [width·entries]
   * @return values of the parts [width·parts]
   */
  public long[] toParts(long[] values, int width) {
    return toOwners.back().moved(values, width);
  }

  /** As {@link #toOwners(long[], int)}, for one real number per part. */
  public double[] toOwners(double[] values) {
    return toOwners.moved(values);
  }
}
