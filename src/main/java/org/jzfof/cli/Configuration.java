package org.jzfof.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jzfof.cli.common.Spelling;
import org.jzfof.config.ConfigFile;
import org.jzfof.error.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Adds the options of a {@code --config} file to a command line. Names in the file are the long
 * names of the options of the command, without dashes; what is on the command line goes before.
 *
 * @param args the command line with the options of the file
 * @param file the file, or null
 * @param taken its entries that count, by the name of the option
 */
record Configuration(List<String> args, ConfigFile file, Map<String, ConfigFile.Entry> taken) {
  static final String OPTION = "--config";
  private static final Set<String> NOT_IN_FILES = Set.of(OPTION, "--help", "--version");

  /**
   * @param program makes the commands, to try command lines on
   * @param args as typed
   * @throws UsageException on the first fault of the file
   */
  static Configuration of(Supplier<CommandLine> program, String... args) {
    List<String> typed = List.of(args);
    if (typed.stream().noneMatch(arg -> arg.equals(OPTION) || arg.startsWith(OPTION + "="))) {
      return new Configuration(typed, null, Map.of());
    }
    ParseResult parsed = last(tolerant(program.get()).parseArgs(args));
    OptionSpec option = parsed.matchedOption(OPTION);
    if (option == null || option.getValue() == null) {
      return new Configuration(typed, null, Map.of()); // what is wrong shows in the real parsing
    }
    CommandSpec command = parsed.commandSpec();
    ConfigFile file = ConfigFile.read(option.<Path>getValue());
    Map<String, ConfigFile.Entry> taken = new LinkedHashMap<>();
    List<String> words = new ArrayList<>();
    file.entries()
        .forEach(
            (name, entry) -> {
              OptionSpec known = known(file, command, name, entry);
              if (!beaten(known, parsed)) {
                taken.put(known.longestName(), entry);
                words.addAll(words(file, known, entry));
              }
            });
    List<String> all = new ArrayList<>(typed);
    all.addAll(afterCommand(command, typed), words);
    Configuration result = new Configuration(all, file, taken);
    result.requireValid(program);
    return result;
  }

  /** Gives every command that has options of its own the option to read them from a file. */
  static void offer(CommandLine command) {
    command.getSubcommands().values().forEach(Configuration::offer);
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

  /** The innermost command of a command line. */
  static ParseResult last(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    return last;
  }

  /** A program that collects errors in command lines instead of stopping at the first. */
  static CommandLine tolerant(CommandLine program) {
    program.setCaseInsensitiveEnumValuesAllowed(true);
    tolerate(program);
    return program;
  }

  private static void tolerate(CommandLine command) {
    command.getCommandSpec().parser().collectErrors(true);
    command.getSubcommands().values().forEach(Configuration::tolerate);
  }

  private static OptionSpec known(
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

  /** Options of a command that a file can have. */
  static List<OptionSpec> options(CommandSpec command) {
    return command.options().stream()
        .filter(option -> !NOT_IN_FILES.contains(option.longestName()))
        .toList();
  }

  /** Name of an option in a file. */
  static String key(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }

  /** Whether the command line has the option itself, or one that excludes it. */
  private static boolean beaten(OptionSpec option, ParseResult parsed) {
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

  private static List<String> words(ConfigFile file, OptionSpec option, ConfigFile.Entry entry) {
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

  /** Where the options of a command begin in a command line. */
  private static int afterCommand(CommandSpec command, List<String> typed) {
    int at = 0;
    for (String name : command.qualifiedName().split(" ")) {
      int found = typed.subList(at, typed.size()).indexOf(name);
      at += found + 1; // the program itself is not among them
    }
    return at;
  }

  /** Faults of values from the file are reported with their place in it. */
  private void requireValid(Supplier<CommandLine> program) {
    ParseResult parsed = last(tolerant(program.get()).parseArgs(args.toArray(String[]::new)));
    for (Exception error : parsed.errors()) {
      if (error instanceof ParameterException fault
          && fault.getArgSpec() instanceof OptionSpec option
          && taken.containsKey(option.longestName())) {
        throw new UsageException(
            "the configuration %s: %s"
                .formatted(file.at(taken.get(option.longestName())), fault.getMessage()),
            fault);
      }
    }
  }
}
