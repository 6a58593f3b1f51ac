package org.jzfof.threads;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Parallel loops. Work that runs {@link #with} a number of threads shares its loops, and the loops
 * in their steps, among these threads; the one that asks for a loop is one of them. Anywhere else,
 * as on a thread that reads in the background, the thread that asks does the whole loop.
 */
public final class Parallel {
  /** Steps of some nanoseconds each that are worth a thread. */
  public static final int GRAIN = 1 << 12;

  /** Steps of some nanoseconds each that are worth a parallel stream. */
  public static final int MANY = 1 << 16;

  private Parallel() {}

  /** Body of a loop over part of a range. */
  @FunctionalInterface
  public interface Range {
    /** Does the steps [from, to). */
    void run(int from, int to);
  }

  /**
   * Does some work by threads of its own, which end with it; what it throws is thrown here.
   *
   * @param threads number of threads including the caller, at least 1
   */
  public static <T> T with(int threads, Supplier<T> work) {
    ForkJoinPool pool = pool(threads);
    try {
      Call<T> call = new Call<>(work);
      pool.invoke(ForkJoinTask.adapt(call));
      return call.result();
    } finally {
      pool.shutdown();
    }
  }

  /** Has no more threads, even where one of them waits for something else. */
  private static ForkJoinPool pool(int threads) {
    return new ForkJoinPool(
        threads,
        ForkJoinPool.defaultForkJoinWorkerThreadFactory,
        null,
        false,
        threads,
        threads,
        0,
        full -> true,
        1,
        TimeUnit.MINUTES);
  }

  /** As {@link #with(int, Supplier)}, for work without a result. */
  public static void with(int threads, Runnable work) {
    with(
        threads,
        () -> {
          work.run();
          return null;
        });
  }

  /** Work for another thread. A pool itself would throw a copy of what the work throws. */
  private static final class Call<T> implements Runnable {
    private final Supplier<T> work;
    private T result;
    private Throwable failure;

    Call(Supplier<T> work) {
      this.work = work;
    }

    @Override
    public void run() {
      try {
        result = work.get();
      } catch (Throwable e) {
        failure = e;
      }
    }

    T result() {
      if (failure != null) {
        throw BackgroundThreads.unchecked(failure);
      }
      return result;
    }
  }

  /** Number of threads that share the loops of the present thread. */
  public static int threads() {
    ForkJoinPool pool = ForkJoinTask.getPool();
    return pool == null ? 1 : pool.getParallelism();
  }

  /**
   * Runs a loop over [0, n), whose steps are independent of each other, in ranges that begin at
   * multiples of {@code grain}. They are begun in order, by whichever thread is free.
   *
   * @param grain minimum number of steps per thread
   * @throws RuntimeException or Error: the failure of the first range that fails, as if they came
   *     one after the other; none is under way then, and no more are begun
   */
  public static void forRange(int n, int grain, Range body) {
    int threads = (int) Math.min(threads(), (n + grain - 1L) / grain);
    if (threads <= 1) {
      for (long from = 0; from < n; from += grain) {
        body.run((int) from, (int) Math.min(from + grain, n));
      }
      return;
    }
    Loop loop = new Loop(n, grain, body);
    List<ForkJoinTask<?>> tasks = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      tasks.add(ForkJoinTask.adapt(loop));
    }
    ForkJoinTask.invokeAll(tasks);
    loop.requireDone();
  }

  /** A loop that several threads run. */
  private static final class Loop implements Runnable {
    private final int n;
    private final int grain;
    private final Range body;
    private final AtomicLong next = new AtomicLong();
    private long failed = Long.MAX_VALUE;
    private Throwable failure;

    Loop(int n, int grain, Range body) {
      this.n = n;
      this.grain = grain;
      this.body = body;
    }

    @Override
    public void run() {
      for (long from; (from = next.getAndAdd(grain)) < n; ) {
        try {
          body.run((int) from, (int) Math.min(from + grain, n));
        } catch (Throwable e) {
          fail(from, e);
        }
      }
    }

    private synchronized void fail(long from, Throwable e) {
      next.set(n); // ranges before this one have been begun
      if (from < failed) {
        failed = from;
        failure = e;
      }
    }

    synchronized void requireDone() {
      if (failure != null) {
        throw BackgroundThreads.unchecked(failure);
      }
    }
  }

  /** As {@link #forRange}, a step at a time. */
  public static void forEach(int n, int grain, IntConsumer step) {
    forRange(
        n,
        grain,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            step.accept(i);
          }
        });
  }

  /**
   * Runs a loop over [0, n) whose steps have loops of their own: all threads share those of each
   * long step, one step after the other, and then the other steps.
   *
   * @param many number of long steps, which come first
   */
  public static void forEachLongFirst(int many, int n, IntConsumer step) {
    for (int i = 0; i < many; i++) {
      step.accept(i);
    }
    forEach(n - many, 1, i -> step.accept(many + i));
  }

  /**
   * The numbers below n for the thread that asks; those of more than {@code grain} are taken by all
   * threads, in no order.
   */
  public static IntStream indices(int n, int grain) {
    IntStream indices = IntStream.range(0, n);
    return n > grain && threads() > 1 ? indices.parallel() : indices;
  }

  /** Sorts numbers, ascending. */
  public static void sort(long[] numbers) {
    sort(numbers, 0, numbers.length);
  }

  /** Sorts the numbers [from, to), ascending. */
  public static void sort(long[] numbers, int from, int to) {
    if (threads() > 1) {
      Arrays.parallelSort(numbers, from, to);
    } else {
      Arrays.sort(numbers, from, to);
    }
  }

  /** Sorts numbers as {@link Double#compareTo} does. */
  public static void sort(double[] numbers) {
    if (threads() > 1) {
      Arrays.parallelSort(numbers);
    } else {
      Arrays.sort(numbers);
    }
  }
}
