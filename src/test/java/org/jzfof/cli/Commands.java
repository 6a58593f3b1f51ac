package org.jzfof.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.stream.Stream;
import org.jzfof.cli.ranks.RankEnvironment;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.pipeline.HaloFinder;
import picocli.CommandLine;

/** The commands of jzfof, as they are declared. */
final class Commands {
  private Commands() {}

  /** Every command, those that have commands of their own included. */
  static Stream<CommandLine> all() {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Ranks alone = Ranks.of(RankEnvironment.ALONE, nowhere, nowhere);
    return withSubcommands(new Main(comm -> new HaloFinder(comm, ""), alone).commandLine());
  }

  private static Stream<CommandLine> withSubcommands(CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        command.getSubcommands().values().stream().flatMap(Commands::withSubcommands));
  }
}
