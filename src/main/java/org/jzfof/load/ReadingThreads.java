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
import org.jzfof.threads.BackgroundThreads;

/**
 * Threads that read columns of particles, and parts of them, side by side. After the first failure
 * all stop.
 */
final class ReadingThreads implements AutoCloseable {
  private final ExecutorService threads;
  private final CompletionService<Void> ended;
  private final List<Future<Void>> begun = new ArrayList<>();
  private volatile boolean stopped;

  /**
   * @param most threads at once, at least 1
   */
  ReadingThreads(int most) {
    this.threads =
        Executors.newFixedThreadPool(most, work -> BackgroundThreads.thread("read column", work));
    this.ended = new ExecutorCompletionService<>(threads);
  }

  /** Begins readings, in this order; each calls {@link #proceed} now and then. */
  void begin(List<Runnable> readings) {
    readings.forEach(reading -> begun.add(ended.submit(() -> readOne(reading), null)));
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

  /**
   * Waits for the readings that were begun first.
   *
   * @param count how many
   * @throws RuntimeException the first failure of all readings, in their order; no thread runs then
   * @throws CancellationException if this thread is interrupted; no thread runs then
   */
  void await(int count) {
    List<Future<Void>> first = begun.subList(0, count);
    try {
      while (!stopped && !first.stream().allMatch(Future::isDone)) {
        ended.take();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
      throw new CancellationException("the reading was interrupted");
    }
    if (stopped) {
      close();
      throwFirst();
    }
  }

  /** As {@link #await(int)}, for all of them. */
  void await() {
    await(begun.size());
  }

  /** Whether all that was begun has come to its end, without a failure. */
  boolean done() {
    return !stopped && begun.stream().allMatch(Future::isDone);
  }

  private void throwFirst() {
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

  /** Stops what is not done, and waits for the threads: none uses a file or the device then. */
  @Override
  public void close() {
    stopped = true;
    BackgroundThreads.end(threads); // a block takes no long time
  }
}
