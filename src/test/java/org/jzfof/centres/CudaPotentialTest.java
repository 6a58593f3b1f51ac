package org.jzfof.centres;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.backend.CudaBackend;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.config.Computer;
import org.jzfof.threads.ParallelLoops;

@NeedsGpu
@ExtendWith(ParallelLoops.class)
class CudaPotentialTest extends PotentialContract {
  @Override
  Backend open() {
    return CudaBackend.open(Computer.ANY_DEVICE, 0);
  }

  /** All pairs on a GPU, and a tree on a CPU. */
  @Test
  void theDeepestMemberOfAVeryLongGroup() {
    checkLongGroup(70_000);
  }

  /** Trees on both. */
  @Test
  void theSameMemberOfAnEvenLongerGroupAsOnTheCpu() {
    try (CpuBackend cpu = new CpuBackend()) {
      assertSameCentre(530_000, cpu);
    }
  }
}
