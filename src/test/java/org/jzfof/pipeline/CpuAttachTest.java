package org.jzfof.pipeline;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;

class CpuAttachTest extends AttachContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend();
  }

  @Override
  int configurations() {
    return 30;
  }
}
