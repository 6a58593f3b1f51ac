package org.jzfof.comm;

import org.jzfof.error.OutputException;

/** A check of the file system that one rank performs for all. */
public final class SharedCheck {
  private SharedCheck() {}

  /**
   * Performs a check on rank 0; all ranks call it and fail together.
   *
   * @throws OutputException on all ranks, if the check has thrown one
   */
  public static void run(Communicator comm, Runnable check) {
    OutputException failure = null;
    if (comm.rank() == 0) {
      try {
        check.run();
      } catch (OutputException e) {
        failure = e;
      }
    }
    String message = failure == null ? "" : failure.getMessage();
    String agreed = Text.of(comm.broadcast(Text.toLongs(message), 0));
    if (failure != null) {
      throw failure;
    }
    if (!agreed.isEmpty()) {
      throw new OutputException(agreed);
    }
  }
}
