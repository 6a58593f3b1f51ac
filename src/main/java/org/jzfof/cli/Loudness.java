package org.jzfof.cli;

import picocli.CommandLine.Option;

/** How much to print. */
final class Loudness {
  @Option(
      names = {"-q", "--quiet"},
      description = "Print nothing but errors.")
  private boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "Show what the ranks sent, and with an error where it came from.")
  private boolean verbose;

  boolean quiet() {
    return quiet;
  }

  boolean verbose() {
    return verbose;
  }
}
