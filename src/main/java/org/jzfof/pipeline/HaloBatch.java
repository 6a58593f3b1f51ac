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
 * Runs over many snapshots. If a snapshot fails on any rank, all ranks skip it. Tasks that follow
 * the catalogues, such as links, are performed between the runs.
 */
public final class HaloBatch {
  private final HaloSearch search;
  private final Communicator comm;
  private final BatchListener listener;
  private final CatalogueListener catalogueListener;
  private final ProgressListener progress;

  /** A run whose catalogue is being written. */
  private record PendingCatalogue(int run, HaloSeries.Result result) {}

  private HaloSeries series;
  private int runs;
  private int nextRun;
  private boolean stopped;
  private boolean ended;
  private PendingCatalogue pending;
  private boolean deviceLost;

  /**
   * @param catalogueListener supplier of tasks that follow the catalogues
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

  /** A step that all ranks perform together. */
  private interface Step {
    /** Performs the step; every rank calls it. */
    void perform();

    /** Reports that all ranks have performed the step; called on every rank. */
    void done();

    /** Reports that the step has failed on one or all ranks; rank 0 only. */
    void failed(Throwable failure);
  }

  /**
   * Performs all runs, or those before a run in which a rank loses its device; every rank calls it.
   */
  public void run(List<RunOptions> all) {
    try (HaloSeries opened = search.series(all)) {
      series = opened;
      runs = all.size();
      int number = 0;
      for (Step step = next(); step != null; step = next()) {
        number = perform(step, number) + 1;
      }
      if (!deviceLost) {
        series.finish();
      }
    } catch (BackendException e) {
      if (!deviceLost) { // a lost device has been reported already, and cannot be closed
        throw e;
      }
    }
  }

  /** Returns the next step, the same on all ranks; null at the end. */
  private Step next() {
    boolean noRunLeft = deviceLost || stopped || nextRun == runs;
    if (noRunLeft) {
      awaitCatalogue();
      end();
    }
    Optional<CatalogueListener.Task> task =
        deviceLost ? Optional.empty() : catalogueListener.next();
    return task.<Step>map(TaskStep::new)
        .orElseGet(() -> noRunLeft ? null : new SearchStep(nextRun++));
  }

  /** Performs one step; returns the number of the last step that has succeeded or failed. */
  private int perform(Step step, int number) {
    try {
      step.perform();
      comm.sum(new long[1]); // barrier
      step.done();
      return number;
    } catch (CommunicationException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      return fail(step, number, e);
    }
  }

  /**
   * Aborts on all ranks the step that failed on one of them. This rank may be one step behind that.
   */
  private int fail(Step current, int number, Throwable caught) {
    Throwable failure = SharedFailure.agree(comm, caught);
    double[] latest = {number, caught instanceof DeviceLostException ? 1 : 0};
    comm.max(latest);
    Step failedStep = current;
    if (latest[0] > number) { // other ranks know that all ranks have performed this step
      current.done();
      failedStep = next();
    }
    deviceLost = latest[1] > 0;
    if (deviceLost) {
      awaitCatalogue();
    } else {
      try {
        series.recover();
      } catch (BackendException e) { // a broken device may fail once more while it is closed
        failure.addSuppressed(e);
      }
    }
    if (comm.rank() == 0) {
      failedStep.failed(failure);
    }
    return (int) latest[0];
  }

  /** The search of one run. */
  private final class SearchStep implements Step {
    private final int run;
    private final long start = System.nanoTime();
    private HaloSeries.Result result;

    SearchStep(int run) {
      this.run = run;
    }

    @Override
    public void perform() {
      long[] refusals = {listener.mayStart(run) ? 0 : 1};
      comm.sum(refusals);
      if (refusals[0] > 0) {
        stopped = true;
      } else {
        result = series.find(run, progress);
      }
    }

    @Override
    public void done() {
      if (result == null) { // the run was not allowed to start
        return;
      }
      awaitCatalogue();
      pending = new PendingCatalogue(run, result);
      if (comm.rank() == 0) {
        listener.found(run, (System.nanoTime() - start) * 1e-9);
      }
    }

    @Override
    public void failed(Throwable failure) {
      if (deviceLost) {
        listener.deviceLost(run, failure);
      } else {
        listener.failed(run, failure);
      }
    }
  }

  /** A task that follows a catalogue. */
  private final class TaskStep implements Step {
    private final CatalogueListener.Task task;

    TaskStep(CatalogueListener.Task task) {
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
  private void awaitCatalogue() {
    if (pending == null) {
      return;
    }
    PendingCatalogue last = pending;
    pending = null;
    try {
      HaloSeries.WriteOutcome written = last.result.written().join();
      if (comm.rank() == 0) {
        HaloReport report = last.result.report().withWarnings(written.warnings());
        listener.done(last.run, report, written.seconds());
      }
    } catch (CompletionException e) {
      listener.failed(last.run, e.getCause()); // only rank 0 writes
      return;
    }
    HaloReport.Result found = last.result.report().result();
    catalogueListener.complete(last.run, found == null ? null : found.file());
  }

  private void end() {
    if (!ended && !stopped && !deviceLost) {
      ended = true;
      catalogueListener.runsEnded();
    }
  }
}
