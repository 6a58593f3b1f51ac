package org.jzfof.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jzfof.config.ConfigFile;
import org.jzfof.error.Spelling;
import org.jzfof.error.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * A command line with the options of its {@code --config} file. Names in the file are the long
 * names of the options of the command, without dashes; options on the command line take precedence.
 *
 * @param args command line with the options of the file
 * @param file configuration file, or null
 * @param usedEntries entries of the file that take effect, by option name
 */
record Configuration(
    List<String> args, ConfigFile file, Map<String, ConfigFile.Entry> usedEntries) {
  static final String OPTION = "--config";
  private static final Set<String> NOT_IN_FILES = Set.of(OPTION, "--help", "--version");

  /**
   * @param program creates the commands, for trial parsing
   * @param args command line as the user typed it
   * @throws UsageException on the first error in the file
   */
  static Configuration of(Supplier<CommandLine> program, String... args) {
    List<String> typedArgs = List.of(args);
    if (typedArgs.stream().noneMatch(arg -> arg.equals(OPTION) || arg.startsWith(OPTION + "="))) {
      return new Configuration(typedArgs, null, Map.of());
    }
    ParseResult parsed = innermost(collectingErrors(program.get()).parseArgs(args));
    OptionSpec option = parsed.matchedOption(OPTION);
    if (option == null || option.getValue() == null) {
      return new Configuration(typedArgs, null, Map.of()); // the real parsing reports the error
    }
    CommandSpec command = parsed.commandSpec();
    ConfigFile file = ConfigFile.read(option.<Path>getValue());
    Map<String, ConfigFile.Entry> usedEntries = new LinkedHashMap<>();
    List<String> arguments = new ArrayList<>();
    file.entries()
        .forEach(
            (name, entry) -> {
              OptionSpec known = requireOption(file, command, name, entry);
              if (!overridden(known, parsed)) {
                usedEntries.put(known.longestName(), entry);
                arguments.addAll(arguments(file, known, entry));
              }
            });
    List<String> all = new ArrayList<>(typedArgs);
    all.addAll(afterCommand(command, typedArgs), arguments);
    Configuration result = new Configuration(all, file, usedEntries);
    result.requireValid(program);
    return result;
  }

  /** Adds the option for a configuration file to every command that has options. */
  static void addConfigOption(CommandLine command) {
    command.getSubcommands().values().forEach(Configuration::addConfigOption);
    if (command.getSubcommands().isEmpty() && !options(command.getCommandSpec()).isEmpty()) {
      command
          .getCommandSpec()
          .addOption(
              OptionSpec.builder(OPTION)
                  .paramLabel("FILE")
                  .type(Path.class)
                  .description(
                      "YAML file of options, such as min-length: 32; command-line options take precedence.")
                  .build());
    }
  }

  /** Returns the innermost command of a command line. */
  static ParseResult innermost(ParseResult parsed) {
    ParseResult innermost = parsed;
    while (innermost.hasSubcommand()) {
      innermost = innermost.subcommand();
    }
    return innermost;
  }

  /** Makes the parsers of a program collect errors instead of stopping at the first. */
  static CommandLine collectingErrors(CommandLine program) {
    program.setCaseInsensitiveEnumValuesAllowed(true);
    collectErrors(program);
    return program;
  }

  private static void collectErrors(CommandLine command) {
    command.getCommandSpec().parser().collectErrors(true);
    command.getSubcommands().values().forEach(Configuration::collectErrors);
  }

  private static OptionSpec requireOption(
      ConfigFile file, CommandSpec command, String name, ConfigFile.Entry entry) {
    List<OptionSpec> options = options(command);
    OptionSpec option = options.stream().filter(o -> key(o).equals(name)).findFirst().orElse(null);
    if (option == null) {
      List<String> names = options.stream().map(Configuration::key).toList();
      throw new UsageException(
          "the configuration %s has '%s', which is no option of '%s': did you mean '%s'?"
              .formatted(
                  file.at(entry), name, command.qualifiedName(), Spelling.nearest(name, names)));
    }
    return option;
  }

  /** Returns the options of a command that a file may contain. */
  static List<OptionSpec> options(CommandSpec command) {
    return command.options().stream()
        .filter(option -> !NOT_IN_FILES.contains(option.longestName()))
        .toList();
  }

  /** Returns the name of an option in a file. */
  static String key(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }

  /** Returns whether the command line contains the option itself, or one that excludes it. */
  private static boolean overridden(OptionSpec option, ParseResult parsed) {
    if (parsed.hasMatchedOption(option.longestName())) {
      return true;
    }
    ArgGroupSpec group = option.group();
    if (group == null || !group.exclusive()) {
      return false;
    }
    return group.args().stream()
        .filter(ArgSpec::isOption)
        .anyMatch(other -> parsed.hasMatchedOption(((OptionSpec) other).longestName()));
  }

  private static List<String> arguments(
      ConfigFile file, OptionSpec option, ConfigFile.Entry entry) {
    String name = option.longestName();
    if (option.arity().max() == 0) {
      return isOn(file, option, entry) ? List.of(name) : List.of();
    }
    if (entry.values().size() != 1 && !option.isMultiValue()) {
      throw new UsageException(
          "the configuration %s has %d values for '%s': give one"
              .formatted(file.at(entry), entry.values().size(), key(option)));
    }
    String separator = option.splitRegex();
    if (entry.values().size() > 1 && !separator.isEmpty()) {
      return List.of(name + "=" + String.join(separator, entry.values()));
    }
    return entry.values().stream().map(value -> name + "=" + value).toList();
  }

  private static boolean isOn(ConfigFile file, OptionSpec option, ConfigFile.Entry entry) {
    return switch (String.join(",", entry.values())) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new UsageException(
              "the configuration %s has '%s: %s': give true or false"
                  .formatted(file.at(entry), key(option), String.join(", ", entry.values())));
    };
  }

  /** Returns the index of the options of a command in a command line. */
  private static int afterCommand(CommandSpec command, List<String> typedArgs) {
    int index = 0;
    for (String name : command.qualifiedName().split(" ")) {
      int found = typedArgs.subList(index, typedArgs.size()).indexOf(name);
      index += found + 1; // the program name itself is not in the list
    }
    return index;
  }

  /**
   * Checks the complete command line. An error in a value from the file is reported with its line.
   */
  private void requireValid(Supplier<CommandLine> program) {
    ParseResult parsed =
        innermost(collectingErrors(program.get()).parseArgs(args.toArray(String[]::new)));
    for (Exception error : parsed.errors()) {
      if (error instanceof ParameterException fault
          && fault.getArgSpec() instanceof OptionSpec option
          && usedEntries.containsKey(option.longestName())) {
        throw new UsageException(
            "the configuration %s: %s"
                .formatted(file.at(usedEntries.get(option.longestName())), fault.getMessage()),
            fault);
      }
    }
  }
}
