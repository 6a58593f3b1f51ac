package org.jzfof.threads;

/** What the threads beside the computing one have in common. */
public final class Lane {
  private Lane() {}

  /** A thread that does not keep the program alive. */
  public static Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** A failure of a task that throws nothing checked. */
  public static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException e ? e : new IllegalStateException(failure);
  }
}
