package org.jzfof.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jzfof.threads.Lane;

/**
 * Reads columns of particles side by side, each on a thread of its own. What these do on the device
 * they leave to the thread that waits for them, the only one that a device knows.
 */
final class ColumnThreads {
  private static final FutureTask<Void> END = new FutureTask<>(() -> null);

  private final BlockingQueue<FutureTask<Void>> turns = new LinkedBlockingQueue<>();

  /** What a column has left to the device last. */
  private final ThreadLocal<FutureTask<Void>> handedOver = new ThreadLocal<>();

  private volatile boolean stopped;

  /**
   * Reads columns; returns when all threads have ended.
   *
   * @param columns each of which may call {@link #onDevice}
   * @throws RuntimeException the first failure in the order of the columns; after one the others
   *     stop at their next block
   * @throws CancellationException if this thread is interrupted
   */
  void read(List<Runnable> columns) {
    ExecutorService threads =
        Executors.newFixedThreadPool(columns.size(), work -> Lane.thread("read column", work));
    List<Future<?>> reading = new ArrayList<>();
    try {
      for (Runnable column : columns) {
        reading.add(threads.submit(() -> readOne(column)));
      }
      takeTurns(columns.size());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the reading was interrupted");
    } finally {
      stop(threads);
    }
    throwFirst(reading);
  }

  private void readOne(Runnable column) {
    boolean read = false;
    try {
      try {
        column.run();
      } catch (RuntimeException | Error e) {
        awaitBlockBefore(e);
        throw e;
      }
      awaitHandedOver();
      read = true;
    } finally {
      stopped |= !read;
      turns.add(END);
    }
  }

  /** A block that was handed over before a failure comes first in the column. */
  private void awaitBlockBefore(Throwable failure) {
    try {
      awaitHandedOver();
    } catch (CancellationException e) {
      failure.addSuppressed(e);
    }
  }

  private void takeTurns(int running) throws InterruptedException {
    for (int left = running; left > 0; ) {
      FutureTask<Void> turn = turns.take();
      if (turn == END) {
        left--;
      } else {
        turn.run();
      }
    }
  }

  /** Waits for the threads, so that none uses the file or its block any more. */
  private void stop(ExecutorService threads) {
    stopped = true;
    threads.shutdownNow();
    turns.forEach(turn -> turn.cancel(false));
    boolean interrupted = Thread.interrupted();
    boolean ended = false;
    while (!ended) {
      try {
        ended = threads.awaitTermination(1, TimeUnit.DAYS);
      } catch (InterruptedException e) {
        interrupted = true; // a block takes no long time
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void throwFirst(List<Future<?>> reading) {
    RuntimeException stopped = null;
    for (Future<?> column : reading) {
      try {
        column.get();
      } catch (InterruptedException e) {
        throw new IllegalStateException("the column has been read", e);
      } catch (ExecutionException e) {
        RuntimeException failure = Lane.unchecked(e.getCause());
        if (!(failure instanceof CancellationException)) {
          throw failure;
        }
        stopped = failure;
      }
    }
    if (stopped != null) {
      throw stopped;
    }
  }

  /**
   * Does something on the device and waits for it; called by the threads of columns.
   *
   * @throws CancellationException if another column has failed
   */
  void onDevice(Runnable work) {
    handOver(work);
    awaitHandedOver();
  }

  /**
   * Lets something be done on the device, once what this column has handed over before is done;
   * called by the threads of columns. A failure is thrown at the next call.
   *
   * @throws CancellationException if another column has failed
   */
  void handOver(Runnable work) {
    awaitHandedOver();
    FutureTask<Void> turn = new FutureTask<>(work, null);
    turns.add(turn);
    if (stopped) {
      throw stoppedReading();
    }
    handedOver.set(turn);
  }

  private void awaitHandedOver() {
    FutureTask<Void> turn = handedOver.get();
    if (turn == null) {
      return;
    }
    handedOver.remove();
    try {
      turn.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw stoppedReading();
    } catch (ExecutionException e) {
      throw Lane.unchecked(e.getCause());
    }
  }

  private static CancellationException stoppedReading() {
    return new CancellationException("nobody needs the column any more");
  }
}
