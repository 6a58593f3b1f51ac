package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.contract.FaultyFolder;
import org.jzfof.contract.MpiJob;
import org.jzfof.contract.MpiJob.Mpi;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Commands whose output is on a file system that is not a local disk. */
class FileSystemTest {
  private static final double SIDE = 50;
  private static final int MACHINES = 3;

  @TempDir private Path dir;

  private Path snapshot(String name, long seed) throws IOException {
    Path file = Files.createDirectories(dir.resolve("in")).resolve(name);
    SnapshotFixtures.gadget4(file, SIDE, Particles.uniform(500, SIDE, seed));
    return file;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).map(folder::relativize).sorted().toList();
    }
  }

  private static List<String> words(String command, Path snapshot) {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.add(1, snapshot.toString());
    return words;
  }

  /** What it takes for each command to say no, and nothing is left. */
  @ParameterizedTest
  @CsvSource({
    "lock=37, No locks available; set HDF5_USE_FILE_LOCKING=FALSE",
    "lock=95, No locks available; set HDF5_USE_FILE_LOCKING=FALSE",
    "fsync=28, No space left on device",
    "close=122, Disk quota exceeded",
    "mkdir=30, Read-only file system",
    "rename=1, Operation not permitted"
  })
  void whatCannotBeWrittenSaysSo(String fault, String cause) throws IOException {
    Path snapshot = snapshot("snap_001.hdf5", 1);
    try (FaultyFolder folder = FaultyFolder.mount(dir.resolve("disk"), fault)) {
      for (String command :
          List.of(
              "run --min-length 2 --ranks 2 --files 2",
              "run --min-length 2 --membership --reorder",
              "knn -k 3",
              "cluster --eps 3 --min-points 3")) {
        if (!fault.startsWith("mkdir") || command.startsWith("run")) {
          Outcome outcome = Jzfof.run(words(command, snapshot), "-o", folder.path() + "/");
          assertEquals(ExitCodes.OUTPUT, outcome.code(), command + outcome.err());
          assertTrue(outcome.err().contains(cause), outcome.err());
          assertEquals(List.of(), files(folder.behind()), command);
        }
      }
    }
  }

  /** Twice: the second run replaces the files of the first one. */
  @ParameterizedTest
  @CsvSource({
    "replace=22 link=1 fallocate=95 short=1000 direct=1, ''",
    "lock=38, cannot be locked (Function not implemented)",
    "fsyncdir=22, cannot be synced to the disk (Invalid argument)",
    "writeback=1, was not released (Input/output error)"
  })
  void whatIsNotNeededIsNotMissed(String faults, String warning) throws IOException {
    Path snapshot = snapshot("snap_001.hdf5", 1);
    try (FaultyFolder folder = FaultyFolder.mount(dir.resolve("disk"), faults)) {
      String run = "run --min-length 2 --membership --reorder --files 2";
      for (String command : List.of(run, run, "knn -k 3", "knn -k 3")) {
        Outcome outcome = Jzfof.run(words(command, snapshot), "-o", folder.path() + "/");
        assertEquals(0, outcome.code(), outcome.err());
        assertTrue(outcome.err().contains(warning), outcome.err());
        assertTrue(warning.isEmpty() == outcome.err().isEmpty(), outcome.err());
      }
      assertTrue(
          files(folder.behind()).stream()
              .noneMatch(f -> f.getFileName().toString().startsWith(".")),
          files(folder.behind()).toString());
    }
  }

  @Test
  void aBatchGoesOnWhereItsFileSystemFailed() throws IOException {
    Path first = snapshot("snap_001.hdf5", 1);
    Path second = snapshot("snap_002.hdf5", 2);
    try (FaultyFolder folder = FaultyFolder.mount(dir.resolve("disk"), "lock=38 replace=22")) {
      List<Object> words =
          List.of("run", first, second, "-o", folder.path(), "--min-length", 2, "--resume");
      folder.faults("fsync=122");
      assertEquals(ExitCodes.OUTPUT, Jzfof.run(words).code());
      assertEquals(List.of(), files(folder.behind()));
      folder.faults("lock=38 replace=22");
      assertEquals(0, Jzfof.run("run", first, "-o", folder.path(), "--min-length", 2).code());
      Outcome rest = Jzfof.run(words);
      assertEquals(0, rest.code(), rest.err());
      assertTrue(rest.out().contains("1 done, 1 complete before"), rest.out());
      assertEquals(2, files(folder.behind()).size());
    }
  }

  /** To the last byte that of one process, whatever the machines do with each other's writes. */
  @ParameterizedTest
  @CsvSource({
    "pages=1, run --membership --reorder, ''",
    "whole=1, run --membership --reorder, does not keep what several nodes write into one file: 1 of 3",
    "writeback=1, cluster --eps 3 --min-points 3, was not released",
    "late=2, knn -k 3 --files 3, ''"
  })
  void severalMachinesWriteTheFilesOfOne(String faults, String command, String warning)
      throws Exception {
    MpiJob.assumeMpi();
    Path snapshot = snapshot("snap_001.hdf5", 1);
    List<String> jzfof = new ArrayList<>(MpiJob.java(Main.class));
    jzfof.addAll(words(command, snapshot));
    jzfof.addAll(List.of("--threads", "1"));
    if (command.startsWith("run")) {
      jzfof.addAll(List.of("--min-length", "2"));
    }
    Path alone = Files.createDirectories(dir.resolve("alone"));
    assertEquals(0, MpiJob.run(dir, alone, jzfof).code());
    Path disk = dir.resolve("disk");
    try (FaultyFolder one = FaultyFolder.mount(disk, faults);
        FaultyFolder two = one.again(1);
        FaultyFolder three = one.again(2)) {
      assertEquals(two.behind(), three.behind());
      List<String> program = new ArrayList<>(FaultyFolder.machines(disk, MACHINES));
      program.addAll(jzfof);
      MpiJob.Outcome outcome = MpiJob.run(dir, dir, Mpi.BINDINGS.command(MACHINES, program));
      assertEquals(0, outcome.code(), outcome.output());
      assertTrue(outcome.output().contains(warning), outcome.output());
      assertTrue(
          !warning.isEmpty() || !outcome.output().contains("several nodes"), outcome.output());
      List<Path> files = files(alone);
      assertFalse(files.isEmpty());
      assertEquals(files, files(one.behind()));
      for (Path file : files) {
        assertEquals(
            -1,
            Files.mismatch(alone.resolve(file), one.behind().resolve(file)),
            file + outcome.output());
      }
    }
  }
}
