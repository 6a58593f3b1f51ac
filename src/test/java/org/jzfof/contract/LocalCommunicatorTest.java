package org.jzfof.contract;

import org.junit.jupiter.api.Test;
import org.jzfof.comm.local.LocalCommunicator;

class LocalCommunicatorTest {
  @Test
  void contract() {
    CommunicatorContract.run(new LocalCommunicator());
  }
}
