package org.jzfof.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.config.ConfigFile;
import org.jzfof.error.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** {@code jzfof config show}: shows the options of a command line and the source of each value. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    header = "Shows the effective options and where each was set.",
    description =
        "Prints the value of every option of a command line of jzfof, and whether it was set on the"
            + " command line, in the --config file or by default. Nothing is run.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof config show run --config configs/dm-box.yaml --min-length 50",
      "  jzfof config show run"
    })
final class ConfigShowCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "COMMAND [OPTIONS]",
      arity = "1..*",
      description = "A command and its options, such as run --config FILE.")
  private List<String> line;

  private final Supplier<CommandLine> program;
  private final PrintStream out;

  ConfigShowCommand(Supplier<CommandLine> program, PrintStream out) {
    this.program = program;
    this.out = out;
  }

  @Override
  public Integer call() {
    Configuration configuration = Configuration.of(program, line.toArray(String[]::new));
    ParseResult parsed =
        Configuration.innermost(
            Configuration.collectingErrors(program.get())
                .parseArgs(configuration.args().toArray(String[]::new)));
    for (Exception error : parsed.errors()) {
      if (!(error instanceof MissingParameterException)) {
        String fault =
            error instanceof ParameterException known
                ? ExitCodes.usageMessage(known)
                : error.getMessage();
        throw new UsageException(fault, error);
      }
    }
    if (Configuration.options(parsed.commandSpec()).isEmpty()) {
      throw new UsageException(
          "'"
              + parsed.commandSpec().qualifiedName()
              + "' has no options to show: name a command that has, such as run");
    }
    print(parsed, configuration);
    return ExitCodes.OK;
  }

  private void print(ParseResult parsed, Configuration configuration) {
    List<String[]> rows = new ArrayList<>();
    rows.add(new String[] {"option", "value", "from"});
    for (OptionSpec option : Configuration.options(parsed.commandSpec())) {
      rows.add(
          new String[] {
            Configuration.key(option), value(option, parsed), source(option, parsed, configuration)
          });
    }
    int name = rows.stream().mapToInt(row -> row[0].length()).max().orElse(0);
    int value = rows.stream().mapToInt(row -> row[1].length()).max().orElse(0);
    rows.forEach(
        row -> out.printf("%-" + name + "s  %-" + value + "s  %s%n", row[0], row[1], row[2]));
  }

  private static String value(OptionSpec option, ParseResult parsed) {
    boolean flag = option.arity().max() == 0;
    OptionSpec matched = parsed.matchedOption(option.longestName());
    if (matched != null) {
      return flag ? "true" : String.join(" ", matched.originalStringValues());
    }
    String defaultValue = option.defaultValueString();
    return defaultValue.isEmpty() || defaultValue.equals("null") ? "not set" : defaultValue;
  }

  private static String source(OptionSpec option, ParseResult parsed, Configuration configuration) {
    ConfigFile.Entry entry = configuration.usedEntries().get(option.longestName());
    if (entry != null) {
      return configuration.file().at(entry);
    }
    return parsed.hasMatchedOption(option.longestName()) ? "command line" : "default";
  }
}
