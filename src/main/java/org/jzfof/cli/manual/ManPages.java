package org.jzfof.cli.manual;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jzfof.cli.Main;
import org.jzfof.cli.common.OptionGroups;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.RankEnvironment;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.pipeline.HaloFinder;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Manual pages in roff (man macros) from the help of the commands, one page for each. */
public final class ManPages {
  private static final int WIDTH = 1000;

  private ManPages() {}

  /**
   * Writes all pages; the build runs this.
   *
   * @param args folder for man1/jzfof.1, man1/jzfof-run.1, ...
   */
  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0], "man1"));
    PrintStream discarded = new PrintStream(OutputStream.nullOutputStream());
    Ranks singleRank = Ranks.of(RankEnvironment.ALONE, discarded, discarded);
    Main main = new Main(comm -> new HaloFinder(comm, VersionProvider.jzfof()), singleRank);
    write(main.commandLine(), folder);
  }

  private static void write(CommandLine command, Path folder) throws IOException {
    CommandSpec spec = command.getCommandSpec();
    Files.writeString(folder.resolve(name(spec) + ".1"), page(command));
    for (CommandLine subcommand : command.getSubcommands().values()) {
      write(subcommand, folder);
    }
  }

  private static String name(CommandSpec spec) {
    return spec.qualifiedName("-");
  }

  /** Returns the page of one command. */
  static String page(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    Roff roff = new Roff(name(spec), VersionProvider.jzfof());
    String[] header = spec.usageMessage().header();
    String[] description = spec.usageMessage().description();
    roff.section("NAME");
    roff.text(name(spec) + " - " + plain(header.length > 0 ? header[0] : description[0]));
    roff.section("SYNOPSIS");
    roff.text(command.setUsageHelpWidth(WIDTH).getHelp().synopsis(0).strip());
    roff.section("DESCRIPTION");
    Arrays.stream(description).map(ManPages::plain).forEach(roff::text);
    arguments(roff, "ARGUMENTS", spec.positionalParameters());
    options(roff, spec);
    subcommands(roff, command);
    footer(roff, spec);
    Map<String, String> codes = spec.usageMessage().exitCodeList();
    if (!codes.isEmpty()) {
      roff.section("EXIT STATUS");
      codes.forEach((code, meaning) -> roff.item(code, plain(meaning)));
    }
    if (spec.parent() != null) {
      roff.section("SEE ALSO");
      roff.text(name(spec.parent()) + "(1)");
    }
    return roff.toString();
  }

  private static void arguments(Roff roff, String title, List<? extends ArgSpec> arguments) {
    List<? extends ArgSpec> visible = arguments.stream().filter(a -> !a.hidden()).toList();
    if (visible.isEmpty()) {
      return;
    }
    roff.section(title);
    items(roff, visible);
  }

  private static void options(Roff roff, CommandSpec spec) {
    Map<String, List<OptionSpec>> groups = OptionGroups.of(spec);
    if (!groups.isEmpty()) {
      roff.section("OPTIONS");
    }
    groups.forEach(
        (heading, options) -> {
          if (groups.size() > 1) {
            roff.subsection(heading);
          }
          items(roff, options);
        });
  }

  private static void items(Roff roff, List<? extends ArgSpec> arguments) {
    for (ArgSpec argument : arguments) {
      String text =
          Arrays.stream(argument.description())
              .map(ManPages::plain)
              .collect(Collectors.joining(" "));
      roff.item(label(argument), text);
    }
  }

  private static String label(ArgSpec argument) {
    if (argument instanceof PositionalParamSpec) {
      return argument.paramLabel();
    }
    OptionSpec option = (OptionSpec) argument;
    String value = option.arity().max() > 0 ? "=" + option.paramLabel() : "";
    return String.join(", ", option.names()) + value;
  }

  private static void subcommands(Roff roff, CommandLine command) {
    if (command.getSubcommands().isEmpty()) {
      return;
    }
    roff.section("COMMANDS");
    command
        .getSubcommands()
        .values()
        .forEach(
            sub -> {
              var usage = sub.getCommandSpec().usageMessage();
              String text = usage.header().length > 0 ? usage.header()[0] : usage.description()[0];
              roff.item(name(sub.getCommandSpec()) + "(1)", plain(text));
            });
  }

  private static void footer(Roff roff, CommandSpec spec) {
    String[] footer = spec.usageMessage().footer();
    if (footer.length > 0) {
      roff.section("EXAMPLES");
      roff.verbatim(Arrays.stream(footer).map(ManPages::plain).toList());
    }
  }

  /** Formats a text without colours, as picocli prints it. */
  private static String plain(String text) {
    return CommandLine.Help.Ansi.OFF.string(text.formatted());
  }
}
