package org.jzfof.pipeline;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.SharedFailure;
import org.jzfof.config.RunOptions;
import org.jzfof.error.BackendException;
import org.jzfof.error.CommunicationException;
import org.jzfof.error.DeviceLostException;
import org.jzfof.progress.ProgressListener;

/**
 * Runs over many snapshots. A snapshot that fails on any rank is skipped by all. Work that follows
 * the catalogues, such as links, is done between the runs.
 */
public final class HaloBatch {
  private final HaloSearch search;
  private final Communicator comm;
  private final BatchListener listener;
  private final CatalogueListener catalogueListener;
  private final ProgressListener progress;

  /** A run whose catalogue is being written. */
  private record Pending(int run, HaloSeries.Result result) {}

  private HaloSeries series;
  private int runs;
  private int nextRun;
  private boolean stopped;
  private boolean ended;
  private Pending pending;
  private boolean deviceLost;

  /**
   * @param search searches one snapshot
   * @param listener decides which runs start, and receives results
   * @param catalogueListener has work that follows the catalogues
   * @param progress receives every stage of every run
   */
  public HaloBatch(
      HaloSearch search,
      Communicator comm,
      BatchListener listener,
      CatalogueListener catalogueListener,
      ProgressListener progress) {
    this.search = search;
    this.comm = comm;
    this.listener = listener;
    this.catalogueListener = catalogueListener;
    this.progress = progress;
  }

  /** Work that all ranks do together. */
  private interface Act {
    /** Does it; every rank calls it. */
    void perform();

    /** All ranks have done the work; called on every rank. */
    void done();

    /** The work has failed on one or all ranks; rank 0 only. */
    void failed(Throwable failure);
  }

  /** Does all runs, or those before one in which a rank loses its device; every rank calls it. */
  public void run(List<RunOptions> all) {
    try (HaloSeries opened = search.series(all)) {
      series = opened;
      runs = all.size();
      int number = 0;
      for (Act act = next(); act != null; act = next()) {
        number = step(act, number) + 1;
      }
      if (!deviceLost) {
        series.finish();
      }
    } catch (BackendException e) {
      if (!deviceLost) { // else the loss has been reported, and the device cannot be closed
        throw e;
      }
    }
  }

  /** The next piece of work, the same on all ranks; null at the end. */
  private Act next() {
    boolean last = deviceLost || stopped || nextRun == runs;
    if (last) {
      settle();
      end();
    }
    Optional<CatalogueListener.Task> task =
        deviceLost ? Optional.empty() : catalogueListener.next();
    return task.<Act>map(Following::new).orElseGet(() -> last ? null : new Searching(nextRun++));
  }

  /** Does one piece of work; returns the number of the last one that was done or has failed. */
  private int step(Act act, int number) {
    try {
      act.perform();
      comm.sum(new long[1]); // barrier
      act.done();
      return number;
    } catch (CommunicationException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      return fail(act, number, e);
    }
  }

  /**
   * Aborts on all ranks the work in which one failed; it may be the one after that of this rank.
   */
  private int fail(Act own, int number, Throwable caught) {
    Throwable failure = SharedFailure.agree(comm, caught);
    double[] latest = {number, caught instanceof DeviceLostException ? 1 : 0};
    comm.max(latest);
    Act failed = own;
    if (latest[0] > number) { // other ranks know that all ranks had done this one
      own.done();
      failed = next();
    }
    deviceLost = latest[1] > 0;
    if (deviceLost) {
      settle();
    } else {
      try {
        series.recover();
      } catch (BackendException e) { // a broken device may fail once more while it is closed
        failure.addSuppressed(e);
      }
    }
    if (comm.rank() == 0) {
      failed.failed(failure);
    }
    return (int) latest[0];
  }

  /** A run. */
  private final class Searching implements Act {
    private final int run;
    private final long start = System.nanoTime();
    private HaloSeries.Result result;

    Searching(int run) {
      this.run = run;
    }

    @Override
    public void perform() {
      long[] against = {listener.mayStart(run) ? 0 : 1};
      comm.sum(against);
      if (against[0] > 0) {
        stopped = true;
      } else {
        result = series.find(run, progress);
      }
    }

    @Override
    public void done() {
      if (result == null) { // it was not allowed to start
        return;
      }
      settle();
      pending = new Pending(run, result);
      if (comm.rank() == 0) {
        listener.found(run, (System.nanoTime() - start) * 1e-9);
      }
    }

    @Override
    public void failed(Throwable failure) {
      if (deviceLost) {
        listener.lost(run, failure);
      } else {
        listener.failed(run, failure);
      }
    }
  }

  /** Work that follows a catalogue. */
  private final class Following implements Act {
    private final CatalogueListener.Task task;

    Following(CatalogueListener.Task task) {
      this.task = task;
    }

    @Override
    public void perform() {
      task.perform(progress);
    }

    @Override
    public void done() {}

    @Override
    public void failed(Throwable failure) {
      task.failed(failure);
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
      return;
    }
    HaloReport.Result found = settled.result.report().result();
    catalogueListener.complete(settled.run, found == null ? null : found.file());
  }

  private void end() {
    if (!ended && !stopped && !deviceLost) {
      ended = true;
      catalogueListener.ended();
    }
  }
}
