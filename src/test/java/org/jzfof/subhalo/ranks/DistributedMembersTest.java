package org.jzfof.subhalo.ranks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.subhalo.members.SubhaloMembers;

class DistributedMembersTest {
  private static final FixedPoint MAP = FixedPoint.of(Box.periodic(1, 1, 1));

  private static SubhaloMembers members(int... start) {
    return SubhaloMembers.allocate(MAP, start, 1);
  }

  @Test
  void ranksKnowAllCounts() {
    ThreadRanks.run(
        3,
        comm -> {
          DistributedMembers shared = new DistributedMembers(comm, members(0, 2 * comm.rank()));
          assertEquals(2 * comm.rank(), shared.count());
          assertEquals(6, shared.total());
          assertArrayEquals(new long[] {0, 0, 2, 6}, shared.start());
          return null;
        });
  }

  @Test
  void oneGroupIsShared() {
    assertThrows(
        IllegalArgumentException.class,
        () -> ThreadRanks.run(1, comm -> new DistributedMembers(comm, members(0, 1, 2))));
  }
}
