package org.jzfof.pipeline;

/** Decides whether the runs of a batch may start, and receives their results. */
public interface BatchListener {
  /**
   * Returns whether a run may start. Every rank is asked; if any rank refuses, the batch ends.
   *
   * @param run number of the run in the batch
   */
  boolean mayStart(int run);

  /**
   * Reports that the groups of a run have been found; rank 0 only.
   *
   * @param seconds time since the start of the run
   */
  void found(int run, double seconds);

  /**
   * Reports that a run is complete and its files are written; rank 0 only.
   *
   * @param writing seconds for writing the files, in parallel with other work
   */
  void done(int run, HaloReport report, double writing);

  /** Reports that a run has failed, on one or all ranks; rank 0 only. */
  void failed(int run, Throwable failure);

  /**
   * Reports that a rank has lost its device during a run, which another process can repeat. No
   * further run starts. Rank 0 only.
   */
  void deviceLost(int run, Throwable failure);
}
