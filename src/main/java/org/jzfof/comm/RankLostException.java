package org.jzfof.comm;

/** Ends a rank because another rank has failed; only the failure of the other rank is reported. */
public final class RankLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int lost;

  public RankLostException(int lost) {
    super("rank " + lost + " has failed, and the job cannot go on without it");
    this.lost = lost;
  }

  /** The rank that failed. */
  public int lost() {
    return lost;
  }
}
