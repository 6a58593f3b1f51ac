package org.jzfof.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotDescription;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jzfof info}: what a snapshot holds, as jzfof understands it. */
@Command(
    name = "info",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    header = "Shows what a snapshot holds.",
    description =
        "Shows what a snapshot holds, as jzfof understands it: code family, files, particles per"
            + " type, box, time, cosmology, units.",
    footerHeading = "%nExample:%n",
    footer = "  jzfof info snapdir_099/snap_099")
final class InfoCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "SNAPSHOT",
      description = "A snapshot file, one of its pieces, their base name, or their folder.")
  private Path snapshot;

  @Mixin private HeaderOptions headers = new HeaderOptions();

  @Option(
      names = {"-v", "--verbose"},
      description = "With an error, show where it came from.")
  private boolean verbose;

  private final PrintStream out;

  InfoCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    for (SnapshotDescription.Line line :
        SnapshotDescription.of(Snapshot.open(snapshot, headers.trust()))) {
      out.printf("%-12s %s%n", line.label(), line.value());
    }
    return ExitCodes.OK;
  }
}
