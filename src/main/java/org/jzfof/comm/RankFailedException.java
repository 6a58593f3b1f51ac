package org.jzfof.comm;

import java.util.List;
import java.util.Objects;

/** The failure that ended a job of several ranks, with the rank that failed first. */
public final class RankFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int rank;

  public RankFailedException(int rank, Throwable failure) {
    super("rank " + rank + ": " + failure.getMessage(), failure);
    this.rank = rank;
  }

  /**
   * Returns the failure to report: the first failure itself if all ranks failed alike, otherwise
   * the first failure together with its rank.
   *
   * @param failures failures of all ranks; null for a rank that has no failure itself
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

  /** The rank that failed first. */
  public int rank() {
    return rank;
  }
}
