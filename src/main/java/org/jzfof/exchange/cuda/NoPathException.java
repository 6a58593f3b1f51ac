package org.jzfof.exchange.cuda;

/**
 * A path between GPUs that does not work here. It is thrown on all ranks alike, so that they can
 * choose another path together. A failure of one rank alone is not reported by this exception, and
 * fails the run.
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
