package org.jzfof.pipeline;

/** Decides whether the runs of a batch may start, and receives their results. */
public interface BatchListener {
  /**
   * Whether a run may start. Every rank is asked; if any answers no, the batch ends.
   *
   * @param run its number
   */
  boolean mayStart(int run);

  /**
   * The groups of a run are found; rank 0 only.
   *
   * @param seconds since it was started
   */
  void found(int run, double seconds);

  /**
   * A run is complete and its files are written; rank 0 only.
   *
   * @param writing seconds that writing took, beside other work
   */
  void done(int run, HaloReport report, double writing);

  /** A run has failed, on one or all ranks; rank 0 only. */
  void failed(int run, Throwable failure);

  /**
   * A rank has lost its device in a run, which another process can repeat; no further run starts.
   * Rank 0 only.
   */
  void lost(int run, Throwable failure);
}
