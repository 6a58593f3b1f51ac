package org.jzfof.cli.ranks;

import org.jzfof.cli.common.ComputerOptions;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.cli.common.ReadFiles;
import org.jzfof.cli.common.ReportOptions;
import org.jzfof.comm.Communicator;
import org.jzfof.config.Execution;
import org.jzfof.config.search.SearchOptions;
import org.jzfof.progress.ProgressListener;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Options of commands that search on all ranks, and the method that runs them. */
public final class SearchMixin {
  @Mixin private ComputerOptions computer = new ComputerOptions();

  @Mixin private RankOptions ranks = new RankOptions();

  @Mixin private ReportOptions loudness = new ReportOptions();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** The search of one rank. */
  @FunctionalInterface
  public interface Search<S, R> {
    R find(Communicator comm, S options, ProgressListener progress);
  }

  /**
   * Returns the parameters of the execution.
   *
   * @param args command line without the name of the program
   */
  public Execution execution(boolean dryRun, String[] args) {
    return new Execution(
        computer.computer(), dryRun, "jzfof " + String.join(" ", args), ReadFiles.of(command));
  }

  /**
   * Runs a search on all ranks, as {@link RankedCommand#runOnAllRanks(Ranks, RankOptions,
   * ReportOptions, RankedCommand.Task, RankedCommand)} does.
   */
  public <S extends SearchOptions<S>, R> R runOnAllRanks(
      Ranks allRanks, String command, S options, Search<S, R> search) {
    return RankedCommand.runOnAllRanks(
        allRanks,
        ranks,
        loudness,
        RankedCommand.Task.of(command, options.commonOptions(), options.execution().computer()),
        (comm, local, progress) -> search.find(comm, options.withComputer(local), progress));
  }

  public boolean quiet() {
    return loudness.quiet();
  }

  public SearchSummary summary(Ranks allRanks) {
    return new SearchSummary(allRanks, ranks, loudness);
  }
}
