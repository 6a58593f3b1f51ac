package org.jzfof.comm;

/** The failure that ended a job of several ranks, and the rank where it happened first. */
public final class RankFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int rank;

  /**
   * @param rank where it happened
   * @param failure what happened
   */
  public RankFailedException(int rank, Throwable failure) {
    super("rank " + rank + ": " + failure.getMessage(), failure);
    this.rank = rank;
  }

  /** Where it happened. */
  public int rank() {
    return rank;
  }
}
