package org.jzfof.groups;

import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.comm.Communicator;

class CpuCatalogueReductionTest extends CatalogueReductionContract {
  @Override
  Backend open(Communicator comm) {
    return new CpuBackend();
  }
}
