package org.jzfof.bench.commands;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jzfof.bench.PageCache;
import org.jzfof.bench.PlainRead;
import org.jzfof.bench.Spread;
import org.jzfof.bench.StageStatistics;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.RankOptions;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.cli.reports.StageTable;
import org.jzfof.error.UsageException;
import org.jzfof.hdf5.Hdf5Library;
import org.jzfof.progress.StageTiming;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.header.SnapshotHeader;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code jzfof bench run}: times whole runs, from the start of the process to its end. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    description =
        "Times jzfof run from the start of its process to the end, each time in a new process, and"
            + " for comparison a plain parallel read of the snapshot's files, the lower bound.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  jzfof bench run snapshot_001.hdf5 --repeat 3",
      "  jzfof bench run snapdir_099 --cold --warmup 0 --repeat 3 -- --types 1,4 --ranks 2"
    })
final class BenchRunCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "SNAPSHOT",
      description = "Any file of the snapshot, its base name, or its folder.")
  private Path snapshot;

  @Parameters(
      index = "1..*",
      paramLabel = "OPTION",
      description = "After --: options of jzfof run, except --output.")
  private List<String> options = new ArrayList<>();

  @Spec private CommandSpec spec;

  @ArgGroup private Cache cache = new Cache();

  /** The state of the page cache before a run. */
  private static final class Cache {
    @Option(
        names = "--cold",
        description = "Remove the files from the page cache before every run and every read.")
    private boolean cold;

    @Option(names = "--warm", description = "Leave the files in the page cache (default).")
    private boolean warm;
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description =
          "Folder in which the runs write; their files are removed afterwards (default: the folder"
              + " for temporary files).")
  private Path output = Path.of(System.getProperty("java.io.tmpdir"));

  @Mixin private BenchRuns runs = new BenchRuns(5, 1);

  private final Ranks ranks;

  BenchRunCommand(Ranks ranks) {
    this.ranks = ranks;
  }

  @Override
  public Integer call() {
    runs.check();
    return ranks.run(
        new RankOptions(),
        comm -> {
          BenchRuns.requireOneRank("bench run", comm);
          return measure(Snapshot.open(snapshot).header());
        });
  }

  /** A run, and the plain read before it. */
  private record MeasuredRun(
      PlainRead read, RunProcesses.ProcessResult run, List<StageTiming> stages) {}

  private int measure(SnapshotHeader header) {
    List<Path> files = header.files();
    List<MeasuredRun> measured = new ArrayList<>();
    try (RunProcesses processes = new RunProcesses(spec.root().userObject().getClass(), output)) {
      for (int r = -runs.warmup(); r < runs.repeat(); r++) {
        dropFromCache(files);
        PlainRead read = PlainRead.of(files, Hdf5Library.readingThreads());
        dropFromCache(files);
        RunProcesses.ProcessResult run = processes.run(runArguments(processes.output()));
        if (run.code() != ExitCodes.OK || r == -runs.warmup()) {
          ranks.err().print(run.err()); // print warnings only once
        }
        if (run.code() != ExitCodes.OK) {
          return run.code();
        }
        List<StageTiming> stages = new ArrayList<>(StageTable.read(run.out()));
        if (stages.isEmpty()) {
          throw new UsageException(
              "jzfof run has printed no table of stages: leave out -q, --dry-run, and options for"
                  + " several snapshots");
        }
        double exit = run.seconds() - StageTiming.total(stages).seconds();
        stages.add(StageTiming.of("exit", Math.max(0, exit))); // time after the table is printed
        if (r >= 0) {
          measured.add(new MeasuredRun(read, run, stages));
        }
      }
    }
    runs.report(ranks, report(header, measured));
    return ExitCodes.OK;
  }

  private void dropFromCache(List<Path> files) {
    if (cache.cold) {
      PageCache.drop(files);
    }
  }

  private List<String> runArguments(Path folder) {
    List<String> arguments = new ArrayList<>(List.of("run", snapshot.toString()));
    arguments.addAll(options);
    arguments.addAll(List.of("-o", folder.toString()));
    return arguments;
  }

  private BenchReport report(SnapshotHeader header, List<MeasuredRun> measured) {
    Spread wall = Spread.of(measured.stream().mapToDouble(m -> m.run.seconds()).toArray());
    Spread plain = Spread.of(measured.stream().mapToDouble(m -> m.read.seconds()).toArray());
    long bytes = measured.get(0).read.bytes();
    int threads = Hdf5Library.readingThreads();
    String summary =
        String.format(
            Locale.ROOT,
            "snapshot         %s, %.1f MB, %s%nwall             %s%nplain read       %s, by %d"
                + " threads",
            snapshot,
            1e-6 * bytes,
            cache.cold ? "not in the page cache" : "in the page cache if there is room",
            describe(wall, bytes),
            describe(plain, bytes),
            threads);
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put("source", snapshot.toString());
    numbers.put("options", String.join(" ", options));
    numbers.put("cold", String.valueOf(cache.cold));
    numbers.put("repeat", runs.repeat());
    numbers.put("bytes", bytes);
    putSpread(numbers, "wall", wall);
    putSpread(numbers, "plainRead", plain);
    numbers.put("plainReadThreads", threads);
    long particles = Arrays.stream(header.counts()).sum();
    numbers.put("particles", particles);
    return new BenchReport(
        summary,
        numbers,
        particles,
        runs.repeat(),
        StageStatistics.of(measured.stream().map(MeasuredRun::stages).toList()));
  }

  private static String describe(Spread seconds, long bytes) {
    return String.format(
        Locale.ROOT,
        "%.3f s (%.3f to %.3f), %.3g GB/s",
        seconds.median(),
        seconds.min(),
        seconds.max(),
        1e-9 * bytes / seconds.median());
  }

  private static void putSpread(Map<String, Object> numbers, String name, Spread seconds) {
    numbers.put(name + "Seconds", seconds.median());
    numbers.put(name + "MinSeconds", seconds.min());
    numbers.put(name + "MaxSeconds", seconds.max());
  }
}
