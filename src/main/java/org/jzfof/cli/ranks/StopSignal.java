package org.jzfof.cli.ranks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A signal that ends the program (SIGTERM, SIGINT) or asks it to end (SIGUSR1), as a batch handles
 * it: no further snapshot is started. After the former the current snapshot has some seconds to
 * end, after the latter unlimited time.
 */
public final class StopSignal {
  private final long graceSeconds;
  private final CountDownLatch batchEnd = new CountDownLatch(1);
  private volatile boolean received;

  /**
   * @param graceSeconds time in seconds to wait for the current snapshot
   */
  public StopSignal(long graceSeconds) {
    this.graceSeconds = graceSeconds;
  }

  /** Returns whether the signal has arrived. */
  public boolean received() {
    return received;
  }

  /** Requests the end of the batch. */
  public void request() {
    received = true;
  }

  /** Reports that the batch has ended. */
  public void batchEnded() {
    batchEnd.countDown();
  }

  /**
   * Handles the arrival of the signal: waits for the end of the batch, and returns whether it came
   * in time.
   */
  public boolean receive() {
    received = true;
    try {
      return batchEnd.await(graceSeconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
