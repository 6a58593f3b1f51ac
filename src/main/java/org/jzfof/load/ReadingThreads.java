package org.jzfof.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jzfof.threads.BackgroundThreads;

/** Threads that read columns of particles, and parts of them, side by side. */
final class ReadingThreads {
  private final int most;
  private volatile boolean stopped;

  /**
   * @param most threads at once
   */
  ReadingThreads(int most) {
    this.most = most;
  }

  /**
   * Does all readings; returns when all threads have ended.
   *
   * @param readings begun in this order, each of which calls {@link #proceed} now and then
   * @throws RuntimeException the first failure in their order; after one the others stop
   * @throws CancellationException if this thread is interrupted
   */
  void read(List<Runnable> readings) {
    if (readings.isEmpty()) {
      return;
    }
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.min(most, readings.size()), work -> BackgroundThreads.thread("read column", work));
    CompletionService<Void> ended = new ExecutorCompletionService<>(threads);
    List<Future<Void>> begun = new ArrayList<>();
    try {
      readings.forEach(reading -> begun.add(ended.submit(() -> readOne(reading), null)));
      for (int i = 0; i < begun.size() && !stopped; i++) {
        ended.take();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the reading was interrupted");
    } finally {
      stop(threads);
    }
    throwFirst(begun);
  }

  private void readOne(Runnable reading) {
    boolean read = false;
    try {
      reading.run();
      read = true;
    } finally {
      stopped |= !read;
    }
  }

  /** Waits for the threads, so that none uses a file or the device any more. */
  private void stop(ExecutorService threads) {
    boolean interrupted = Thread.interrupted();
    stopped |= interrupted;
    if (stopped) {
      threads.shutdownNow();
    } else {
      threads.shutdown();
    }
    boolean ended = false;
    while (!ended) {
      try {
        ended = threads.awaitTermination(1, TimeUnit.DAYS);
      } catch (InterruptedException e) {
        interrupted = true; // a block takes no long time
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void throwFirst(List<Future<Void>> begun) {
    RuntimeException stopped = null;
    for (Future<Void> reading : begun) {
      if (!reading.isDone()) {
        continue; // never begun, after a failure
      }
      try {
        reading.get();
      } catch (InterruptedException e) {
        throw new IllegalStateException("the reading has ended", e);
      } catch (ExecutionException e) {
        RuntimeException failure = BackgroundThreads.unchecked(e.getCause());
        if (!(failure instanceof CancellationException)) {
          throw failure;
        }
        stopped = failure;
      }
    }
    if (stopped != null) {
      throw stopped;
    }
  }

  /**
   * Called by the threads at every block.
   *
   * @throws CancellationException if another reading has failed, or nobody waits for this one
   */
  void proceed() {
    if (stopped) {
      throw new CancellationException("the rows are no longer needed");
    }
  }
}
