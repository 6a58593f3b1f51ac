package org.jzfof.cli.ranks;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.cli.common.ReportOptions;
import org.jzfof.cli.reports.SnapshotSummary;
import org.jzfof.cli.reports.StageTable;
import org.jzfof.error.UsageException;
import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.progress.StageTiming;

/** What the commands that search for neighbours or pairs read and print in common. */
public final class SearchSummary {
  private final Ranks ranks;
  private final RankOptions options;
  private final ReportOptions loudness;
  private final PrintStream out;

  public SearchSummary(Ranks ranks, RankOptions options, ReportOptions loudness) {
    this.ranks = ranks;
    this.options = options;
    this.loudness = loudness;
    this.out = ranks.out();
  }

  /**
   * What --values names.
   *
   * @throws UsageException if it names a value twice
   */
  public static <V extends Enum<V>> Set<V> values(Class<V> type, V[] named) {
    Set<V> set = EnumSet.noneOf(type);
    set.addAll(Arrays.asList(named));
    if (set.size() < named.length) {
      throw new UsageException("--values has a value twice: name each value once");
    }
    return set;
  }

  /** The snapshot and the box. */
  public void printSnapshot(NeighbourOrigin origin) {
    SnapshotSummary.print(
        out,
        origin.sources().header(),
        origin.sources().path(),
        origin.boxSize(),
        origin.periodic());
    if (loudness.verbose()) {
      SnapshotSummary.printReadings(out, origin.sources().header(), origin.sources().types());
    }
  }

  /** The particles among which neighbours are looked for. */
  public void printSources(NeighbourOrigin origin) {
    out.println(
        "sources          %d particles of type %s"
            .formatted(origin.sources().count(), SnapshotSummary.joined(origin.sources().types())));
  }

  /** The particles that are all alike. */
  public void printParticles(NeighbourOrigin origin) {
    out.println(
        "particles        %d of type %s"
            .formatted(origin.sources().count(), SnapshotSummary.joined(origin.sources().types())));
  }

  /** What it was computed on; then warnings. */
  public void printComputer(String backend, List<String> warnings) {
    out.println("backend          " + backend);
    printRanks(warnings);
  }

  /** How many ranks there were; then warnings. */
  public void printRanks(List<String> warnings) {
    String several = ranks.description(options);
    if (several != null) {
      out.println("ranks            " + several);
    }
    warnings.forEach(warning -> ExitCodes.warn(ranks.err(), warning));
  }

  /** The table of stages between empty lines. */
  public void printStages(List<StageTiming> stages) {
    out.println();
    StageTable.printWhole(out, stages, loudness.verbose() && ranks.description(options) != null);
    out.println();
  }
}
