package org.jzfof.config;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Options of the execution of a command; no result depends on them.
 *
 * @param dryRun whether the command only checks its input and estimates memory, and writes nothing
 * @param commandLine command line as the user typed it; the output files record it
 * @param alsoRead files that the command line names as input, such as a configuration or a table,
 *     whether or not the search itself reads them
 */
public record Execution(
    Computer computer, boolean dryRun, String commandLine, List<Path> alsoRead) {
  public Execution {
    alsoRead = List.copyOf(alsoRead);
  }

  /** Options without input files beyond those of the search. */
  public Execution(Computer computer, boolean dryRun, String commandLine) {
    this(computer, dryRun, commandLine, List.of());
  }

  /**
   * All input files, which no output may replace.
   *
   * @param known input files of the search
   */
  public List<Path> inputs(List<Path> known) {
    return Stream.concat(known.stream(), alsoRead.stream()).distinct().toList();
  }

  /** The same options with other hardware. */
  public Execution withComputer(Computer other) {
    return new Execution(other, dryRun, commandLine, alsoRead);
  }
}
