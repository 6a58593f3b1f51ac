package org.jzfof.config;

/**
 * How a command is carried out; no result depends on it.
 *
 * @param computer what to compute on
 * @param dryRun whether to check everything and estimate memory only, and to write nothing
 * @param commandLine as typed, for the files
 */
public record Execution(Computer computer, boolean dryRun, String commandLine) {
  /** The same on another computer. */
  public Execution on(Computer other) {
    return new Execution(other, dryRun, commandLine);
  }
}
