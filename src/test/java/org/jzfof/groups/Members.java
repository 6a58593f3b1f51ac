package org.jzfof.groups;

import org.jzfof.comm.Communicator;
import org.jzfof.comm.Parts;

/** The member IDs of catalogues. */
public final class Members {
  private Members() {}

  /** The groups of all ranks, which call it together; without IDs. */
  public static GroupCatalogue whole(Communicator comm, GroupCatalogue groups) {
    long[] packed = Parts.join(comm.allGather(groups.pack(groups.groups())));
    return GroupCatalogue.unpack(packed, groups.types());
  }

  /** All of them, in catalogue order; every rank calls it. */
  public static long[] ids(GroupCatalogue groups) {
    long[] ids = new long[Math.toIntExact(groups.memberIds().count())];
    groups.memberIds().stream(
        0,
        ids.length,
        (row, values, at, count) -> System.arraycopy(values, at, ids, (int) row, count));
    return ids;
  }
}
