package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.ranks.RankEnvironment;
import org.jzfof.cli.ranks.Ranks;

/** One of several ranks that share memory fails: its message is the one that is shown. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RankFaultTest {
  private static final int RANKS = 3;

  @TempDir private static Path inputs;
  @TempDir private Path folder;
  private static Path snapshot;

  @BeforeAll
  static void writeSnapshot() {
    snapshot = FaultProgram.snapshot(inputs.resolve("snapshot_001.hdf5"));
  }

  private Outcome run(int faulty, String stage, Object... more) {
    return run("fail", faulty, stage, more);
  }

  private Outcome run(String what, int faulty, String stage, Object... more) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Ranks ranks =
        Ranks.of(RankEnvironment.ALONE, new PrintStream(out, true), new PrintStream(err, true));
    Main main =
        new Main(
            comm -> FaultProgram.search(comm, comm.rank() == faulty ? what : "", stage), ranks);
    String[] words =
        Stream.concat(
                Stream.of("run", snapshot, "-q", "-o", folder.resolve("out"), "--ranks", RANKS),
                Stream.of(more))
            .map(String::valueOf)
            .toArray(String[]::new);
    int code = main.run(words);
    return new Outcome(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @MethodSource("org.jzfof.cli.FaultProgram#stages")
  void theFaultOfARankIsReportedAsItsOwn(String stage) {
    for (int rank = 0; rank < RANKS; rank++) {
      Outcome outcome = run(rank, stage);
      outcome.failed(ExitCodes.SNAPSHOT, "row 17 is NaN: remove it");
      assertEquals(
          "jzfof: error: rank " + rank + ": piece.3.hdf5: row 17 is NaN: remove it\n",
          outcome.err());
      assertFalse(Files.exists(folder.resolve("out")), "something is left");
    }
  }

  /** A batch goes on: the second run, and the end of all, find the ranks together. */
  @ParameterizedTest
  @MethodSource("org.jzfof.cli.FaultProgram#stages")
  void aBatchGoesOn(String stage) throws IOException {
    Path second = folder.resolve("snapshot_002.hdf5");
    Files.copy(snapshot, second);
    Outcome outcome = run(1, stage, second);
    assertEquals(ExitCodes.SNAPSHOT, outcome.code(), outcome.err());
    assertEquals(
        "jzfof: error: " + snapshot + ": rank 1: piece.3.hdf5: row 17 is NaN: remove it\n",
        outcome.err());
    assertTrue(Files.exists(folder.resolve("out/groups_002")));
  }

  /** What is lost in the first snapshot may be lost for ever: nobody need try again. */
  @ParameterizedTest
  @MethodSource("org.jzfof.cli.FaultProgram#stages")
  void aLostDeviceEndsABatch(String stage) throws IOException {
    Path second = folder.resolve("snapshot_002.hdf5");
    Files.copy(snapshot, second);
    Outcome first = run("lose", 2, stage, second);
    assertEquals(ExitCodes.BACKEND, first.code(), first.err());
    assertLost(first.err(), snapshot, 2);
    assertFalse(Files.exists(folder.resolve("out")), "something is left");
    Outcome later = run("lose@1", 2, stage, second);
    assertEquals(ExitCodes.UNFINISHED, later.code(), later.err());
    assertLost(later.err(), second, 1);
    assertTrue(Files.exists(folder.resolve("out/groups_001")));
    assertFalse(Files.exists(folder.resolve("out/groups_002")));
  }

  private static void assertLost(String err, Path file, int left) {
    assertEquals(
        "jzfof: error: %s: rank 2: GPU 0 stopped: see nvidia-smi%n".formatted(file)
            + "jzfof: stopped by the loss of a device with %d of 2 snapshots left: continue with the same command and --resume%n"
                .formatted(left),
        err);
  }

  @ParameterizedTest
  @MethodSource("org.jzfof.cli.FaultProgram#stages")
  void aLostDeviceEndsARun(String stage) {
    Outcome outcome = run("lose", 1, stage);
    assertEquals(ExitCodes.BACKEND, outcome.code(), outcome.err());
    assertEquals("jzfof: error: rank 1: GPU 0 stopped: see nvidia-smi\n", outcome.err());
  }
}
