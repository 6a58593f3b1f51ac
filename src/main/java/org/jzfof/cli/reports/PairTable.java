package org.jzfof.cli.reports;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import org.jzfof.pairs.Correlation;
import org.jzfof.pairs.PairBins;
import org.jzfof.pairs.Separation;
import org.jzfof.pairs.search.PairInfo;

/** Prints pair counts, one line for each bin of distance. */
public final class PairTable {
  private PairTable() {}

  public static void print(PrintStream out, PairInfo info) {
    PairBins bins = info.bins();
    Correlation correlation = info.correlation();
    boolean projected = bins.separation() == Separation.RPPI;
    double[] value = null;
    double[] error = null;
    if (correlation != null && bins.separation() != Separation.SMU) {
      value = projected ? correlation.wp() : correlation.xi();
      error = projected ? correlation.wpError() : correlation.error();
      if (info.jackknife() != null) {
        error = info.jackknife().errors();
      }
    }
    String distance =
        switch (bins.separation()) {
          case R -> "r";
          case RPPI -> "rp";
          case SMU -> "s";
        };
    double[] weighted = info.weighted() == null ? null : info.weighted().sums();
    out.println(
        String.format(Locale.ROOT, "%12s %12s %20s", distance, "to", "pairs")
            + (weighted == null ? "" : String.format(Locale.ROOT, " %14s", "weighted"))
            + (value == null
                ? ""
                : String.format(Locale.ROOT, " %12s %12s", projected ? "wp" : "xi", "error")));
    double[] edges = bins.edges();
    for (int i = 0; i < bins.bins(); i++) {
      int from = i * bins.parts();
      int to = from + bins.parts();
      long pairs = Arrays.stream(info.counts(), from, to).sum();
      out.println(
          String.format(Locale.ROOT, "%12.5g %12.5g %20d", edges[i], edges[i + 1], pairs)
              + (weighted == null
                  ? ""
                  : String.format(Locale.ROOT, " %14.7g", Arrays.stream(weighted, from, to).sum()))
              + (value == null
                  ? ""
                  : String.format(Locale.ROOT, " %12.5g %12.3g", value[i], error[i])));
    }
  }
}
