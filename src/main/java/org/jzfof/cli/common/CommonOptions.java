package org.jzfof.cli.common;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The part of a command line that all snapshots of a batch have in common. */
public final class CommonOptions {
  private CommonOptions() {}

  /**
   * Options as they would be typed, each after a space.
   *
   * @param without names of options to leave out
   */
  public static String of(ParseResult parsed, Set<String> without) {
    return parsed.matchedOptions().stream()
        .filter(option -> !without.contains(option.longestName()))
        .map(CommonOptions::typed)
        .collect(Collectors.joining());
  }

  private static String typed(OptionSpec option) {
    String name = " " + option.longestName();
    List<String> values = option.originalStringValues();
    return option.arity().max() == 0
        ? name
        : values.stream().map(value -> name + " " + value).collect(Collectors.joining());
  }
}
