package org.jzfof.backend.cuda.exchange;

/**
 * A path between GPUs that does not work here, thrown on all ranks alike: they can take another one
 * together. What fails on one rank alone is none of these, and fails the run.
 */
final class NoPathException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param why the same on all ranks
   */
  NoPathException(String why) {
    super(why);
  }
}
