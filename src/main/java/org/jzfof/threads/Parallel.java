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
import java.util.stream.LongStream;

/**
 * Parallel loops. A call of {@link #with} runs work with a number of threads, which share all loops
 * of this work, nested loops included; the calling thread of a loop takes part. On all other
 * threads, such as those that read in the background, the calling thread runs the complete loop.
 */
public final class Parallel {
  /** Usual number of steps per range, for steps of a few nanoseconds. */
  public static final int GRAIN = 1 << 12;

  /** Minimum number of steps of a few nanoseconds for a parallel stream. */
  public static final int STREAM_GRAIN = 1 << 16;

  private Parallel() {}

  /** Body of a loop, for a range of its steps. */
  @FunctionalInterface
  public interface Range {
    /** Runs the steps [from, to). */
    void run(int from, int to);
  }

  /**
   * Runs work with a pool of threads that ends with the work. A failure of the work is thrown.
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

  /** Returns a pool that never exceeds the number of threads, even while one of them waits. */
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

  /** Runs work without a result, as {@link #with(int, Supplier)}. */
  public static void with(int threads, Runnable work) {
    with(
        threads,
        () -> {
          work.run();
          return null;
        });
  }

  /**
   * Work for another thread, with its result or failure: a pool would throw a copy of a failure.
   */
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

  /** Number of threads that share the loops of the current thread. */
  public static int threads() {
    ForkJoinPool pool = ForkJoinTask.getPool();
    return pool == null ? 1 : pool.getParallelism();
  }

  /**
   * Runs a loop over [0, n), whose steps are independent of each other, in ranges that begin at
   * multiples of {@code grain}. Ranges start in order, each on the next free thread.
   *
   * @param grain number of steps per range; only the last range may be shorter
   * @throws RuntimeException or Error: the failure of the first range in order that fails, as in a
   *     sequential loop. No range is running then, and no further ranges have started.
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
      next.set(n); // all earlier ranges have started
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

  /** Runs a loop over [0, n) as {@link #forRange}, with a body for single steps. */
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
   * Runs a loop over [0, n) whose steps contain loops. The long steps run one after another, and
   * all threads share the loops of each. Then the threads share the other steps.
   *
   * @param longSteps number of long steps, which come first
   */
  public static void forEachLongFirst(int longSteps, int n, IntConsumer step) {
    for (int i = 0; i < longSteps; i++) {
      step.accept(i);
    }
    forEach(n - longSteps, 1, i -> step.accept(longSteps + i));
  }

  /**
   * Returns the numbers below n as a stream; a parallel stream of all threads, without order, if n
   * exceeds {@code grain}.
   */
  public static IntStream indices(int n, int grain) {
    IntStream indices = IntStream.range(0, n);
    return n > grain && threads() > 1 ? indices.parallel() : indices;
  }

  /** Returns the sum of the numbers [from, to). */
  public static long sum(long[] numbers, int from, int to) {
    return ofRanges(
            to - from,
            (first, end) -> {
              long sum = 0; // a stream takes five times as long until it is optimised
              for (int i = from + first; i < from + end; i++) {
                sum += numbers[i];
              }
              return sum;
            })
        .sum();
  }

  /** Returns the largest of the numbers and 0. */
  public static long max(long[] numbers) {
    return ofRanges(
            numbers.length,
            (from, to) -> {
              long largest = 0;
              for (int i = from; i < to; i++) {
                largest = Math.max(largest, numbers[i]);
              }
              return largest;
            })
        .max()
        .orElse(0);
  }

  /** A number that belongs to a range of steps. */
  private interface OfRange {
    long of(int from, int to);
  }

  private static LongStream ofRanges(int n, OfRange value) {
    long[] values = new long[(n + STREAM_GRAIN - 1) / STREAM_GRAIN];
    forRange(n, STREAM_GRAIN, (from, to) -> values[from / STREAM_GRAIN] = value.of(from, to));
    return Arrays.stream(values);
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
