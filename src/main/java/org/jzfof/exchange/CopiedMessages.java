package org.jzfof.exchange;

import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceMemory;

/**
 * Messages are copied from and to memory that the host reads and writes itself.
 *
 * @param memory of the arrays
 */
public record CopiedMessages(DeviceMemory memory) implements MessagePath {
  @Override
  public void exchange(Communicator comm, RankRanges from, RankRanges to) {
    comm.exchange(
        (at, target) -> memory.read(from.array(), from.ranks().place(at), target),
        from.ranks().packed(),
        (at, source) -> memory.write(to.array(), to.ranks().place(at), source),
        to.ranks().packed());
  }
}
