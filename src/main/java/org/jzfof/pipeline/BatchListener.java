package org.jzfof.pipeline;

/** Decides on the runs of a batch and is told what becomes of them. */
public interface BatchListener {
  /**
   * Whether a run may start. Asked on every rank; a no of any rank ends the batch.
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
   * A run has done all it had to, up to the files; rank 0 only.
   *
   * @param writing seconds that writing took, while other things went on
   */
  void done(int run, HaloReport report, double writing);

  /** A run has failed, on one or all ranks; rank 0 only. */
  void failed(int run, Throwable failure);

  /**
   * A rank has lost its device in a run, which another process can do again; no other is started.
   * Rank 0 only.
   */
  void lost(int run, Throwable failure);
}
