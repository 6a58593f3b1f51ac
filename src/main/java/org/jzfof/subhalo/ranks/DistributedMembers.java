package org.jzfof.subhalo.ranks;

import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.error.MemoryException;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * The members of one group on all ranks; a rank may have no members. Members are numbered rank by
 * rank.
 */
public final class DistributedMembers {
  /** Maximum number of members of a group, so that an array can hold a number of each. */
  private static final long MAX_MEMBERS = Integer.MAX_VALUE - 8;

  private final Communicator comm;
  private final SubhaloMembers local;
  private final long[] start;

  /**
   * Every rank calls the constructor.
   *
   * @param local members of this rank as one group; its links are ignored
   * @throws IllegalArgumentException if {@code local} is not one group
   * @throws MemoryException if all ranks have more than 2^31 - 9 members
   */
  public DistributedMembers(Communicator comm, SubhaloMembers local) {
    if (local.groups() != 1) {
      throw new IllegalArgumentException(local.groups() + " groups, where one is shared");
    }
    this.comm = comm;
    this.local = local;
    long[][] counts = comm.allGather(new long[] {local.length(0)});
    this.start = ArrayParts.offsets(counts.length, r -> counts[r][0]);
    if (start[comm.size()] > MAX_MEMBERS) {
      throw new MemoryException(
          "a group of %d members is longer than the %d in which subhaloes can be found: give a smaller -b, or leave --subhaloes out"
              .formatted(start[comm.size()], MAX_MEMBERS));
    }
  }

  /** Returns the communicator of the ranks. */
  public Communicator comm() {
    return comm;
  }

  /** Returns the members of this rank. */
  public SubhaloMembers local() {
    return local;
  }

  /** Returns the number of members of this rank. */
  public int count() {
    return local.length(0);
  }

  /** Returns the number of members of all ranks. */
  public int total() {
    return (int) start[comm.size()];
  }

  /**
   * Returns the number of the first member of each rank, and the total number of members [size+1].
   */
  public long[] start() {
    return start;
  }
}
