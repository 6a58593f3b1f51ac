package org.jzfof.bench.commands;

import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.Ranks;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code jzfof bench}: measures the pipeline. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    description = "Times the stages of a search on a snapshot or on mock particles, or whole runs.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExample:%n",
    footer = "  jzfof bench fof --clustered 100000 --repeat 3")
public final class BenchCommand {
  private BenchCommand() {}

  /** Creates the command with its subcommands. */
  public static CommandLine create(Ranks ranks) {
    return new CommandLine(new BenchCommand())
        .addSubcommand(new BenchFofCommand(ranks))
        .addSubcommand(new BenchKnnCommand(ranks))
        .addSubcommand(new BenchNeighboursCommand(ranks))
        .addSubcommand(new BenchExchangeCommand(ranks))
        .addSubcommand(new BenchRunCommand(ranks))
        .addSubcommand(new BenchScalingCommand(ranks))
        .addSubcommand(new BenchPaperCommand(ranks));
  }
}
