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
import org.jzfof.doctor.CompiledCode;
import org.jzfof.error.UsageException;
import org.jzfof.neighbours.files.NeighbourOrigin;
import org.jzfof.progress.StageTiming;

/** The common input and output of the commands that search for neighbours or pairs. */
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
   * Returns the set of values of the option --values.
   *
   * @throws UsageException if a value is repeated
   */
  public static <V extends Enum<V>> Set<V> values(Class<V> type, V[] named) {
    Set<V> set = EnumSet.noneOf(type);
    set.addAll(Arrays.asList(named));
    if (set.size() < named.length) {
      throw new UsageException("--values has a value twice: name each value once");
    }
    return set;
  }

  /** Prints the snapshot and the box. */
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

  /** Prints the particles among which neighbours are searched. */
  public void printSources(NeighbourOrigin origin) {
    out.println(
        "sources          %d particles of type %s"
            .formatted(origin.sources().count(), SnapshotSummary.joined(origin.sources().types())));
  }

  /** Prints the particles of a search within a single set. */
  public void printParticles(NeighbourOrigin origin) {
    out.println(
        "particles        %d of type %s"
            .formatted(origin.sources().count(), SnapshotSummary.joined(origin.sources().types())));
  }

  /** Prints the backend, the ranks and the warnings. */
  public void printComputer(String backend, List<String> warnings) {
    out.println("backend          " + backend);
    if (loudness.verbose()) {
      out.println("compiled code    " + CompiledCode.describe());
    }
    printRanks(warnings);
  }

  /** Prints the number of ranks, if there are several, and the warnings. */
  public void printRanks(List<String> warnings) {
    String description = ranks.description(options);
    if (description != null) {
      out.println("ranks            " + description);
    }
    warnings.forEach(warning -> ExitCodes.warn(ranks.err(), warning));
  }

  /** Prints the table of stages between empty lines. */
  public void printStages(List<StageTiming> stages) {
    out.println();
    StageTable.printWhole(out, stages, loudness.verbose() && ranks.description(options) != null);
    out.println();
  }
}
