package org.jzfof.catalogue;

import java.util.Arrays;
import java.util.Map;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;
import org.jzfof.links.GlobalIndex;

/**
 * The groups that span ranks. A part is a group of this rank whose global root is on another rank,
 * the owner; the owner has an entry for every part of each of its groups. Values travel between
 * parts and entries.
 */
public final class SharedGroups {
  private final Communicator comm;
  private final int[] parts;
  private final long[] partsOfOwner;
  private final int[] entries;
  private final long[] entriesOfRank;

  private SharedGroups(
      Communicator comm, int[] parts, long[] partsOfOwner, int[] entries, long[] entriesOfRank) {
    this.comm = comm;
    this.parts = parts;
    this.partsOfOwner = partsOfOwner;
    this.entries = entries;
    this.entriesOfRank = entriesOfRank;
  }

  /**
   * Tells the owners of their parts; every rank calls it.
   *
   * @param outside for each root here whose global root is on another rank: that root
   */
  public static SharedGroups of(Map<Integer, Long> outside, Communicator comm) {
    int size = comm.size();
    int[] parts =
        outside.entrySet().stream()
            .sorted(Map.Entry.<Integer, Long>comparingByValue())
            .mapToInt(Map.Entry::getKey)
            .toArray();
    long[] partsOfOwner = new long[size + 1];
    long[][] messages = new long[size][];
    for (int r = 0; r < size; r++) {
      int rank = r;
      messages[r] =
          Arrays.stream(parts)
              .mapToLong(outside::get)
              .filter(root -> GlobalIndex.rank(root) == rank)
              .map(GlobalIndex::index)
              .toArray();
      partsOfOwner[r + 1] = partsOfOwner[r] + messages[r].length;
    }
    long[][] received = comm.allToAll(messages);
    long[] entriesOfRank = new long[size + 1];
    for (int r = 0; r < size; r++) {
      entriesOfRank[r + 1] = entriesOfRank[r] + received[r].length;
    }
    int[] entries = Arrays.stream(Parts.join(received)).mapToInt(i -> (int) i).toArray();
    return new SharedGroups(comm, parts, partsOfOwner, entries, entriesOfRank);
  }

  /** Roots of the parts. */
  public int[] parts() {
    return parts;
  }

  /** Roots of the entries: groups of this rank, as often as they have parts elsewhere. */
  public int[] entries() {
    return entries;
  }

  /**
   * Sends values of the parts to the owners.
   *
   * @param values of the parts [width·parts]
   * @return values for the entries [width·entries]
   */
  public long[] toOwners(long[] values, int width) {
    return travel(values, partsOfOwner, width);
  }

  /**
   * Sends values of the entries to the parts.
   *
   * @param values of the entries [width·entries]
   * @return values for the parts [width·parts]
   */
  public long[] toParts(long[] values, int width) {
    return travel(values, entriesOfRank, width);
  }

  private long[] travel(long[] values, long[] start, int width) {
    long[][] messages = new long[comm.size()][];
    for (int r = 0; r < comm.size(); r++) {
      messages[r] = Arrays.copyOfRange(values, (int) start[r] * width, (int) start[r + 1] * width);
    }
    return Parts.join(comm.allToAll(messages));
  }
}
