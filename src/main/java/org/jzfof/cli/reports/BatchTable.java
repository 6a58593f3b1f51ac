package org.jzfof.cli.reports;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Prints the summary of a batch: a line for each snapshot and a total. */
public final class BatchTable {
  private static final int WIDEST = 60;

  private BatchTable() {}

  public static void print(PrintStream out, List<BatchRow> rows, double seconds) {
    int width = "snapshot".length();
    for (BatchRow row : rows) {
      width = Math.max(width, Math.min(WIDEST, row.snapshot().toString().length()));
    }
    String names = "%-" + width + "s";
    out.printf(
        names + "  %-15s %12s %10s %9s%n", "snapshot", "state", "particles", "groups", "seconds");
    for (BatchRow row : rows) {
      String name = names.formatted(row.snapshot());
      switch (row.state()) {
        case DONE ->
            out.printf(
                Locale.ROOT,
                "%s  %-15s %12d %10d %9.3f%n",
                name,
                "done",
                row.particles(),
                row.groups(),
                row.seconds());
        case COMPLETE -> out.println(name + "  complete before");
        case LEFT -> out.println(name + "  not started");
        case FAILED -> out.println(name + "  failed: " + row.remark());
      }
    }
    out.printf(
        Locale.ROOT,
        "%d snapshots: %d done, %d complete before, %d failed, %d not started; %.1f s%n",
        rows.size(),
        count(rows, BatchRow.State.DONE),
        count(rows, BatchRow.State.COMPLETE),
        count(rows, BatchRow.State.FAILED),
        count(rows, BatchRow.State.LEFT),
        seconds);
  }

  public static long count(List<BatchRow> rows, BatchRow.State state) {
    return rows.stream().filter(row -> row.state() == state).count();
  }
}
