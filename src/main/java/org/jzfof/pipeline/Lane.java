package org.jzfof.pipeline;

/** What the threads beside the computing one have in common. */
final class Lane {
  private Lane() {}

  /** A thread that does not keep the program alive. */
  static Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** A failure of a task that throws nothing checked. */
  static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException e ? e : new IllegalStateException(failure);
  }
}
