package org.jzfof.cli.common;

import java.nio.file.Path;
import org.jzfof.cli.common.OptionGroups.Heading;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Options that control the output of a command on the terminal. */
@Heading(Heading.GENERAL)
public final class ReportOptions {
  @Option(
      names = "--log-ranks",
      paramLabel = "DIR",
      description = "Write the stages of each rank to DIR/rank-NNNN.log.")
  private Path logs;

  @ArgGroup private Loudness loudness = new Loudness();

  /** The options for the amount of output, of which one may be given. */
  private static final class Loudness {
    @Option(
        names = {"-q", "--quiet"},
        description = "Print errors only.")
    private boolean quiet;

    @Option(
        names = {"-v", "--verbose"},
        description =
            "Print how each dataset is read, communication volumes and, on failure, the stack"
                + " trace.")
    private boolean verbose;
  }

  /** Returns the folder for the logs of the ranks, or null. */
  public Path logs() {
    return logs;
  }

  public boolean quiet() {
    return loudness.quiet;
  }

  public boolean verbose() {
    return loudness.verbose;
  }
}
