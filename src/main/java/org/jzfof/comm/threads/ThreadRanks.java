package org.jzfof.comm.threads;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jzfof.comm.Collectives;
import org.jzfof.comm.RankFailedException;
import org.jzfof.comm.RankLostException;
import org.jzfof.comm.RankTask;
import org.jzfof.comm.Transport;

/** Runs the ranks of a job as threads of this JVM. */
public final class ThreadRanks {
  private static final int LONGEST_MESSAGE = 1 << 20;

  /** Bytes in flight from one rank at most: one message to each other rank. */
  private static final int UNDER_WAY = 1 << 24;

  private ThreadRanks() {}

  /**
   * Runs a task on n ranks and waits for all of them. When one fails, the others end at their next
   * communication.
   *
   * @return what each rank returned [n]
   * @throws RankFailedException with the rank that failed first and its failure
   * @throws RuntimeException or Error, the failure itself, where all ranks failed alike
   */
  public static <T> List<T> run(int n, RankTask<T> task) {
    return run(n, messageLimit(n), task);
  }

  /** The longest message in bytes between n ranks, where nothing else is asked for. */
  public static int messageLimit(int n) {
    return Math.min(LONGEST_MESSAGE, UNDER_WAY / n) / Long.BYTES * Long.BYTES;
  }

  /**
   * As {@link #run(int, RankTask)}.
   *
   * @param messageLimit longest message in bytes, a multiple of 8; longer ones are split
   */
  public static <T> List<T> run(int n, int messageLimit, RankTask<T> task) {
    return runOn(n, messageLimit, transport -> task.run(new Collectives(transport)));
  }

  /**
   * As {@link #run(int, int, RankTask)}.
   *
   * @param task is given what connects its rank with the others
   */
  public static <T> List<T> runOn(int n, int messageLimit, Function<Transport, T> task) {
    ThreadMailboxes board = new ThreadMailboxes(n);
    List<T> results = new ArrayList<>(Collections.nCopies(n, null));
    List<Throwable> failures = new ArrayList<>(Collections.nCopies(n, null));
    List<Thread> threads = new ArrayList<>();
    for (int r = 0; r < n; r++) {
      int rank = r;
      Runnable body =
          () -> {
            try {
              results.set(rank, task.apply(new ThreadTransport(board, rank, messageLimit)));
            } catch (RankLostException e) {
              board.fail(e.lost()); // no failure of its own
            } catch (Throwable e) {
              failures.set(rank, e);
              board.fail(rank);
            } finally {
              board.end(rank);
            }
          };
      threads.add(new Thread(body, "rank " + rank));
    }
    threads.forEach(Thread::start);
    threads.forEach(ThreadRanks::join);
    if (board.failed() >= 0) {
      throw failure(board.failed(), failures);
    }
    return results;
  }

  /** Waits for a thread, even when interrupted: its rank still uses objects of the caller. */
  private static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static RuntimeException failure(int first, List<Throwable> failures) {
    int rank = withFailure(first, failures);
    if (rank < 0) {
      return new RankLostException(first);
    }
    Throwable failure = RankFailedException.of(rank, failures);
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException e ? e : new RankFailedException(rank, failure);
  }

  /** The first rank, or another one if that has given up without a failure of its own, or -1. */
  private static int withFailure(int first, List<Throwable> failures) {
    return IntStream.concat(IntStream.of(first), IntStream.range(0, failures.size()))
        .filter(rank -> failures.get(rank) != null)
        .findFirst()
        .orElse(-1);
  }
}
