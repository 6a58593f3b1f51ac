package org.jzfof.bench.commands;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jzfof.bench.ScalingBenchmark;
import org.jzfof.bench.StageLoad;

/**
 * The tables of {@code bench scaling}: messages, bytes and memory of a rank in each stage, and how
 * they grow.
 */
record ScalingTable(PrintStream out) {
  /** Fewer ranks than these are all neighbours of each other. */
  private static final int FIRST = 8;

  /** What is told of a stage. */
  private enum Column {
    EXCHANGES("exchanges", "%.0f", s -> s.most(r -> r.traffic().exchanges())),
    MESSAGES("messages", "%.1f", s -> s.mean(r -> r.traffic().messages())),
    MOST_MESSAGES("most", "%.0f", s -> s.most(r -> r.traffic().messages())),
    PARTNERS("partners", "%.0f", s -> s.most(r -> r.traffic().partners())),
    SENT("B sent", "%.0f", s -> s.mean(r -> r.traffic().bytes())),
    MOST_SENT("most", "%.0f", s -> s.most(r -> r.traffic().bytes())),
    LARGEST("B at once", "%.0f", s -> s.most(r -> r.traffic().largestExchange())),
    ARRAYS("B arrays", "%.0f", s -> s.most(StageLoad.OfRank::arrayBytes));

    private final String head;
    private final String format;
    private final ToDoubleFunction<StageLoad> number;

    Column(String head, String format, ToDoubleFunction<StageLoad> number) {
      this.head = head;
      this.format = format;
      this.number = number;
    }
  }

  /** Prints what was counted with one number of ranks. */
  void print(ScalingBenchmark.Result result) {
    out.printf(
        "ranks            %d%ngroups           %d with %d particles%n",
        result.ranks(), result.groups(), result.members());
    printHead();
    for (StageLoad stage : result.stages()) {
      out.printf("%-24s", stage.name());
      for (Column column : Column.values()) {
        cell(column.format, column.number.applyAsDouble(stage));
      }
      out.println();
    }
    out.println();
  }

  /** Prints the exponents of the number of ranks by which the numbers grow from 8 ranks on. */
  void printGrowth(List<ScalingBenchmark.Result> results) {
    ScalingBenchmark.Result last = results.get(results.size() - 1);
    if (last.ranks() <= FIRST) {
      return;
    }
    ScalingBenchmark.Result first =
        results.stream().filter(r -> r.ranks() == FIRST).findFirst().orElseThrow();
    out.printf("growth           as a power of the ranks, from %d to %d%n", FIRST, last.ranks());
    printHead();
    for (int s = 0; s < last.stages().size(); s++) {
      out.printf("%-24s", last.stages().get(s).name());
      for (Column column : Column.values()) {
        double from = column.number.applyAsDouble(first.stages().get(s));
        double to = column.number.applyAsDouble(last.stages().get(s));
        cell("%.2f", Math.log(to / from) / Math.log((double) last.ranks() / FIRST));
      }
      out.println();
    }
  }

  private void printHead() {
    out.printf("%-24s", "stage");
    for (Column column : Column.values()) {
      out.printf(" %10s", column.head);
    }
    out.println();
  }

  /** What is not there at all does not grow. */
  private void cell(String format, double value) {
    out.printf(" %10s", Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-");
  }
}
