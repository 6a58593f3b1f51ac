package org.jzfof.exchange;

import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceMemory;

/** Messages are copied from and to device memory that the host accesses directly. */
public record CopiedMessages(DeviceMemory memory) implements MessagePath {
  @Override
  public void exchange(Communicator comm, RankRanges from, RankRanges to) {
    comm.exchange(
        (at, target) -> memory.read(from.array(), from.ranks().offset(at), target),
        from.ranks().packed(),
        (at, source) -> memory.write(to.array(), to.ranks().offset(at), source),
        to.ranks().packed());
  }
}
