package org.jzfof.cli.ranks;

import java.util.Optional;
import org.jzfof.threads.BackgroundThreads;

/**
 * Notices the end of the process that has started this one, whatever ends it. A pipe that closes is
 * no sure sign, for other children of that process may hold it open.
 */
public final class ParentWatch implements AutoCloseable {
  private static final long MILLIS = 100;

  private final Thread thread;

  private ParentWatch(Thread thread) {
    this.thread = thread;
  }

  /**
   * Starts to watch.
   *
   * @param ended what ends this process in turn
   */
  public static ParentWatch start(Runnable ended) {
    Optional<Long> first = parent();
    Thread thread = BackgroundThreads.thread("watch of the parent", () -> watch(first, ended));
    thread.start();
    return new ParentWatch(thread);
  }

  /** The parent; an orphan gets another one at once. */
  private static Optional<Long> parent() {
    return ProcessHandle.current().parent().map(ProcessHandle::pid);
  }

  private static void watch(Optional<Long> first, Runnable ended) {
    try {
      while (parent().equals(first)) {
        Thread.sleep(MILLIS);
      }
    } catch (InterruptedException e) {
      return; // nobody watches any longer
    }
    ended.run();
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
