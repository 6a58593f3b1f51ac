package org.jzfof.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jzfof.backend.ProcessGpus;
import org.jzfof.bench.commands.BenchCommand;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.FiniteNumber;
import org.jzfof.cli.common.OptionGroups;
import org.jzfof.cli.common.PathConverter;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.DeviceWarmUp;
import org.jzfof.cli.ranks.ParentWatch;
import org.jzfof.cli.ranks.RankEnvironment;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.cli.ranks.Signals;
import org.jzfof.cli.reports.StandardOutput;
import org.jzfof.cli.serve.ServeCommand;
import org.jzfof.comm.Communicator;
import org.jzfof.error.UsageException;
import org.jzfof.pipeline.HaloFinder;
import org.jzfof.pipeline.HaloSearch;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program jzfof: it selects the command and converts its outcome into an exit code. */
@Command(
    name = "jzfof",
    versionProvider = VersionProvider.class,
    mixinStandardHelpOptions = true,
    description =
        "Friends-of-friends haloes, subhaloes, spherical masses and merger trees, neighbours, pairs and clusters of N-body snapshots.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof info snapdir_099",
      "      contents of a snapshot, as jzfof understands it",
      "  jzfof run snapshot_001.hdf5",
      "      haloes with b = 0.2 and at least 20 particles, into groups_001/",
      "  jzfof run snapdir_099/snap_099 -o out --min-length 32 --types 1,4",
      "      a split snapshot, two particle types linked together",
      "  jzfof knn snapshot_001.hdf5 -k 32 -o neighbours.hdf5",
      "      the 32 nearest neighbours of every particle",
      "  mpirun -n 4 jzfof run snapdir_099",
      "      haloes on four ranks",
      "  jzfof plot groups_001 --snapshot snapshot_001.hdf5 -o haloes.png",
      "      a picture of the haloes",
      "",
      "JZFOF_HEAP=16g sets the Java heap (default: 85 %% of the available memory)."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:an internal error of jzfof (please report it), or no usable set-up",
      "2:an option or its value is invalid",
      "3:the snapshot or catalogue is missing, unreadable or inconsistent",
      "4:the output cannot be written",
      "5:the compute device cannot be used",
      "6:not enough memory",
      "7:ranks cannot be started or reach each other",
      "8:a batch has stopped before its end; continue with --resume",
      "9:no failure: two compared catalogues differ"
    })
public final class Main {
  /** Offset that is added to the number of a signal to form an exit code. */
  private static final int SIGNAL_CODE = 128;

  /** Number of the signal SIGTERM. */
  private static final int TERMINATED = 15;

  /** Environment variable with which a program asks that its end is also that of jzfof. */
  private static final String ENDS_WITH_PARENT = "JZFOF_ENDS_WITH_PARENT";

  /** Commands whose work the ranks share, or that refuse to run as one of several processes. */
  private static final Set<String> OF_ALL_RANKS =
      Set.of("run", "knn", "neighbours", "pairs", "cluster", "so", "link", "match", "bench");

  private final Function<Communicator, HaloSearch> search;
  private final Ranks ranks;

  /**
   * @param search creates the search of one rank from its communicator
   */
  public Main(Function<Communicator, HaloSearch> search, Ranks ranks) {
    this.search = search;
    this.ranks = ranks;
  }

  /** Runs the command line and exits with its code. */
  public static void main(String[] args) {
    ProcessGpus gpus = new ProcessGpus();
    DeviceWarmUp.localRanks(System.getenv(), args).ifPresent(gpus::prepare);
    String version = VersionProvider.jzfof();
    run(comm -> new HaloFinder(comm, version, gpus), args);
  }

  /** Runs the command line with a given search, on the ranks of the environment, and exits. */
  public static void run(Function<Communicator, HaloSearch> search, String[] args) {
    Locale.setDefault(Locale.ROOT); // digits that all readers understand, also in file names
    RankEnvironment environment = RankEnvironment.of(System.getenv());
    if (isForOneProcess(args)) {
      if (environment.rank() > 0 && !isServant(args)) {
        return;
      }
      environment = RankEnvironment.ALONE;
    }
    StandardOutput out = new StandardOutput();
    Ranks ranks = Ranks.of(environment, out.stream(), System.err);
    Runtime.getRuntime().addShutdownHook(new Thread(ranks::shutdown));
    Thread signals =
        new Thread(
            () ->
                Signals.handle(
                    (name, number) -> end(ranks, name, number))); // in parallel, as it takes time
    signals.setDaemon(true);
    signals.start();
    if (System.getenv(ENDS_WITH_PARENT) != null) {
      ParentWatch.start(() -> end(ranks, "TERM", TERMINATED));
    }
    int code;
    try {
      code = new Main(search, ranks).run(args);
    } finally {
      ranks.finish();
    }
    System.exit(out.end(code, System.err));
  }

