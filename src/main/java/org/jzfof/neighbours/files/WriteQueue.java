package org.jzfof.neighbours.files;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A queue of write tasks with one thread, which writes while the caller computes. When the queue is
 * full, the caller waits. The next call throws the exception of a failed task.
 */
final class WriteQueue implements AutoCloseable {
  private static final int DEPTH = 2;

  private final Deque<Future<?>> pending = new ArrayDeque<>();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread writer = new Thread(work, "writer");
            writer.setDaemon(true);
            return writer;
          });

  /**
   * Largest number of blocks in memory: those in the queue, including the one being written, and
   * the next one.
   */
  static int blocks() {
    return DEPTH + 1;
  }

  /** Adds a task, which runs after all earlier tasks. */
  void put(Runnable write) {
    while (pending.size() >= DEPTH) {
      await(pending.remove());
    }
    pending.add(thread.submit(write));
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

  /** Drops waiting tasks and ends the thread after its current task. */
  @Override
  public void close() {
    pending.forEach(write -> write.cancel(false));
    Future<?> last = thread.submit(() -> {});
    thread.shutdown();
    await(last);
  }
}
