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
  private static final int MAX_MESSAGE_BYTES = 1 << 20;

  /** Maximum number of bytes in flight from one rank, with one message to each other rank. */
  private static final int MAX_BYTES_IN_FLIGHT = 1 << 24;

  private ThreadRanks() {}

  /**
   * Runs a task on n ranks and waits for all of them. After the failure of a rank, the others end
   * at their next communication.
   *
   * @return the result of each rank [n]
   * @throws RankFailedException with the rank that failed first and its failure
   * @throws RuntimeException or Error, the failure itself, if all ranks failed alike
   */
  public static <T> List<T> run(int n, RankTask<T> task) {
    return run(n, messageLimit(n), task);
  }

  /** Returns the default maximum length in bytes of a message between n ranks. */
  public static int messageLimit(int n) {
    return Math.min(MAX_MESSAGE_BYTES, MAX_BYTES_IN_FLIGHT / n) / Long.BYTES * Long.BYTES;
  }

  /**
   * Runs a task, as {@link #run(int, RankTask)} does.
   *
   * @param messageLimit maximum length of a message in bytes, a multiple of 8; longer messages are
   *     split
   */
  public static <T> List<T> run(int n, int messageLimit, RankTask<T> task) {
    return runOnTransport(n, messageLimit, transport -> task.run(new Collectives(transport)));
  }

  /**
   * Runs a task, as {@link #run(int, int, RankTask)} does.
   *
   * @param task receives the transport that connects its rank with the others
   */
  public static <T> List<T> runOnTransport(int n, int messageLimit, Function<Transport, T> task) {
    ThreadMailboxes mailboxes = new ThreadMailboxes(n);
    List<T> results = new ArrayList<>(Collections.nCopies(n, null));
    List<Throwable> failures = new ArrayList<>(Collections.nCopies(n, null));
    List<Thread> threads = new ArrayList<>();
    for (int r = 0; r < n; r++) {
      int rank = r;
      Runnable body =
          () -> {
            try {
              results.set(rank, task.apply(new ThreadTransport(mailboxes, rank, messageLimit)));
            } catch (RankLostException e) {
              mailboxes.fail(e.lost()); // this rank has no failure itself
            } catch (Throwable e) {
              failures.set(rank, e);
              mailboxes.fail(rank);
            } finally {
              mailboxes.end(rank);
            }
          };
      threads.add(new Thread(body, "rank " + rank));
    }
    threads.forEach(Thread::start);
    threads.forEach(ThreadRanks::join);
    if (mailboxes.failed() >= 0) {
      throw failure(mailboxes.failed(), failures);
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
    int rank = rankWithFailure(first, failures);
    if (rank < 0) {
      return new RankLostException(first);
    }
    Throwable failure = RankFailedException.of(rank, failures);
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException e ? e : new RankFailedException(rank, failure);
  }

  /** Returns the first rank, or another rank if the first has no failure itself, or -1. */
  private static int rankWithFailure(int first, List<Throwable> failures) {
    return IntStream.concat(IntStream.of(first), IntStream.range(0, failures.size()))
        .filter(rank -> failures.get(rank) != null)
        .findFirst()
        .orElse(-1);
  }
}
