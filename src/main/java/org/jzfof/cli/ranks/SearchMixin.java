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

/** Options of commands that search on all ranks, and how they do so. */
public final class SearchMixin {
  @Mixin private ComputerOptions computer = new ComputerOptions();

  @Mixin private RankOptions ranks = new RankOptions();

  @Mixin private ReportOptions loudness = new ReportOptions();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /**
   * The part of a search that a rank does.
   *
   * @param <S> its options
   * @param <R> what it finds
   */
  @FunctionalInterface
  public interface Search<S, R> {
    R find(Communicator comm, S own, ProgressListener progress);
  }

  /**
   * How the command was started.
   *
   * @param args without the name of the program
   */
  public Execution execution(boolean dryRun, String[] args) {
    return new Execution(
        computer.computer(), dryRun, "jzfof " + String.join(" ", args), ReadFiles.of(command));
  }

  /**
   * As {@link RankedCommand#onAll(Ranks, RankOptions, ReportOptions, RankedCommand.Task,
   * RankedCommand)}.
   */
  public <S extends SearchOptions<S>, R> R onAll(
      Ranks all, String command, S options, Search<S, R> search) {
    return RankedCommand.onAll(
        all,
        ranks,
        loudness,
        RankedCommand.Task.of(command, options.commonOptions(), options.execution().computer()),
        (comm, own, progress) -> search.find(comm, options.withComputer(own), progress));
  }

  public boolean quiet() {
    return loudness.quiet();
  }

  public SearchSummary summary(Ranks all) {
    return new SearchSummary(all, ranks, loudness);
  }
}
