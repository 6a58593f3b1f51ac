package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueSummary;
import org.jzfof.catalogue.Catalogues;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.ranks.RankEnvironment;
import org.jzfof.cli.ranks.Ranks;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.CatalogueFormat;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.LinkingLength;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.config.OutputOptions;
import org.jzfof.config.RunOptions;
import org.jzfof.config.UnitChoice;
import org.jzfof.error.BackendException;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.CommunicationException;
import org.jzfof.error.MemoryException;
import org.jzfof.error.OutputException;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;
import org.jzfof.pipeline.HaloReport;
import org.jzfof.pipeline.HaloSearch;
import org.jzfof.progress.StageTiming;

/** The command line alone: what it asks the search for, what it prints, how it ends. */
class MainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private RunOptions asked;

  private int run(HaloSearch search, String... args) {
    Ranks alone =
        Ranks.of(RankEnvironment.ALONE, new PrintStream(out, true), new PrintStream(err, true));
    return new Main(comm -> search, alone).run(args);
  }

  private HaloReport answer(RunOptions options) {
    asked = options;
    return new HaloReport(
        Catalogues.info(25),
        new HaloReport.Task(8000, 700, "200c around the deepest member", null),
        "cpu, 2 threads (auto: no CUDA)",
        options.execution().dryRun() ? null : result(),
        3 << 20,
        List.of(
            new StageTiming("read", 0.25, 1 << 20, 0, 0),
            new StageTiming("link", 0.75, 5 << 20, 1536, 12)),
        List.of("something odd."));
  }

  private static HaloReport.Result result() {
    return new HaloReport.Result(
        CatalogueSummary.of(new LocalCommunicator(), Catalogues.random(12, true, 1)),
        Path.of("groups_007/fof_subhalo_tab_007.0.hdf5"),
        List.of());
  }

  private int run(String... args) {
    return run((options, progress) -> answer(options), args);
  }

  @Test
  void defaults() {
    assertEquals(0, run("run", "snapshot_007.hdf5"));
    assertEquals(Path.of("snapshot_007.hdf5"), asked.groups().particles().snapshot());
    assertEquals(Path.of(""), asked.outputDir());
    assertEquals(new LinkingLength(0.2, true, SeparationBy.NUMBER), asked.groups().linkingLength());
    assertEquals(20, asked.groups().minLength());
    assertArrayEquals(new int[] {1}, asked.groups().particles().types());
    assertEquals(
        Runtime.getRuntime().availableProcessors(), asked.execution().computer().threads());
    assertEquals(BackendChoice.AUTO, asked.execution().computer().backend());
    assertTrue(asked.ids() && asked.groups().particles().periodic() && !asked.execution().dryRun());
    assertNull(asked.groups().particles().box());
    assertEquals("jzfof run snapshot_007.hdf5", asked.execution().commandLine());
  }

  @Test
  void everyOption() {
    String line =
        "run s -o out --linking-length 0.5 --min-length 32 --types 4,0 --threads 3 --backend cpu"
            + " --no-ids --dry-run --box 1,2,3 --device 2 --exchange staged -v";
    assertEquals(0, run(line.split(" ")));
    assertEquals(Path.of("out"), asked.outputDir());
    assertEquals(
        new LinkingLength(0.5, false, SeparationBy.NUMBER), asked.groups().linkingLength());
    assertEquals(32, asked.groups().minLength());
    assertArrayEquals(new int[] {0, 4}, asked.groups().particles().types());
    assertEquals(
        new Computer(BackendChoice.CPU, 2, 3, ExchangeChoice.STAGED), asked.execution().computer());
    assertTrue(!asked.ids() && asked.execution().dryRun() && asked.groups().particles().periodic());
    assertArrayEquals(new double[] {1, 2, 3}, asked.groups().particles().box());
    assertEquals(OutputOptions.catalogue(1), asked.output());
    String more =
        "run s --attach 5,4,0 --format swift --membership --reorder --linking-length-from mass";
    assertEquals(0, run(more.split(" ")));
    assertArrayEquals(new int[] {0, 4, 5}, asked.groups().attach());
    assertEquals(
        new OutputOptions(
            CatalogueFormat.SWIFT, 1, true, true, List.of(), false, UnitChoice.AUTO, 0),
        asked.output());
    assertEquals(new LinkingLength(0.2, true, SeparationBy.MASS), asked.groups().linkingLength());
    assertEquals(0, run("run", "s", "--open", "-b", "0.3"));
    assertFalse(asked.groups().particles().periodic());
    assertEquals(new LinkingLength(0.3, true, SeparationBy.NUMBER), asked.groups().linkingLength());
  }

  @Test
  void theReportGoesToStandardOutput() {
    assertEquals(0, run("run", "s"));
    String text = out.toString(StandardCharsets.UTF_8);
    for (String part :
        List.of(
            "8000 linked, of type 1, 2",
            "700 of type 4",
            "0.15 Mpc/h (b = 0.2)",
            "by number      0.15; by mean mass 0.149",
            "25.0 Mpc/h, periodic",
            "cpu, 2 threads (auto: no CUDA)",
            "12 with at least 20 particles",
            "\nlink                         0.750 ",
            "\nend   ",
            "groups_007/fof_subhalo_tab_007.0.hdf5")) {
      assertTrue(text.contains(part), () -> part + " is not in:\n" + text);
    }
    assertEquals(10, text.lines().filter(l -> l.matches(" +\\d+ +\\d+ .*\\..*")).count(), text);
    assertEquals("jzfof: warning: something odd.\n", err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void quietPrintsNothing() {
    assertEquals(0, run("run", "s", "-q"));
    assertEquals("", out + "" + err);
  }

  @Test
  void aDryRunSaysWhatItWouldNeed() {
    assertEquals(0, run("run", "s", "--dry-run"));
    assertTrue(out.toString(StandardCharsets.UTF_8).contains("memory needed    about 3.0 MiB"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run|there is no snapshot: name at least one",
        "run nothing*|nothing matches 'nothing*'",
        "run s t --max-time 3x|'3x' is no time",
        "run s -b 0|b is 0.0",
        "run s -b x|'x' is no decimal number",
        "run s --attach 1|--attach has 1, which is linked already",
        "run s --attach 4,4|--attach has 4 twice",
        "run s --attach -1|--attach has -1: particle types are numbered from 0",
        "run s --format tipsy|'tipsy'",
        "run s --format yt --files 2|--files is 2, but a catalogue in the format yt is one file",
        "run s --linking-length-from volume|'volume'",
        "run s -b 0.2 --linking-length 1|mutually exclusive",
        "run s -q -v|mutually exclusive",
        "run s --threads 0|--threads is 0",
        "run s --device -1|--device is -1: GPUs are numbered from 0",
        "run s --exchange mail|expected one of [AUTO, IPC, PEER, CUDA_AWARE, cuda-aware, STAGED]",
        "run s --files 0|--files is 0",
        "run s --backend gpu|expected one of [AUTO, CPU, CUDA]",
        "run s --bogus|there is no option '--bogus' (see jzfof run --help)",
        "run s --min-lenght=3|there is no option '--min-lenght': did you mean '--min-length'?",
        "run s --threads 40000|--threads is 40000: give at most 32767",
        "info s t|'t' is one argument too many (see jzfof info --help)",
        "walk s|there is no command 'walk' (see jzfof --help)",
        "rnu s|there is no command 'rnu' (see jzfof --help)",
        "comapre a b|there is no command 'comapre': did you mean 'compare'?",
        "bench fop|there is no command 'fop': did you mean 'fof'?",
        "--bogus|there is no option '--bogus'",
        "''|Missing required subcommand"
      })
  void usageErrors(String line, String message) {
    assertEquals(2, line.isEmpty() ? run() : run(line.split(" ")));
    assertOneLine(message);
  }

  @Test
  void everyKindOfFailureHasItsExitCode() {
    assertEquals(3, fail(new SnapshotException("no such file")));
    assertEquals(4, fail(new OutputException("disk full")));
    assertEquals(5, fail(new BackendException("no device")));
    assertEquals(6, fail(new MemoryException("too large")));
    assertEquals(7, fail(new CommunicationException("no ranks")));
    assertEquals(3, fail(new CatalogueException("no groups")));
    assertEquals(2, fail(new UsageException("no sense")));
  }

  private int fail(RuntimeException e) {
    err.reset();
    int code =
        run(
            (options, progress) -> {
              throw e;
            },
            "run",
            "s");
    assertOneLine(e.getMessage());
    return code;
  }

  @Test
  void aTooSmallHeapNamesTheRemedy() {
    HaloSearch search =
        (options, progress) -> {
          throw new OutOfMemoryError("Java heap space");
        };
    assertEquals(6, run(search, "run", "s"));
    assertOneLine("set JZFOF_HEAP=");
  }

  /** Java calls this out of memory, too. */
  @Test
  void tooManyThreadsAreNoMatterOfTheHeap() {
    HaloSearch search =
        (options, progress) -> {
          throw new OutOfMemoryError("unable to create native thread: possibly out of memory");
        };
    assertEquals(6, run(search, "run", "s"));
    assertOneLine("no more threads can be started: give fewer --ranks or --threads");
  }

  @Test
  void anInternalErrorShowsWhereItCameFrom() {
    HaloSearch broken =
        (options, progress) -> {
          throw new IllegalStateException("level 3 has no nodes");
        };
    assertEquals(1, run(broken, "run", "s"));
    String text = err.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("please report") && text.contains("\tat org.jzfof.cli"), text);
    err.reset();
    HaloSearch missing =
        (options, progress) -> {
          throw new SnapshotException("no such file", new IOException("inner"));
        };
    assertEquals(3, run(missing, "run", "s", "-v"));
    assertTrue(err.toString(StandardCharsets.UTF_8).contains("Caused by: java.io.IOException"));
  }

  @Test
  void infoDescribesASnapshotOrSaysWhyNot() {
    assertEquals(0, run("info", "examples/lcdm32/snapshot_001.hdf5"));
    String text = out.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("Gadget-4") && text.contains("32768 particles"), text);
    assertFalse(text.contains("read by"), text);
    out.reset();
    assertEquals(0, run("info", "-v", "examples/lcdm32/snapshot_001.hdf5"));
    text = out.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("\nreading      PartType1/Coordinates float32[32768, 3], "), text);
    out.reset();
    assertEquals(3, run("info", "nowhere/snapshot_001.hdf5"));
    assertOneLine("nowhere/snapshot_001.hdf5");
    err.reset();
    assertEquals(3, run("info", "pom.xml"));
    assertOneLine("not an HDF5 file");
  }

  @Test
  void helpHasExamplesAndExitCodes() {
    assertEquals(0, run("--help"));
    String text = out.toString(StandardCharsets.UTF_8);
    for (String part : List.of("Examples:", "jzfof run snapshot_001.hdf5", "Exit codes:", "85 %")) {
      assertTrue(text.contains(part), text);
    }
    for (int code = ExitCodes.OK; code <= ExitCodes.DIFFERENT; code++) {
      String row = "\n  " + code + "   ";
      assertTrue(text.contains(row), text);
    }
  }

  @Test
  void versionNamesAllParts() {
    assertEquals(0, run("--version"));
    String text = out.toString(StandardCharsets.UTF_8);
    assertTrue(
        text.matches("(?s)jzfof    \\d+\\.\\d+\\.\\d+ \\(commit ([0-9a-f]{12}|unknown).*"), text);
    for (String part : List.of("Java", "HDF5     1.", "picocli  4.", "Open MPI", "CUDA")) {
      assertTrue(text.contains(part), text);
    }
  }

  private void assertOneLine(String message) {
    String text = err.toString(StandardCharsets.UTF_8);
    assertTrue(text.startsWith("jzfof: error: "), text);
    assertTrue(text.contains(message), text);
    assertEquals(1, text.lines().count(), text);
    assertEquals("", out.toString(StandardCharsets.UTF_8));
  }
}
