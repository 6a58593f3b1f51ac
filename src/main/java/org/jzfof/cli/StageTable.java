package org.jzfof.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.jzfof.pipeline.StageTiming;

/** The table of stages: seconds, share of the whole, peak memory. */
final class StageTable {
  private StageTable() {}

  static void print(PrintStream out, List<StageTiming> stages) {
    double total = 0;
    long peak = 0;
    for (StageTiming stage : stages) {
      total += stage.seconds();
      peak = Math.max(peak, stage.peakBytes());
    }
    out.printf(Locale.ROOT, "%-24s %9s %7s %12s%n", "stage", "seconds", "share", "peak memory");
    for (StageTiming stage : stages) {
      row(out, stage, total);
    }
    row(out, new StageTiming("total", total, peak), total);
  }

  private static void row(PrintStream out, StageTiming stage, double total) {
    double share = total > 0 ? 100 * stage.seconds() / total : 0;
    out.printf(
        Locale.ROOT,
        "%-24s %9.3f %5.1f %% %12s%n",
        stage.name(),
        stage.seconds(),
        share,
        bytes(stage.peakBytes()));
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
