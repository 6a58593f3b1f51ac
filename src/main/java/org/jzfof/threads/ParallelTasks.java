package org.jzfof.threads;

import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Independent tasks on all cores of the process. */
public final class ParallelTasks {
  private ParallelTasks() {}

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
