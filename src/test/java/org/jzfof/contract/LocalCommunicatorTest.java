package org.jzfof.contract;

import org.junit.jupiter.api.Test;
import org.jzfof.comm.threads.LocalCommunicator;

class LocalCommunicatorTest {
  @Test
  void contract() {
    CommunicatorContract.run(new LocalCommunicator());
  }
}
