package org.jzfof.groups;

import java.util.Arrays;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;
import org.jzfof.device.Unsigned;
import org.jzfof.fof.GlobalIndex;
import org.jzfof.fof.SpanningGroups;

/**
 * The groups that span ranks. A part is a group of this rank whose global root is on another rank,
 * the owner; the owner has an entry for every part of each of its groups. Values travel between
 * parts and entries.
 */
public final class SharedGroups {
  private final Communicator comm;
  private final int[] parts;
  private final long[] partsOfOwner;
  private final int[] owned;
  private final int[] entries;
  private final long[] entriesOfRank;

  private SharedGroups(
      Communicator comm, int[] parts, long[] partsOfOwner, int[] entries, long[] entriesOfRank) {
    this.comm = comm;
    this.parts = parts;
    this.partsOfOwner = partsOfOwner;
    this.owned = distinct(entries);
    this.entries = entries;
    for (int e = 0; e < entries.length; e++) {
      entries[e] = Arrays.binarySearch(owned, entries[e]);
    }
    this.entriesOfRank = entriesOfRank;
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

  /**
   * Tells the owners of their parts; every rank calls it.
   *
   * @param outside the groups of this rank that are parts
   */
  public static SharedGroups of(SpanningGroups outside, Communicator comm) {
    int size = comm.size();
    long[] partsOfOwner = new long[size + 1];
    for (long label : outside.label()) {
      partsOfOwner[GlobalIndex.rank(label) + 1]++;
    }
    Arrays.parallelPrefix(partsOfOwner, Long::sum);
    int[] parts = new int[outside.root().length];
    long[] roots = new long[parts.length];
    long[] next = partsOfOwner.clone();
    for (int i = 0; i < parts.length; i++) {
      long label = outside.label()[i];
      int place = (int) next[GlobalIndex.rank(label)]++;
      parts[place] = outside.root()[i];
      roots[place] = GlobalIndex.index(label);
    }
    long[][] received = comm.allToAll(Parts.split(roots, partsOfOwner, 1));
    long[] entriesOfRank = Parts.starts(size, r -> received[r].length);
    int[] entries = Unsigned.toInts(Parts.join(received));
    return new SharedGroups(comm, parts, partsOfOwner, entries, entriesOfRank);
  }

  /** Roots of the parts. */
  public int[] parts() {
    return parts;
  }

  /** Roots of the groups of this rank that have parts elsewhere, none twice. */
  public int[] owned() {
    return owned;
  }

  /** The entries, as numbers of {@link #owned}: each as often as it has parts. */
  public int[] entries() {
    return entries;
  }

  /** The rank that has the part of an entry. */
  public int rankOfEntry(int entry) {
    return Parts.partOf(entriesOfRank, entry);
  }

  /**
   * Sends values of the parts to the owners.
   *
   * @param values of the parts [width·parts]
   * @return values for the entries [width·entries]
   */
  public long[] toOwners(long[] values, int width) {
    return travel(values, partsOfOwner, entriesOfRank, width);
  }

  /**
   * Sends values of the entries to the parts.
   *
   * @param values of the entries [width·entries]
   * @return values for the parts [width·parts]
   */
  public long[] toParts(long[] values, int width) {
    return travel(values, entriesOfRank, partsOfOwner, width);
  }

  private long[] travel(long[] values, long[] start, long[] startThere, int width) {
    long[] lengths = new long[comm.size()];
    Arrays.setAll(lengths, r -> width * (startThere[r + 1] - startThere[r]));
    return Parts.join(comm.allToAll(Parts.split(values, start, width), lengths));
  }
}
