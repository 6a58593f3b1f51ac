package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.SmallDisk;
import org.jzfof.cli.common.ExitCodes;

/** What is a matter of the whole process: its locale, its output, its libraries. */
class OwnProcessTest {
  private static final String SNAPSHOT = "examples/lcdm32/snapshot_001.hdf5";
  private static final Path FULL = Path.of("/dev/full");

  @TempDir private Path dir;

  private OwnProcess jzfof() {
    return new OwnProcess(dir, Main.class);
  }

  @Test
  void digitsAreThoseOfFilesInAnyLocale() throws Exception {
    Path logs = dir.resolve("logs");
    Outcome outcome =
        jzfof()
            .option("-Duser.language=fa")
            .option("-Duser.country=IR")
            .run("run", SNAPSHOT, "-o", dir, "--log-ranks", logs);
    assertTrue(outcome.succeeded().out().contains("94 with at least 20 particles"), outcome.out());
    assertTrue(Files.exists(logs.resolve("rank-0000.log")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"info " + SNAPSHOT, "--help", "completion"})
  void outputThatIsLost(String line) throws Exception {
    assumeTrue(Files.exists(FULL), "there is no " + FULL);
    jzfof()
        .output(FULL)
        .run((Object[]) line.split(" "))
        .failed(ExitCodes.OUTPUT, "cannot write to standard output: No space left on device");
  }

  /** What it was to say first is more important. */
  @Test
  void aFailureKeepsItsExitCode() throws Exception {
    assumeTrue(Files.exists(FULL), "there is no " + FULL);
    jzfof().output(FULL).run("info", "nowhere").failed(ExitCodes.SNAPSHOT, "nowhere");
  }

  @Test
  void aReaderThatHasEnoughHearsNothing() throws Exception {
    OwnProcess jzfof = jzfof();
    List<String> command =
        List.of("bash", "-c", "exec \"$@\" > >(exec <&-; sleep 60)", "bash"); // nobody reads
    assertEquals(new Outcome(ExitCodes.OUTPUT, "", ""), jzfof.behind(command).run("completion"));
  }

  @Test
  void logsOnAFullDisk() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(dir.resolve("disk"), 65536)) {
      disk.fill(0);
      Path out = dir.resolve("out");
      Jzfof.run("run", SNAPSHOT, "-o", out, "-q", "--log-ranks", disk.path())
          .failed(ExitCodes.OUTPUT, "rank-0000.log (No space left on device)");
      assertTrue(Files.exists(out.resolve("groups_001/fof_subhalo_tab_001.0.hdf5")));
    }
  }

  /** The cause is named, and the snapshot is not blamed. */
  @Test
  void aBrokenHdf5Library() throws Exception {
    Path libraries = Files.createDirectory(dir.resolve("lib"));
    Path library = Files.writeString(libraries.resolve("libsis-jhdf5.so"), "no library");
    for (String command : List.of("info", "run")) {
      jzfof()
          .option("-Djava.library.path=" + libraries)
          .option("-XX:-PrintWarnings") // Java's own, of such a library
          .run(command, SNAPSHOT)
          .failed(ExitCodes.INTERNAL, "native HDF5 library", library + ": ", "JZFOF_NATIVE");
    }
    jzfof()
        .option("-Djava.library.path=/nowhere")
        .run("info", SNAPSHOT)
        .failed(ExitCodes.INTERNAL, "no sis-jhdf5 in java.library.path: /nowhere");
  }

  @Test
  void namesThatAreNotUtf8() throws Exception {
    Path file = dir.resolve("named");
    Files.write(file, "snapshot_\u00fc.hdf5".getBytes(StandardCharsets.ISO_8859_1));
    List<String> command = List.of("bash", "-c", "exec \"$@\" \"$(cat " + file + ")\"", "bash");
    jzfof()
        .variable("LC_ALL", "C.UTF-8")
        .behind(command)
        .run("info")
        .failed(ExitCodes.USAGE, "is not valid UTF-8");
  }

  /** A name of UTF-8 is found, and stands in the messages. */
  @Test
  void namesBeyondAscii() throws Exception {
    Path snapshot = dir.resolve("\u00fc\u4e2d_001.hdf5");
    Files.copy(Path.of(SNAPSHOT), snapshot);
    Outcome outcome = jzfof().variable("LC_ALL", "C.UTF-8").run("info", snapshot);
    assertTrue(outcome.succeeded().out().contains(snapshot.toString()), outcome.out());
    Path beyond = dir.resolve("\ud83d\ude00_001.hdf5");
    Files.copy(Path.of(SNAPSHOT), beyond);
    jzfof()
        .variable("LC_ALL", "C.UTF-8")
        .run("info", beyond)
        .failed(ExitCodes.SNAPSHOT, "characters beyond U+FFFF: rename it");
  }

  /** Anybody can put a library into the temporary folder that others share. */
  @Test
  void librariesAreNotTakenFromTheTemporaryFolder() throws Exception {
    Path planted = dir.resolve(System.mapLibraryName("JCudaDriver-12.6.0-linux-x86_64"));
    Path real =
        Stream.of(System.getProperty("java.library.path").split(":"))
            .map(folder -> Path.of(folder, "libsis-jhdf5.so"))
            .filter(Files::exists)
            .findFirst()
            .orElseThrow();
    Files.copy(real, planted);
    Outcome outcome =
        new OwnProcess(dir, LoadedLibraries.class).option("-Djava.io.tmpdir=" + dir).run();
    assertTrue(outcome.succeeded().out().contains("libjvm.so"), outcome.out());
    assertFalse(outcome.out().contains(planted.toString()), outcome.out());
  }

  /** What batch systems and limits send ends it like SIGTERM, with nothing left behind. */
  @ParameterizedTest
  @CsvSource({"USR1, 10", "USR2, 12", "ALRM, 14", "TERM, 15", "XCPU, 24"})
  void signalsEndItInOrder(String signal, int number) throws Exception {
    Path out = Files.createDirectory(dir.resolve("out"));
    OwnProcess jzfof =
        new OwnProcess(dir, FaultProgram.class).variable("_JAVA_SR_SIGNUM", "50"); // the launcher's
    Process process =
        jzfof.start("hang", "write", 0, "run", SNAPSHOT, "-o", out.resolve("new"), "--reorder");
    Path said = dir.resolve("said");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!Files.readString(said).contains("hanging")) {
      assertTrue(System.nanoTime() < end && process.isAlive());
      Thread.sleep(50);
    }
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    Outcome outcome = jzfof.end(process);
    assertEquals(128 + number, outcome.code(), outcome.err());
    assertEquals("jzfof: stopped by a signal before it was done\n", outcome.err());
    try (Stream<Path> left = Files.list(out)) {
      assertEquals(List.of(), left.toList());
    }
  }
}
