package org.jzfof.backend.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.atomic.AtomicLong;

/** A fixed number of threads that share loops. */
final class Workers implements AutoCloseable {
  /** Body of a loop over part of a range. */
  @FunctionalInterface
  interface RangeTask {
    void run(int from, int to);
  }

  private final ForkJoinPool pool;
  private final int threads;

  Workers(int threads) {
    this.threads = threads;
    this.pool = new ForkJoinPool(threads);
  }

  int threads() {
    return threads;
  }

  /**
   * Runs a loop over [0, n) in chunks of {@code grain}, handed to whichever thread is free. Chunk
   * boundaries are multiples of {@code grain}. The first exception of any chunk is rethrown.
   */
  void forRange(int n, int grain, RangeTask task) {
    if (n <= grain || threads == 1) {
      for (int from = 0; from < n; from += Math.min(grain, n - from)) {
        task.run(from, from + Math.min(grain, n - from));
      }
      return;
    }
    AtomicLong next = new AtomicLong();
    Runnable worker =
        () -> {
          for (long from = next.getAndAdd(grain); from < n; from = next.getAndAdd(grain)) {
            task.run((int) from, (int) Math.min(from + grain, n));
          }
        };
    List<ForkJoinTask<?>> tasks = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      tasks.add(ForkJoinTask.adapt(worker));
    }
    run(() -> ForkJoinTask.invokeAll(tasks));
  }

  /** Runs an action inside the pool, so that library code that forks stays on these threads. */
  void run(Runnable action) {
    pool.invoke(
        new RecursiveAction() {
          private static final long serialVersionUID = 1L;

          @Override
          protected void compute() {
            action.run();
          }
        });
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
