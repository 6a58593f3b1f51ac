package org.jzfof.cli;

import java.nio.file.Path;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What a command says while it works. */
final class ReportOptions {
  @Option(
      names = "--log-ranks",
      paramLabel = "DIR",
      converter = OutputPlace.class,
      description = "Each rank writes its stages to DIR/rank-NNNN.log.")
  private Path logs;

  @ArgGroup private Loudness loudness = new Loudness();

  /** How much to print. */
  private static final class Loudness {
    @Option(
        names = {"-q", "--quiet"},
        description = "Print nothing but errors.")
    private boolean quiet;

    @Option(
        names = {"-v", "--verbose"},
        description =
            "Show how each dataset is read and what the ranks sent, and with an error where it"
                + " came from.")
    private boolean verbose;
  }

  /** Folder for the logs of the ranks, or null. */
  Path logs() {
    return logs;
  }

  boolean quiet() {
    return loudness.quiet;
  }

  boolean verbose() {
    return loudness.verbose;
  }
}
