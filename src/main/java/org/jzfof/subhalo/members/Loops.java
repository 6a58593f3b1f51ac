package org.jzfof.subhalo.members;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Runs loops, by one thread or several. */
@FunctionalInterface
public interface Loops {
  /** By the thread that asks. */
  Loops SERIAL = (n, grain, body) -> body.run(0, n);

  /** By the threads of the common pool, which take parts as they are free. */
  Loops COMMON_POOL =
      (n, grain, body) -> {
        AtomicLong next = new AtomicLong();
        IntStream.range(0, Math.min(ForkJoinPool.getCommonPoolParallelism() + 1, n / grain + 1))
            .parallel()
            .forEach(
                thread -> {
                  for (long from; (from = next.getAndAdd(grain)) < n; ) {
                    body.run((int) from, (int) Math.min(from + grain, n));
                  }
                });
      };

  /** Steps over members that are worth a part. */
  int GRAIN = 1 << 12;

  /** Members that a stream is worth to be a parallel one. */
  int MANY = 1 << 16;

  /** The numbers below n, many of them in parallel. */
  static IntStream indices(int n) {
    IntStream indices = IntStream.range(0, n);
    return n < MANY ? indices : indices.parallel();
  }

  /** Those that so many steps are worth. */
  static Loops of(int n) {
    return n < MANY ? SERIAL : COMMON_POOL;
  }

  /** Body of a loop over part of a range. */
  @FunctionalInterface
  interface Body {
    /** Does the steps [from, to). */
    void run(int from, int to);
  }

  /**
   * Runs a loop over [0, n); its parts are independent of each other.
   *
   * @param grain steps that are worth a part
   */
  void forRange(int n, int grain, Body body);

  /** The same for a step at a time. */
  default void forEach(int n, int grain, IntConsumer step) {
    forRange(
        n,
        grain,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            step.accept(i);
          }
        });
  }

  /** A step that has loops of its own. */
  @FunctionalInterface
  interface Step {
    /** Does step i. */
    void run(int i, Loops within);
  }

  /**
   * Runs a loop over [0, n): all threads do each of the first steps, and then share the others.
   *
   * @param many number of steps that are long
   */
  default void forEachLongFirst(int many, int n, Step step) {
    for (int i = 0; i < many; i++) {
      step.run(i, this);
    }
    forEach(n - many, 1, i -> step.run(many + i, SERIAL));
  }
}
