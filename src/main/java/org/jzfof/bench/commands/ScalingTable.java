package org.jzfof.bench.commands;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jzfof.bench.ScalingBenchmark;
import org.jzfof.bench.StageLoad;

/**
 * The tables of {@code bench scaling}: messages, bytes and memory of a rank in each stage, and
 * their growth with the number of ranks.
 */
record ScalingTable(PrintStream out) {
  /**
   * First number of ranks of the growth; with fewer ranks, all domains are neighbours of each
   * other.
   */
  private static final int FIRST_RANKS = 8;

  /** The columns of the tables. */
  private enum Column {
    EXCHANGES("exchanges", "%.0f", s -> s.maximum(r -> r.traffic().exchanges())),
    MESSAGES("messages", "%.1f", s -> s.mean(r -> r.traffic().messages())),
    MOST_MESSAGES("most", "%.0f", s -> s.maximum(r -> r.traffic().messages())),
    PARTNERS("partners", "%.0f", s -> s.maximum(r -> r.traffic().partners())),
    SENT("B sent", "%.0f", s -> s.mean(r -> r.traffic().bytes())),
    MOST_SENT("most", "%.0f", s -> s.maximum(r -> r.traffic().bytes())),
    LARGEST("B at once", "%.0f", s -> s.maximum(r -> r.traffic().largestExchange())),
    ARRAYS("B arrays", "%.0f", s -> s.maximum(StageLoad.RankLoad::arrayBytes));

    private final String head;
    private final String format;
    private final ToDoubleFunction<StageLoad> number;

    Column(String head, String format, ToDoubleFunction<StageLoad> number) {
      this.head = head;
      this.format = format;
      this.number = number;
    }
  }

  /** Prints the measurements for one number of ranks. */
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

  /** Prints the exponents of the growth with the number of ranks, from 8 ranks on. */
  void printGrowth(List<ScalingBenchmark.Result> results) {
    ScalingBenchmark.Result last = results.get(results.size() - 1);
    if (last.ranks() <= FIRST_RANKS) {
      return;
    }
    ScalingBenchmark.Result first =
        results.stream().filter(r -> r.ranks() == FIRST_RANKS).findFirst().orElseThrow();
    out.printf(
        "growth           as a power of the ranks, from %d to %d%n", FIRST_RANKS, last.ranks());
    printHead();
    for (int s = 0; s < last.stages().size(); s++) {
      out.printf("%-24s", last.stages().get(s).name());
      for (Column column : Column.values()) {
        double from = column.number.applyAsDouble(first.stages().get(s));
        double to = column.number.applyAsDouble(last.stages().get(s));
        cell("%.2f", Math.log(to / from) / Math.log((double) last.ranks() / FIRST_RANKS));
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

  /** Prints a cell; a value that is zero for all ranks has no growth. */
  private void cell(String format, double value) {
    out.printf(" %10s", Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-");
  }
}
