package org.jzfof.threads;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Threads that read or write while other threads compute, and their failures. */
public final class BackgroundThreads {
  private BackgroundThreads() {}

  /** Returns a daemon thread, which does not keep the program running. */
  public static Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Starts no more tasks, interrupts running tasks, and waits for their end, even if the current
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

  /** Waits for the end of a task, whether it fails or not. */
  public static void awaitEnd(CompletableFuture<?> task) {
    task.handle((result, failure) -> null).join();
  }

  /** Waits for a task and returns its result, or throws its failure. */
  public static <T> T join(CompletableFuture<T> task) {
    try {
      return task.join();
    } catch (CompletionException e) {
      throw unchecked(e.getCause());
    }
  }

  /** Converts the failure of a task to an unchecked exception; an Error is thrown. */
  public static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException e ? e : new IllegalStateException(failure);
  }
}
