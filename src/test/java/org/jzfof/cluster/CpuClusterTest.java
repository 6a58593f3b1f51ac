package org.jzfof.cluster;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;

class CpuClusterTest extends ClusterContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend();
  }
}
