package org.jzfof.threads;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Threads that read or write while another one computes, and their failures. */
public final class BackgroundThreads {
  private BackgroundThreads() {}

  /** A thread that does not keep the program alive. */
  public static Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Begins nothing more, interrupts what is under way, and waits until it has ended, even if this
   * thread is interrupted.
   */
  public static void end(ExecutorService threads) {
    threads.shutdownNow();
    boolean interrupted = Thread.interrupted();
    boolean ended = false;
    while (!ended) {
      try {
        ended = threads.awaitTermination(1, TimeUnit.DAYS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for a task; what it has thrown is thrown here. */
  public static <T> T join(CompletableFuture<T> task) {
    try {
      return task.join();
    } catch (CompletionException e) {
      throw unchecked(e.getCause());
    }
  }

  /** A failure of a task that throws nothing checked. */
  public static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException e ? e : new IllegalStateException(failure);
  }
}
