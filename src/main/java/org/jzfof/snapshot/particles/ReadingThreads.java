package org.jzfof.snapshot.particles;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jzfof.threads.BackgroundThreads;

/**
 * Threads that read columns of particles, and parts of them, side by side. After the first failure
 * all stop.
 */
final class ReadingThreads {
  private final int limit;
  private volatile boolean stopped;

  /**
   * @param limit maximum number of simultaneous threads, at least 1
   */
  ReadingThreads(int limit) {
    this.limit = limit;
  }

  /**
   * Does all readings, once; no thread uses a file or the device when it returns or throws.
   *
   * @param readings tasks in starting order; each calls {@link #proceed} regularly
   * @throws RuntimeException the first failure of all readings, in their order
   * @throws CancellationException if this thread is interrupted
   */
  void read(List<Runnable> readings) {
    ExecutorService threads =
        Executors.newFixedThreadPool(limit, work -> BackgroundThreads.thread("read column", work));
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
      stopped = true;
      BackgroundThreads.end(threads); // a block takes no long time
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

  private static void throwFirst(List<Future<Void>> begun) {
    RuntimeException cancelled = null;
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
        cancelled = failure;
      }
    }
    if (cancelled != null) {
      throw cancelled;
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
