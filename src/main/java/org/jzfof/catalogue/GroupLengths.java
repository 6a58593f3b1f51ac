package org.jzfof.catalogue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.device.HostArray;
import org.jzfof.error.MemoryException;

/**
 * Members of all groups of a catalogue, for who writes a snapshot in their order.
 *
 * @param groups number of groups
 * @param types number of particle types T
 * @param lengthType members per group and type [groups·T]
 */
record GroupLengths(int groups, int types, long[] lengthType) {
  /** Groups of each rank that travel at once. */
  private static final int BLOCK = 1 << 16;

  /**
   * Those of all ranks on rank 0, and none elsewhere; every rank calls it.
   *
   * @param groups of this rank
   * @throws MemoryException on all ranks, if an array of rank 0 cannot hold them
   */
  static GroupLengths onRankZero(Communicator comm, GroupCatalogue groups) {
    int types = groups.types();
    long[] start = CatalogueShare.of(comm, groups).start();
    long all = start[comm.size()];
    if (all > HostArray.LONGEST / types) {
      throw new MemoryException(
          "%d groups are more than a snapshot can be put in the order of (%d): leave out --reorder, or give a larger --min-length"
              .formatted(all, HostArray.LONGEST / types));
    }
    long[] lengths = new long[comm.rank() == 0 ? (int) all * types : 0];
    long most =
        IntStream.range(0, comm.size()).mapToLong(r -> start[r + 1] - start[r]).max().orElse(0);
    for (int from = 0; from < most; from += BLOCK) {
      long[][] messages = new long[comm.size()][0];
      int first = Math.min(from, groups.groups()) * types;
      int end = Math.min(from + BLOCK, groups.groups()) * types;
      messages[0] = Arrays.copyOfRange(groups.lengthType(), first, end);
      long[][] came = comm.allToAll(messages);
      for (int r = 0; r < came.length && comm.rank() == 0; r++) {
        int at = ((int) start[r] + from) * types;
        System.arraycopy(came[r], 0, lengths, at, came[r].length);
      }
    }
    return new GroupLengths(comm.rank() == 0 ? (int) all : 0, types, lengths);
  }

  /** Members of a group of one type. */
  long of(int group, int type) {
    return lengthType[group * types + type];
  }
}
