package org.jzfof.neighbours.files;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A queue of write tasks with a few threads, which write while the caller computes. When the queue
 * is full, the caller waits. A later call throws the exception of a failed task.
 */
final class WriteQueue implements AutoCloseable {
  private final int depth;
  private final Deque<Future<?>> pending = new ArrayDeque<>();
  private final ExecutorService threads;

  /**
   * @param threads number of threads; tasks of a single thread run in order
   */
  WriteQueue(int threads) {
    this.depth = threads + 1;
    this.threads =
        Executors.newFixedThreadPool(
            threads,
            work -> {
              Thread writer = new Thread(work, "writer");
              writer.setDaemon(true);
              return writer;
            });
  }

  /**
   * Largest number of blocks in memory: those in the queue, including the ones being written, and
   * the next one.
   */
  static int blocks(int threads) {
    return threads + 2;
  }

  /** Adds a task, which starts after all earlier tasks. */
  void put(Runnable write) {
    while (pending.size() >= depth) {
      await(pending.remove());
    }
    pending.add(threads.submit(write));
  }

  /** Whether all tasks are done or have failed. */
  boolean isIdle() {
    return pending.stream().allMatch(Future::isDone);
  }

  /** Waits until all tasks are done. */
  void finish() {
    while (!pending.isEmpty()) {
      await(pending.remove());
    }
  }

  private static void await(Future<?> write) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          write.get();
          return;
        } catch (InterruptedException e) {
          interrupted = true; // the file must not be closed under the writer
        } catch (ExecutionException e) {
          throw unchecked(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure; // a Runnable throws nothing else
  }

  /** Drops waiting tasks and ends the threads after their current tasks. */
  @Override
  public void close() {
    pending.forEach(write -> write.cancel(false));
    threads.shutdown();
    boolean interrupted = false;
    boolean ended = false;
    while (!ended) {
      try {
        ended = threads.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true; // the file must not be closed under the writer
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
