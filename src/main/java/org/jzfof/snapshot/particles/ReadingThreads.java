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
 * Threads that read columns of particles, or parts of columns, at the same time. All threads stop
 * after the first failure.
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
   * Executes all tasks; may be called once. No thread uses a file or the device after this method
   * returns or throws.
   *
   * @param readings tasks in starting order; each calls {@link #proceed} regularly
   * @throws RuntimeException first failure of a task, in the order of the tasks
   * @throws CancellationException if this thread is interrupted
   */
  void read(List<Runnable> readings) {
    ExecutorService threads =
        Executors.newFixedThreadPool(limit, work -> BackgroundThreads.thread("read column", work));
    CompletionService<Void> completed = new ExecutorCompletionService<>(threads);
    List<Future<Void>> started = new ArrayList<>();
    try {
      readings.forEach(reading -> started.add(completed.submit(() -> readOne(reading), null)));
      for (int i = 0; i < started.size() && !stopped; i++) {
        completed.take();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the reading was interrupted");
    } finally {
      stopped = true;
      BackgroundThreads.end(threads); // threads stop after the current block
    }
    throwFirst(started);
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

  private static void throwFirst(List<Future<Void>> started) {
    RuntimeException cancelled = null;
    for (Future<Void> reading : started) {
      if (!reading.isDone()) {
        continue; // not started, because another task failed
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
   * Checks whether a task shall proceed; tasks call this method for every block.
   *
   * @throws CancellationException if another task has failed or the reading was interrupted
   */
  void proceed() {
    if (stopped) {
      throw new CancellationException("the rows are no longer needed");
    }
  }
}
