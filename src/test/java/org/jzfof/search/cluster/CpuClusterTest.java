package org.jzfof.search.cluster;

import org.jzfof.backend.Backend;
import org.jzfof.backend.cpu.CpuBackend;
import org.jzfof.comm.Communicator;

class CpuClusterTest extends ClusterContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend();
  }
}
