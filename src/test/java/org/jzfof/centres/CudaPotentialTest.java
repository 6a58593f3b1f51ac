package org.jzfof.centres;

import org.junit.jupiter.api.Test;
import org.jzfof.backend.Backend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.backend.cuda.CudaBackend;
import org.jzfof.config.Computer;

@NeedsGpu
class CudaPotentialTest extends PotentialContract {
  @Override
  Backend open() {
    return CudaBackend.open(Computer.ANY_DEVICE, 0);
  }

  /** Of so many members that a tree was once taken; now groups that wrap around the box take it. */
  @Test
  void theDeepestMemberOfAVeryLongGroup() {
    checkLongGroup(70_000);
  }
}
