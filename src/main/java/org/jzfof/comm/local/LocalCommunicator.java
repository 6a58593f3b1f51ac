package org.jzfof.comm.local;

import org.jzfof.comm.Communicator;

/** The only rank of its job: every reduction is its own value. */
public final class LocalCommunicator implements Communicator {
  @Override
  public int rank() {
    return 0;
  }

  @Override
  public int size() {
    return 1;
  }

  @Override
  public void sum(long[] values) {}

  @Override
  public void min(double[] values) {}

  @Override
  public void max(double[] values) {}
}
