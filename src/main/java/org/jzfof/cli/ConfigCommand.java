package org.jzfof.cli;

import org.jzfof.cli.common.VersionProvider;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code jzfof config}: shows configurations. */
@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    header = "Shows the effective options.",
    description = "Shows the effective options of a command and its --config file.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = "  jzfof config show run --config configs/dm-box.yaml")
final class ConfigCommand {
  private ConfigCommand() {}

  /** Creates the command with its subcommands. */
  static CommandLine create(ConfigShowCommand show) {
    CommandLine command = new CommandLine(show).setStopAtPositional(true);
    return new CommandLine(new ConfigCommand()).addSubcommand(command);
  }
}
