package org.jzfof.comm;

/** This process as one rank of a job of several processes. */
public interface RankProcess extends AutoCloseable {
  /** Connects this rank with the others; for one thread only. */
  Communicator communicator();

  /**
   * Agrees with the other ranks on which failure ends the job. Waits for them, but not for ranks
   * that are busy for seconds. No communication is possible after it.
   *
   * @param code exit code of this rank's own failure, or 0 if it ends because of another's
   * @param message one line on this rank's own failure
   */
  Verdict fail(int code, String message);

  /**
   * What the ranks agreed on.
   *
   * @param reporter the lowest rank that failed: only this one tells the user
   * @param code exit code of its failure
   * @param alike whether all ranks failed in the same way, so that it was no matter of one rank
   * @param complete whether all ranks took part and now end by themselves
   */
  record Verdict(int reporter, int code, boolean alike, boolean complete) {}

  /** Whether another rank has reported a failure. May be called from any thread. */
  boolean failureHeard();

  /** Ends all processes of the job at once; does not return. */
  void abort(int code);

  /** Ends the connection to the other ranks, when all have done their work. */
  @Override
  void close();
}