  /**
   * Returns whether a single process performs a command line, while other processes have nothing to
   * do. That is the case for every command that ranks do not share.
   */
  static boolean isForOneProcess(String... args) {
    return args.length == 0 || !OF_ALL_RANKS.contains(args[0]);
  }

  /** Whether each of several processes serves the program that has started it. */
  private static boolean isServant(String... args) {
    return args.length > 0 && args[0].equals("serve");
  }

  private static void end(Ranks ranks, String signal, int number) {
    if (ranks.endsOn(signal)) {
      System.exit(SIGNAL_CODE + number); // as Java does on SIGTERM
    }
  }

  /**
   * Runs one command line.
   *
   * @return the exit code
   */
  public int run(String... args) {
    try {
      requireValidText(args);
      String[] arguments =
          Configuration.of(() -> commandLine(args), args).args().toArray(String[]::new);
      return ExitCodes.install(commandLine(args), ranks.out(), ranks.err(), ranks::end)
          .execute(arguments);
    } catch (UsageException | Error e) { // from the configuration; picocli does not handle errors
      return ranks.end(e, false);
    }
  }

  /** Checks that all arguments are valid text; Java replaces invalid bytes by another character. */
  private static void requireValidText(String... args) {
    for (String argument : args) {
      if (argument.indexOf('\uFFFD') >= 0) {
        throw new UsageException(
            "'"
                + argument
                + "' is not valid UTF-8, which file names must be here: rename the file");
      }
    }
  }

  /**
   * Creates the commands for given arguments. If the first argument names a command, only this one
   * is created, because creating all of them takes a tenth of a second.
   */
  public CommandLine commandLine(String... args) {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("run", () -> new RunCommand(search, ranks, args));
    commands.put("knn", () -> new KnnCommand(ranks, args));
    commands.put("neighbours", () -> new NeighboursCommand(ranks, args));
    commands.put("pairs", () -> new PairsCommand(ranks, args));
    commands.put("cluster", () -> new ClusterCommand(ranks, args));
    commands.put("so", () -> new SpheresCommand(ranks, args));
    commands.put("link", () -> new LinkCommand(ranks, args));
    commands.put("trees", () -> new TreesCommand(ranks, args));
    commands.put("match", () -> new MatchCommand(ranks, args));
    commands.put("export", () -> new ExportCommand(ranks, args));
    commands.put("info", () -> new InfoCommand(ranks.out()));
    commands.put("plot", () -> new PlotCommand(ranks));
    commands.put("compare", () -> new CompareCommand(ranks.out()));
    commands.put("bench", () -> BenchCommand.create(ranks));
    commands.put("serve", () -> new ServeCommand(ranks, System.in));
    commands.put("doctor", () -> new DoctorCommand(ranks.out()));
    CommandLine jzfof = new CommandLine(this);
    Supplier<Object> named = args.length == 0 ? null : commands.get(args[0]);
    if (named != null) {
      jzfof.addSubcommand(named.get());
      Configuration.addConfigOption(jzfof);
      return withConverters(jzfof);
    }
    commands.values().forEach(command -> jzfof.addSubcommand(command.get()));
    Configuration.addConfigOption(jzfof);
    jzfof.addSubcommand(
        ConfigCommand.create(new ConfigShowCommand(() -> commandLine(), ranks.out())));
    jzfof.addSubcommand(new CompletionCommand(ranks.out()));
    return withConverters(jzfof);
  }

  /** Registers the same readers of numbers and paths for all commands. */
  private static CommandLine withConverters(CommandLine jzfof) {
    return OptionGroups.install(jzfof)
        .registerConverter(double.class, new FiniteNumber())
        .registerConverter(Double.class, new FiniteNumber())
        .registerConverter(Path.class, new PathConverter());
  }
}
