package org.jzfof.cli.reports;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jzfof.pipeline.ProcessAge;
import org.jzfof.progress.StageTiming;

/** Prints the table of stages: seconds, share of the total, peak memory. */
public final class StageTable {
  private static final String UNITS = "KMGTPE";

  private StageTable() {}

  /**
   * Prints the stages of this process, followed by a stage for the time since the last of them.
   *
   * @param stages stages since the start of the process
   * @param traffic whether to show the data that the ranks sent
   */
  public static void printWhole(PrintStream out, List<StageTiming> stages, boolean traffic) {
    List<StageTiming> all = new ArrayList<>(stages);
    double since = ProcessAge.seconds() - StageTiming.total(stages).seconds();
    all.add(StageTiming.of("end", Math.max(0, since))); // ranks start at different times
    print(out, all, traffic);
  }

  /**
   * @param traffic whether to show the data that the ranks sent
   */
  public static void print(PrintStream out, List<StageTiming> stages, boolean traffic) {
    StageTiming total = StageTiming.total(stages);
    out.printf(Locale.ROOT, "%-24s %9s %7s %12s", "stage", "seconds", "share", "peak memory");
    out.println(traffic ? "         sent  messages" : "");
    for (StageTiming stage : stages) {
      row(out, stage, total.seconds(), traffic);
    }
    row(out, total, total.seconds(), traffic);
  }

  private static void row(PrintStream out, StageTiming stage, double total, boolean traffic) {
    double share = total > 0 ? 100 * stage.seconds() / total : 0;
    out.printf(
        Locale.ROOT,
        "%-24s %9.3f %5.1f %% %12s",
        stage.name(),
        stage.seconds(),
        share,
        bytes(stage.peakBytes()));
    if (traffic) {
      out.printf(Locale.ROOT, " %12s %9d", bytes(stage.bytesSent()), stage.messages());
    }
    out.println();
  }

  /**
   * Extracts the stages from output that contains a table of {@link #print}; empty without a table.
   */
  public static List<StageTiming> read(String printed) {
    return printed
        .lines()
        .dropWhile(line -> !line.startsWith("stage  "))
        .skip(1)
        .takeWhile(line -> !line.startsWith("total  "))
        .map(StageTable::readRow)
        .toList();
  }

  private static StageTiming readRow(String row) {
    String[] memory = row.substring(44).strip().split(" ");
    int unit = UNITS.indexOf(memory[1].charAt(0)) + 1;
    long bytes = Math.round(Double.parseDouble(memory[0]) * Math.pow(1024, unit));
    double seconds = Double.parseDouble(row.substring(24, 34));
    return new StageTiming(row.substring(0, 24).strip(), seconds, bytes, 0, 0);
  }

  /** Formats a size with a number below 1000 and a binary unit. */
  public static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    int unit = 0;
    double value = bytes;
    while (value >= 999.5) {
      value /= 1024;
      unit++;
    }
    String number = String.format(Locale.ROOT, value < 99.95 ? "%.1f" : "%.0f", value);
    return number + " " + UNITS.charAt(unit - 1) + "iB";
  }
}
