package org.jzfof.neighbours.files;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A thread that writes while the caller computes. A few blocks may wait; then the caller does. What
 * goes wrong there is thrown here, by the next call.
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

  /** Blocks that are in memory at most: those that wait, the one being written, and the next. */
  static int blocks() {
    return DEPTH + 1;
  }

  /** Has something written after all that was put before. */
  void put(Runnable write) {
    while (pending.size() >= DEPTH) {
      await(pending.remove());
    }
    pending.add(thread.submit(write));
  }

  /** Whether all that was put has been written, or has failed. */
  boolean isIdle() {
    return pending.stream().allMatch(Future::isDone);
  }

  /** Waits until everything is written. */
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

  /** Drops what waits and ends the thread when its present write is done. */
  @Override
  public void close() {
    pending.forEach(write -> write.cancel(false));
    Future<?> last = thread.submit(() -> {});
    thread.shutdown();
    await(last);
  }
}
