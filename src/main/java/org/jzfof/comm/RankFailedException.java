package org.jzfof.comm;

import java.util.List;
import java.util.Objects;

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

  /**
   * The failure to report: the one that came first, where all ranks failed alike; otherwise with
   * its rank.
   *
   * @param first the rank that failed first
   * @param failures of all ranks; null where a rank has none of its own
   */
  public static Throwable of(int first, List<Throwable> failures) {
    Throwable failure = failures.get(first);
    boolean alike = failures.stream().allMatch(other -> alike(failure, other));
    return alike ? failure : new RankFailedException(first, failure);
  }

  private static boolean alike(Throwable failure, Throwable other) {
    return other != null
        && other.getClass() == failure.getClass()
        && Objects.equals(other.getMessage(), failure.getMessage());
  }

  /** Where it happened. */
  public int rank() {
    return rank;
  }
}
