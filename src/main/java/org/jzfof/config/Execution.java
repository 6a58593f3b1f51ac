package org.jzfof.config;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a command is carried out; no result depends on it.
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

  /** One that reads nothing but what the search knows of. */
  public Execution(Computer computer, boolean dryRun, String commandLine) {
    this(computer, dryRun, commandLine, List.of());
  }

  /** All files that are read, given those that the search knows of: no output may replace them. */
  public List<Path> inputs(List<Path> known) {
    return Stream.concat(known.stream(), alsoRead.stream()).distinct().toList();
  }

  /** The same on another computer. */
  public Execution on(Computer other) {
    return new Execution(other, dryRun, commandLine, alsoRead);
  }
}
