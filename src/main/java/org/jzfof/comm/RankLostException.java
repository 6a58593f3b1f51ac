package org.jzfof.comm;

/** Ends a rank because another one has failed; only the failure of that rank is worth reporting. */
public final class RankLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int lost;

  /**
   * @param lost the rank that failed
   */
  public RankLostException(int lost) {
    super("rank " + lost + " has failed, and the job cannot go on without it");
    this.lost = lost;
  }

  /** The rank that failed. */
  public int lost() {
    return lost;
  }
}
