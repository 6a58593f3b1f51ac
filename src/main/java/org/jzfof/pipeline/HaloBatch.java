package org.jzfof.pipeline;

import java.util.List;
import java.util.concurrent.CompletionException;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.SharedFailure;
import org.jzfof.config.RunOptions;
import org.jzfof.error.BackendException;
import org.jzfof.error.CommunicationException;
import org.jzfof.error.DeviceLostException;
import org.jzfof.progress.ProgressListener;

/** Runs over many snapshots; one that fails on any rank is left out by all. */
public final class HaloBatch {
  private final HaloSearch search;
  private final Communicator comm;
  private final BatchListener listener;
  private final ProgressListener progress;

  /** A run whose catalogue is being written. */
  private record Pending(int run, HaloSeries.Result result) {}

  private Pending pending;
  private boolean deviceLost;

  /**
   * @param search in one snapshot
   * @param comm the ranks
   * @param listener decides and is told
   * @param progress receives every stage of every run
   */
  public HaloBatch(
      HaloSearch search, Communicator comm, BatchListener listener, ProgressListener progress) {
    this.search = search;
    this.comm = comm;
    this.listener = listener;
    this.progress = progress;
  }

  /** Does all runs, or those before one in which a rank loses its device; every rank calls it. */
  public void run(List<RunOptions> runs) {
    try (HaloSeries series = search.series(runs)) {
      int run = 0;
      while (run < runs.size()) {
        run = step(series, run, runs.size());
      }
      settle();
      if (!deviceLost) {
        series.finish();
      }
    } catch (BackendException e) {
      if (!deviceLost) { // else it has been told, and cannot be given back either
        throw e;
      }
    }
  }

  /** Does one run; the number of the one to do next. */
  private int step(HaloSeries series, int run, int end) {
    HaloSeries.Result result = null;
    try {
      long[] against = {listener.mayStart(run) ? 0 : 1};
      comm.sum(against);
      if (against[0] > 0) {
        return end;
      }
      long start = System.nanoTime();
      result = series.find(run, progress);
      comm.sum(new long[1]); // barrier
      keep(run, result, (System.nanoTime() - start) * 1e-9);
      return run + 1;
    } catch (CommunicationException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      int failed = fail(series, run, result, e);
      return deviceLost ? end : failed + 1;
    }
  }

  /** All ranks give up a run; its number, which may be the one after that of this rank. */
  private int fail(HaloSeries series, int run, HaloSeries.Result result, Throwable own) {
    Throwable failure = SharedFailure.agree(comm, own);
    double[] latest = {run, own instanceof DeviceLostException ? 1 : 0};
    comm.max(latest);
    int failed = (int) latest[0];
    if (failed > run) { // others have seen that all ranks had done this one
      keep(run, result, 0);
    }
    deviceLost = latest[1] > 0;
    if (deviceLost) {
      settle();
      if (comm.rank() == 0) {
        listener.lost(failed, failure);
      }
      return failed;
    }
    try {
      series.recover();
    } catch (BackendException e) { // a broken device may fail once more while it is given back
      failure.addSuppressed(e);
    }
    if (comm.rank() == 0) {
      listener.failed(failed, failure);
    }
    return failed;
  }

  private void keep(int run, HaloSeries.Result result, double seconds) {
    settle();
    pending = new Pending(run, result);
    if (comm.rank() == 0) {
      listener.found(run, seconds);
    }
  }

  /** Waits for the catalogue that is being written. */
  private void settle() {
    if (pending == null) {
      return;
    }
    Pending settled = pending;
    pending = null;
    try {
      HaloSeries.Written written = settled.result.written().join();
      if (comm.rank() == 0) {
        HaloReport report = settled.result.report().withWarnings(written.warnings());
        listener.done(settled.run, report, written.seconds());
      }
    } catch (CompletionException e) {
      listener.failed(settled.run, e.getCause()); // only rank 0 writes
    }
  }
}
