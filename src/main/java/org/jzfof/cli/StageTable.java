package org.jzfof.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.jzfof.pipeline.StageTiming;

/** The table of stages: seconds, share of the whole, peak memory. */
final class StageTable {
  private StageTable() {}

  /**
   * @param traffic whether to show what the ranks sent
   */
  static void print(PrintStream out, List<StageTiming> stages, boolean traffic) {
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

  /** A size for people: a number below 1000 and a binary unit. */
  static String bytes(long bytes) {
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
    return number + " " + "KMGTPE".charAt(unit - 1) + "iB";
  }
}
