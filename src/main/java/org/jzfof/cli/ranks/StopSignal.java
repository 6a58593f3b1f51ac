package org.jzfof.cli.ranks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A signal that ends the program (SIGTERM, SIGINT) or asks it to end (SIGUSR1), as a batch handles
 * it: no new snapshot is started. The current one has some seconds to end after the former, and as
 * long as it takes after the latter.
 */
public final class StopSignal {
  private final long graceSeconds;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean received;

  /**
   * @param graceSeconds how long to wait for what is under way
   */
  public StopSignal(long graceSeconds) {
    this.graceSeconds = graceSeconds;
  }

  /** Whether it has come. */
  public boolean received() {
    return received;
  }

  /** It has been asked to end. */
  public void request() {
    received = true;
  }

  /** The batch has come to its end. */
  public void ended() {
    ended.countDown();
  }

  /** It has come: waits for the end of the batch, which is told; whether that came in time. */
  public boolean receive() {
    received = true;
    try {
      return ended.await(graceSeconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
