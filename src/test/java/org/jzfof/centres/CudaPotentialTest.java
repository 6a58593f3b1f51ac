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

  /** Of more members than pairs are looked at of. */
  @Test
  void theDeepestMemberByTheTree() {
    checkLongGroup(70_000);
  }
}
