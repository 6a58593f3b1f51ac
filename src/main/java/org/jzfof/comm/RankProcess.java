package org.jzfof.comm;

/** This process as one rank of a job of several processes. */
public interface RankProcess extends AutoCloseable {
  /** Returns the connection to the other ranks, which only one thread may use. */
  Communicator communicator();

  /** Returns the name of the library that connects the ranks, and how it is used. */
  String library();

  /**
   * Agrees with the other ranks on the failure that ends the job. The call waits for the other
   * ranks, but not for ranks that are busy for seconds. No communication is possible afterwards.
   *
   * @param code exit code of this rank's failure, or 0 if it ends because of another rank's failure
   */
  Verdict fail(int code, String message);

  /**
   * The agreement of the ranks on a failure.
   *
   * @param reporter lowest rank that failed, which alone reports to the user
   * @param code exit code of the failure of that rank
   * @param alike whether all ranks failed in the same way, so that the failure is not specific to
   *     one rank
   * @param complete whether all ranks took part and now end by themselves
   */
  record Verdict(int reporter, int code, boolean alike, boolean complete) {}

  /** Returns whether another rank has reported a failure. Any thread may call it. */
  boolean failureHeard();

  /** Ends all processes of the job at once; does not return. */
  void abort(int code);

  /** Ends the connection to the other ranks, after all have finished their work. */
  @Override
  void close();
}
