package org.jzfof.cli.common;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The files that a command line names as input, by any option; no output may replace them. */
public final class ReadFiles {
  /** Options that name output files. */
  private static final Set<String> WRITTEN = Set.of("--output", "--json", "--log-ranks");

  /** Separator between a file and a dataset in it. */
  private static final char COLON = ':';

  private ReadFiles() {}

  /**
   * Returns the existing input files of a parsed command.
   *
   * @return paths of the files, without folders
   */
  public static List<Path> of(CommandSpec command) {
    return command.commandLine().getParseResult().matchedArgs().stream()
        .filter(ReadFiles::isRead)
        .flatMap(argument -> argument.stringValues().stream())
        .flatMap(ReadFiles::names)
        .map(Path::of)
        .filter(file -> Files.exists(file) && !Files.isDirectory(file))
        .distinct()
        .toList();
  }

  private static boolean isRead(ArgSpec argument) {
    return !(argument instanceof OptionSpec option && WRITTEN.contains(option.longestName()));
  }

  private static Stream<String> names(String text) {
    int colon = text.lastIndexOf(COLON);
    return colon > 0 ? Stream.of(text, text.substring(0, colon)) : Stream.of(text);
  }
}
