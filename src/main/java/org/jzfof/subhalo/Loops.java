package org.jzfof.subhalo;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
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
}
