package org.jzfof.cli.common;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The part of a command line that all snapshots of a batch share. */
public final class CommonOptions {
  private CommonOptions() {}

  /**
   * Returns the options as a user would type them, each after a space.
   *
   * @param excluded names of options to leave out
   */
  public static String of(ParseResult parsed, Set<String> excluded) {
    return parsed.matchedOptions().stream()
        .filter(option -> !excluded.contains(option.longestName()))
        .map(CommonOptions::text)
        .collect(Collectors.joining());
  }

  private static String text(OptionSpec option) {
    String name = " " + option.longestName();
    List<String> values = option.originalStringValues();
    return option.arity().max() == 0
        ? name
        : values.stream().map(value -> name + " " + value).collect(Collectors.joining());
  }
}
