package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.contract.JobOutput;
import org.jzfof.contract.MpiJob;

/** Batches that something happens to, as programs of their own. */
class BatchFaultTest {
  private static final int COUNT = 5;

  @TempDir private Path folder;
  private Path out;

  @BeforeEach
  void copySnapshots() throws IOException {
    out = folder.resolve("out");
    Path first = FaultProgram.snapshot(folder.resolve("snap_001.hdf5"));
    for (int k = 2; k <= COUNT; k++) {
      Files.copy(first, folder.resolve("snap_%03d.hdf5".formatted(k)));
    }
  }

  private String[] arguments(String... fault) {
    List<String> all = new ArrayList<>(List.of(fault));
    all.addAll(List.of("run", folder + "/snap_*", "-o", out.toString(), "--backend", "cpu"));
    return all.toArray(String[]::new);
  }

  private MpiJob.Outcome mpi(String... arguments) throws Exception {
    return MpiJob.run(folder, 2, FaultProgram.class, arguments);
  }

  /**
   * A failure in the middle of the work that ranks do together, on one of them: all leave that
   * snapshot out and go on.
   */
  @ParameterizedTest
  @CsvSource({
    "memory@1, tree levels, 1, 6",
    "memory@0, link across, 0, 6",
    "fail@4, resolve edges, 1, 3",
    "fail@2, write, 0, 3"
  })
  void failureOfOneRankIsOneSnapshot(String what, String stage, int rank, int code)
      throws Exception {
    MpiJob.assumeMpi();
    MpiJob.Outcome job = mpi(arguments(what, stage, String.valueOf(rank)));
    assertEquals(code, job.code(), job.output());
    String summary = "5 snapshots: 4 done, 0 complete before, 1 failed, 0 not started";
    assertTrue(job.output().contains(summary), job.output());
    int bad = 1 + Integer.parseInt(what.split("@")[1]);
    String error =
        "jzfof: error: " + folder.resolve("snap_%03d.hdf5: rank %d: ".formatted(bad, rank));
    assertEquals(1, job.output().lines().filter(l -> l.startsWith(error)).count(), job.output());
    assertEquals(4, outputs().size());
    assertFalse(Files.exists(out.resolve("groups_%03d".formatted(bad))));
  }

  /**
   * A GPU that is lost to the process ends it in order: what is done stands, and another process
   * goes on.
   */
  @ParameterizedTest
  @CsvSource({"lose@2, link across, 1", "lose@2, open snapshot, 0"})
  void lostDeviceEndsABatchInOrder(String what, String stage, int rank) throws Exception {
    MpiJob.assumeMpi();
    MpiJob.Outcome job = mpi(arguments(what, stage, String.valueOf(rank)));
    assertEquals(ExitCodes.UNFINISHED, job.code(), job.output());
    assertEquals(
        List.of(
            "jzfof: error: %s: rank %d: GPU 0 stopped: see nvidia-smi"
                .formatted(folder.resolve("snap_003.hdf5"), rank),
            "jzfof: stopped by the loss of a device with 3 of 5 snapshots left: continue with the same"
                + " command and --resume"),
        job.output().lines().filter(line -> line.startsWith("jzfof: ")).toList(),
        job.output());
    String summary = "5 snapshots: 2 done, 0 complete before, 0 failed, 3 not started";
    assertTrue(job.output().contains(summary), job.output());
    assertEquals(2, outputs().size());
    String[] resume =
        Stream.concat(Stream.of(arguments("", "", "0")), Stream.of("--resume"))
            .toArray(String[]::new);
    MpiJob.Outcome resumed = mpi(resume);
    assertEquals(0, resumed.code(), resumed.output());
    assertTrue(resumed.output().contains("3 done, 2 complete before"), resumed.output());
  }

  /** Killed in the middle and resumed: the same bytes as undisturbed, and nothing done twice. */
  @Test
  void killedBatchGoesOn() throws Exception {
    MpiJob.assumeMpi();
    MpiJob.Outcome undisturbed = mpi(arguments("", "", "0"));
    assertEquals(0, undisturbed.code(), undisturbed.output());
    Map<Path, byte[]> expected = contents();
    assertEquals(COUNT, expected.size());
    Files.move(out, folder.resolve("undisturbed"));
    MpiJob.Outcome killed = mpi(arguments("kill@3", "link across", "1"));
    assertNotEquals(0, killed.code(), killed.output());
    Map<Path, FileTime> before = outputs();
    assertTrue(before.size() >= 2 && before.size() < COUNT, before.toString());
    MpiJob.Outcome resumed =
        mpi(
            Stream.concat(Stream.of(arguments("", "", "0")), Stream.of("--resume"))
                .toArray(String[]::new));
    assertEquals(0, resumed.code(), resumed.output());
    String summary = "%d done, %d complete before".formatted(COUNT - before.size(), before.size());
    assertTrue(resumed.output().contains(summary), resumed.output());
    Map<Path, FileTime> after = outputs();
    before.forEach((file, time) -> assertEquals(time, after.get(file), file + " was made again"));
    Map<Path, byte[]> got = contents();
    assertEquals(expected.keySet(), got.keySet());
    expected.forEach((file, bytes) -> assertArrayEquals(bytes, got.get(file), file.toString()));
  }

  /**
   * What is under way is completed, nothing new is started, and the user learns how to go on. USR1
   * is what Slurm sends before the end of a job's time, if told so.
   */
  @ParameterizedTest
  @CsvSource({"TERM, 143", "USR1, 8"})
  void signalEndsABatchInOrder(String signal, int code) throws Exception {
    JobOutput output = JobOutput.in(folder);
    List<String> command = new ArrayList<>(MpiJob.java(FaultProgram.class));
    command.addAll(List.of(arguments("slow@1", "link across", "0")));
    Process batch = output.start(new ProcessBuilder(command));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!output.text().contains("pausing")) {
      assertTrue(System.nanoTime() < end && batch.isAlive(), output.text());
      Thread.sleep(50);
    }
    new ProcessBuilder("kill", "-" + signal, Long.toString(batch.pid())).start().waitFor();
    assertTrue(batch.waitFor(60, TimeUnit.SECONDS));
    String text = output.text();
    assertEquals(code, batch.exitValue(), text);
    assertTrue(text.contains("5 snapshots: 2 done, 0 complete before, 0 failed, 3 not st"), text);
    String hint = "jzfof: stopped by a signal with 3 of 5 snapshots left: continue with the same";
    assertEquals(1, text.lines().filter(line -> line.startsWith(hint)).count(), text);
    assertEquals(2, outputs().size());
  }

  private Map<Path, FileTime> outputs() throws IOException {
    Map<Path, FileTime> times = new TreeMap<>();
    for (Path file : files()) {
      times.put(out.relativize(file), Files.getLastModifiedTime(file));
    }
    return times;
  }

  private Map<Path, byte[]> contents() throws IOException {
    Map<Path, byte[]> contents = new TreeMap<>();
    for (Path file : files()) {
      contents.put(out.relativize(file), Files.readAllBytes(file));
    }
    return contents;
  }

  /** Catalogues; a process that is killed may leave hidden files, which nobody reads. */
  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(out)) {
      return all.filter(file -> file.getFileName().toString().matches("fof_.*\\.hdf5")).toList();
    }
  }
}
