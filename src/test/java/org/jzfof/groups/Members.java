package org.jzfof.groups;

import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;

/** The member IDs of catalogues. */
public final class Members {
  private Members() {}

  /** The groups of all ranks, which call it together; without IDs. */
  public static GroupCatalogue whole(Communicator comm, GroupCatalogue groups) {
    return groups.gather(comm, IntStream.range(0, groups.groups()).toArray());
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
