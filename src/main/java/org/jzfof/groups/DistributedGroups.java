package org.jzfof.groups;

import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;

/**
 * The groups of a catalogue, distributed over the ranks: each has a range on its device, rank 0 the
 * first.
 */
public final class DistributedGroups implements AutoCloseable {
  private final DeviceMemory memory;
  private final int types;
  private final DeviceArray rows;
  private final long[] start;

  /**
   * Puts the ranges one after another; every rank makes one.
   *
   * @param comm the ranks
   * @param memory of the backend that holds the groups
   * @param types number of particle types
   * @param rows of this rank, as in a {@link GroupTable}; closed with this
   */
  DistributedGroups(Communicator comm, DeviceMemory memory, int types, DeviceArray rows) {
    this.memory = memory;
    this.types = types;
    this.rows = rows;
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
  public long first(int rank) {
    return start[rank];
  }

  /** Number of the first group of each rank, and of all groups [size+1]. */
  public long[] starts() {
    return start.clone();
  }

  /** The groups of this rank, without member IDs, on the host. */
  public GroupCatalogue own() {
    return own(GroupRows.BLOCK);
  }

  /** With another number of groups that come to the host at once. */
  GroupCatalogue own(int block) {
    return GroupRows.fetch(memory, rows, types, block);
  }

  @Override
  public void close() {
    rows.close();
  }
}
