package org.jzfof.threads;

import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Independent tasks on all cores of the process. */
public final class ParallelTasks {
  private ParallelTasks() {}

  /** Items that one task takes: some ten microseconds of work. */
  private static final int RANGE = 1 << 14;

  /** Work on the items [from, to). */
  @FunctionalInterface
  public interface Range {
    void run(int from, int to);
  }

  /**
   * Does the same to all items, some thousand of them at a time, so that their loop is in the work.
   *
   * @param items how many
   */
  public static void ranges(int items, Range work) {
    run(
        (int) ((items + RANGE - 1L) / RANGE),
        i -> work.run(i * RANGE, (int) Math.min(items, (i + 1L) * RANGE)));
  }

  /**
   * Does all pieces, and returns when none is under way any more.
   *
   * @param pieces how many
   * @param work on the piece of a number
   * @throws RuntimeException the failure of the first piece that failed, as if they had been done
   *     in order
   */
  public static void run(int pieces, IntConsumer work) {
    if (pieces == 1) {
      work.accept(0);
      return;
    }
    Optional<RuntimeException> failure =
        IntStream.range(0, pieces)
            .parallel()
            .mapToObj(i -> failure(work, i))
            .flatMap(Optional::stream)
            .findFirst();
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  private static Optional<RuntimeException> failure(IntConsumer work, int i) {
    try {
      work.accept(i);
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(e);
    }
  }
}
