package org.jzfof.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.ReportOptions;
import org.jzfof.cli.ranks.ProgressBar;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.cli.ranks.StopSignal;
import org.jzfof.cli.ranks.TimeLimit;
import org.jzfof.cli.reports.BatchRow;
import org.jzfof.cli.reports.BatchTable;
import org.jzfof.cli.reports.StageTable;
import org.jzfof.config.RunOptions;
import org.jzfof.pipeline.BatchListener;
import org.jzfof.pipeline.HaloReport;
import org.jzfof.trees.LinkReport;

/** Records and prints the state of the snapshots of a batch, and decides when to stop. */
final class BatchLog implements BatchListener {
  private final Ranks ranks;
  private final ReportOptions options;
  private final ProgressBar bar;
  private final TimeLimit limit;
  private final StopSignal signal;
  private final boolean failFast;
  private final List<BatchRow> rows = new ArrayList<>();
  private List<Integer> todo = List.of();
  private int code = ExitCodes.OK;
  private int lossCode = ExitCodes.OK;
  private String stopped;
  private boolean backendPrinted;

  /**
   * @param bar progress bar, which is removed before anything is printed
   */
  BatchLog(
      Ranks ranks,
      ReportOptions report,
      ProgressBar bar,
      TimeLimit limit,
      StopSignal signal,
      boolean failFast) {
    this.ranks = ranks;
    this.options = report;
    this.bar = bar;
    this.limit = limit;
    this.signal = signal;
    this.failFast = failFast;
  }

  /**
   * Records the task of the batch.
   *
   * @param runs options of all snapshots of the batch
   * @param remaining indices of the incomplete snapshots, in the order of the runs to come
   */
  synchronized void begin(List<RunOptions> runs, List<Integer> remaining) {
    rows.clear();
    for (int i = 0; i < runs.size(); i++) {
      boolean left = remaining.contains(i);
      BatchRow.State state = left ? BatchRow.State.LEFT : BatchRow.State.COMPLETE;
      rows.add(BatchRow.of(runs.get(i).groups().particles().snapshot(), state));
    }
    todo = remaining;
  }

  @Override
  public synchronized boolean mayStart(int run) {
    if (signal.received()) {
      stopped = "a signal";
    } else if (!limit.fitsAnother()) {
      stopped = "--max-time";
    } else {
      return !(failFast && code != ExitCodes.OK);
    }
    return false;
  }

  @Override
  public synchronized void found(int run, double seconds) {
    limit.recordSearch(seconds);
    rows.set(todo.get(run), row(run).withSearchTime(seconds));
  }

  @Override
  public synchronized void done(int run, HaloReport report, double writing) {
    limit.recordWriting(writing);
    bar.close();
    long groups = report.result() == null ? 0 : report.result().groups().groups();
    rows.set(todo.get(run), row(run).withResult(report.task().particles(), groups));
    if (!options.quiet()) {
      for (String warning : report.warnings()) {
        ExitCodes.warn(ranks.err(), row(run).snapshot() + ": " + warning);
      }
      print(run, report);
    }
  }

  private void print(int run, HaloReport report) {
    PrintStream out = ranks.out();
    if (!backendPrinted) {
      backendPrinted = true;
      out.println("backend          " + report.backend());
    }
    String prefix = "[%d/%d] %s".formatted(todo.get(run) + 1, rows.size(), row(run).snapshot());
    if (report.result() == null) {
      out.println(prefix + ": needs about " + StageTable.bytes(report.estimatedBytes()));
      return;
    }
    out.printf(
        Locale.ROOT,
        "%s: %d groups, %.3f s, %s%n",
        prefix,
        report.result().groups().groups(),
        row(run).seconds(),
        report.result().file());
    if (options.verbose()) {
      StageTable.print(out, report.stages(), true);
    }
  }

  /** Prints the links of two catalogues, or the reason why there are none. */
  synchronized void linked(LinkReport report, double seconds) {
    limit.recordLinking(seconds);
    if (options.quiet()) {
      return;
    }
    bar.close();
    report.warnings().forEach(warning -> ExitCodes.warn(ranks.err(), warning));
    for (LinkReport.Pair pair : report.pairs()) {
      ranks
          .out()
          .printf(
              Locale.ROOT,
              "links            %s - %s: %d of %d groups with descendant, %d of %d with progenitor, %.3f s%n",
              pair.before(),
              pair.after(),
              pair.descended(),
              pair.earlier(),
              pair.preceded(),
              pair.later(),
              seconds);
    }
  }

  /** Reports that two catalogues could not be linked. */
  synchronized void linkFailed(Path later, Throwable failure) {
    code = code == ExitCodes.OK ? ExitCodes.of(failure) : code;
    report("links of " + later, failure);
  }

  @Override
  public synchronized void failed(int run, Throwable failure) {
    rows.set(todo.get(run), row(run).withFailure(ExitCodes.message(failure)));
    code = code == ExitCodes.OK ? ExitCodes.of(failure) : code;
    report(name(run), failure);
  }

  /** Leaves the snapshot to another process. */
  @Override
  public synchronized void deviceLost(int run, Throwable failure) {
    stopped = "the loss of a device";
    if (BatchTable.count(rows, BatchRow.State.DONE) == 0) { // avoids endless repetitions
      lossCode = ExitCodes.of(failure);
    }
    report(name(run), failure);
  }

  private void report(String what, Throwable failure) {
    bar.close();
    ranks.err().println("jzfof: error: " + what + ": " + ExitCodes.message(failure));
    if (options.verbose() || ExitCodes.isInternal(failure)) {
      failure.printStackTrace(ranks.err());
    }
  }

  private String name(int run) {
    return ExitCodes.oneLine(row(run).snapshot().toString());
  }

  private BatchRow row(int run) {
    return rows.get(todo.get(run));
  }

  /** Describes the position in the batch, such as 3/10. */
  synchronized String position() {
    long remaining = BatchTable.count(rows, BatchRow.State.LEFT);
    return Math.min(rows.size(), rows.size() - remaining + 1) + "/" + rows.size();
  }

  /** Returns the advice on remaining snapshots, or null if none remain. */
  synchronized String hint() {
    long remaining = BatchTable.count(rows, BatchRow.State.LEFT);
    return remaining == 0
        ? null
        : "jzfof: stopped by %s with %d of %d snapshots left: continue with the same command and --resume"
            .formatted(cause(), remaining, rows.size());
  }

  private String cause() {
    if (stopped != null) {
      return stopped;
    }
    if (code != ExitCodes.OK) {
      return "the failure";
    }
    return signal.received() ? "a signal" : "a signal to another rank";
  }

  /** Prints the summary and returns the exit code of the batch. */
  synchronized int end(double seconds) {
    bar.close();
    if (!options.quiet()) {
      ranks.out().println();
      BatchTable.print(ranks.out(), rows, seconds);
    }
    String hint = hint();
    if (hint != null) {
      ranks.err().println(hint);
    }
    if (lossCode != ExitCodes.OK) {
      return lossCode;
    }
    boolean unfinished = hint != null && !(failFast && code != ExitCodes.OK);
    return unfinished ? ExitCodes.UNFINISHED : code;
  }
}
