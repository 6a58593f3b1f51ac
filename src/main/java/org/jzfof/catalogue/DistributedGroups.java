package org.jzfof.catalogue;

import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostArray;
import org.jzfof.error.MemoryException;
import org.jzfof.error.Scope;
import org.jzfof.exchange.ArrayExchange;

/**
 * The groups of a catalogue, of which each rank has a range on its device: that of rank 0 comes
 * first.
 */
public final class DistributedGroups implements AutoCloseable {
  /** Groups that come to the device of rank 0 at once. */
  private static final int BLOCK = 1 << 17;

  private final ArrayExchange arrays;
  private final DeviceMemory memory;
  private final int types;
  private final DeviceArray rows;
  private final long[] start;

  /**
   * Puts the ranges one after another; every rank makes one.
   *
   * @param arrays the ranks
   * @param memory of the backend that holds the groups
   * @param types number of particle types
   * @param rows of this rank, as in a {@link GroupTable}; closed with this
   */
  DistributedGroups(ArrayExchange arrays, DeviceMemory memory, int types, DeviceArray rows) {
    this.arrays = arrays;
    this.memory = memory;
    this.types = types;
    this.rows = rows;
    Communicator comm = arrays.comm();
    long[][] counts = comm.allGather(new long[] {rows.length() / GroupTable.width(types)});
    this.start = Parts.starts(comm.size(), r -> counts[r][0]);
  }

  /** Number of groups of all ranks. */
  public long groups() {
    return start[start.length - 1];
  }

  /** Number of particle types. */
  public int types() {
    return types;
  }

  /** Number of the first group of a rank, or behind the last one of the last rank. */
  long first(int rank) {
    return start[rank];
  }

  /**
   * All groups on rank 0 and none elsewhere, without member IDs; every rank calls it.
   *
   * @throws MemoryException on all ranks, if the arrays of rank 0 cannot hold them
   */
  public GroupCatalogue onRankZero() {
    return onRankZero(BLOCK);
  }

  /** With another number of groups that come at once. */
  GroupCatalogue onRankZero(int block) {
    requireRoom(groups(), types);
    boolean here = arrays.comm().rank() == 0;
    GroupCatalogue all = GroupCatalogue.allocate(here ? (int) groups() : 0, types);
    for (long from = 0; from < groups(); from += block) {
      long to = Math.min(groups(), from + block);
      try (DeviceArray some = toRankZero(from, to)) {
        new GroupRows(types, memory.toLongs(some)).copyTo(all, (int) from);
      }
    }
    return all;
  }

  /**
   * Refuses more groups than the arrays of a catalogue can hold, of which those of vectors and of
   * types are the longest.
   */
  static void requireRoom(long groups, int types) {
    long most = HostArray.LONGEST / Math.max(3, types);
    if (groups > most) {
      throw new MemoryException(
          "%d groups are more than a catalogue can have (%d): give a larger --min-length"
              .formatted(groups, most));
    }
  }

  /** Rows of groups [from, to) on rank 0; none elsewhere. */
  private DeviceArray toRankZero(long from, long to) {
    int me = arrays.comm().rank();
    int size = arrays.comm().size();
    int width = GroupTable.width(types);
    long[] leave = new long[size + 1];
    long[] arrive = new long[size + 1];
    for (int r = 0; r <= size; r++) {
      leave[r] = between(start[me], r == 0 ? from : to, start[me + 1]) - start[me];
      arrive[r] = me == 0 ? between(from, start[r], to) - from : 0;
    }
    try (Scope made = new Scope()) {
      DeviceArray some = made.add(memory.allocate(ElementType.I64, width * arrive[size]));
      arrays.exchangeRows(width, rows, leave, some, arrive);
      return made.keep(some);
    }
  }

  private static long between(long least, long value, long most) {
    return Math.max(least, Math.min(value, most));
  }

  @Override
  public void close() {
    rows.close();
  }
}
