package org.jzfof.cli.serve;

import java.util.Optional;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.threads.BackgroundThreads;

/**
 * Ends this process as soon as the process that has started it ends, whatever ends it: nobody else
 * can read the answers. A pipe that closes is no sure sign, for other children of that process may
 * hold it open, and a search would not notice.
 */
final class ParentWatch implements AutoCloseable {
  private static final long MILLIS = 100;

  private final Thread thread;

  private ParentWatch(Thread thread) {
    this.thread = thread;
  }

  static ParentWatch start() {
    Optional<Long> first = parent();
    Thread thread = BackgroundThreads.thread("watch of the parent", () -> watch(first));
    thread.start();
    return new ParentWatch(thread);
  }

  /** The parent; an orphan gets another one at once. */
  private static Optional<Long> parent() {
    return ProcessHandle.current().parent().map(ProcessHandle::pid);
  }

  private static void watch(Optional<Long> first) {
    try {
      while (parent().equals(first)) {
        Thread.sleep(MILLIS);
      }
    } catch (InterruptedException e) {
      return; // the command has ended
    }
    Runtime.getRuntime()
        .halt(ExitCodes.INTERNAL); // there is nothing to clean up, and nobody to tell
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
