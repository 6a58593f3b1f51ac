package org.jzfof.exchange.cuda;

/**
 * A path between GPUs does not work on this machine. All ranks throw this exception together, so
 * that they can choose another path together. The failure of a single rank is not reported by this
 * exception, and fails the run.
 */
final class NoPathException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param why reason, the same on all ranks
   */
  NoPathException(String why) {
    super(why);
  }
}
