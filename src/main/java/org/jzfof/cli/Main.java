package org.jzfof.cli;

import java.io.PrintStream;
import org.jzfof.comm.local.LocalCommunicator;
import org.jzfof.pipeline.HaloFinder;
import org.jzfof.pipeline.HaloSearch;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program jzfof: picks the command and turns its outcome into an exit code. */
@Command(
    name = "jzfof",
    versionProvider = VersionProvider.class,
    mixinStandardHelpOptions = true,
    description = "Friends-of-friends haloes of N-body snapshots.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof info snapdir_099",
      "      what is in a snapshot, as jzfof understands it",
      "  jzfof run snapshot_001.hdf5",
      "      haloes with b = 0.2 and at least 20 particles, into groups_001/",
      "  jzfof run snapdir_099/snap_099 -o out --min-length 32 --types 1,4",
      "      a split snapshot, two particle types linked together",
      "",
      "JZFOF_HEAP=16g sets the Java heap (default: 85 %% of the memory there is to use)."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:a fault of jzfof itself; please report it",
      "2:an option or its value makes no sense",
      "3:the snapshot is missing, unreadable or inconsistent",
      "4:the catalogue cannot be written",
      "5:the compute device cannot be used",
      "6:not enough memory"
    })
public final class Main {
  private final HaloSearch search;
  private final PrintStream out;
  private final PrintStream err;

  Main(HaloSearch search, PrintStream out, PrintStream err) {
    this.search = search;
    this.out = out;
    this.err = err;
  }

  /** Runs the command line and exits with its code. */
  public static void main(String[] args) {
    HaloSearch search =
        (options, progress) ->
            new HaloFinder(new LocalCommunicator(), VersionProvider.jzfof())
                .find(options, progress);
    System.exit(new Main(search, System.out, System.err).run(args));
  }

  /**
   * Runs one command line.
   *
   * @return the exit code
   */
  int run(String... args) {
    CommandLine jzfof = new CommandLine(this);
    jzfof.addSubcommand(new RunCommand(search, args, out, err));
    jzfof.addSubcommand(new InfoCommand(out));
    jzfof.addSubcommand(BenchCommand.create(out));
    try {
      return ExitCodes.install(jzfof, out, err).execute(args);
    } catch (Error e) { // picocli hands exceptions to the handlers, but not errors
      return ExitCodes.report(e, err, false);
    }
  }
}
