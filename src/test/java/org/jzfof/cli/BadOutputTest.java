package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.CatalogueWriter;
import org.jzfof.catalogue.FolderContent;
import org.jzfof.catalogue.GadgetTables;
import org.jzfof.catalogue.SmallDisk;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.output.Transaction;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof run} where the catalogue cannot be written: one message, nothing left behind. */
class BadOutputTest {
  private static final Path SNAPSHOT = Path.of("examples/lcdm32/snapshot_001.hdf5");

  @TempDir Path dir;

  @Test
  void aFileWhereTheFolderShouldBe() throws IOException {
    Path file = Files.writeString(dir.resolve("file"), "not a folder");
    for (Path out : List.of(file, file.resolve("below/it"))) {
      Jzfof.run("run", SNAPSHOT, "-o", out)
          .failed(ExitCodes.OUTPUT, file + " is not a folder; choose another with -o");
    }
    assertEquals(List.of(file), FolderContent.of(dir));
  }

  @Test
  void linksThatLeadNowhere() throws IOException {
    Path gone = dir.resolve("gone");
    Path link = Files.createSymbolicLink(dir.resolve("link"), gone);
    Path loop = Files.createSymbolicLink(dir.resolve("loop"), Path.of("loop"));
    for (Path out : List.of(link, link.resolve("below"))) {
      Jzfof.run("run", SNAPSHOT, "-o", out)
          .failed(ExitCodes.OUTPUT, link + " is a link to " + gone + ", which does not exist");
    }
    Jzfof.run("run", SNAPSHOT, "-o", loop)
        .failed(ExitCodes.OUTPUT, loop + " is a link to loop, which does not exist or leads back");
    Files.createDirectory(gone);
    Jzfof.run("run", SNAPSHOT, "-o", link.resolve("below"), "-q").succeeded();
  }

  /** Before any particle is read, even a bad one, and not only after a dry run that promised it. */
  @Test
  void whatCannotBeWrittenIsSaidFirst() throws IOException {
    Path file = Files.writeString(dir.resolve("file"), "not a folder");
    Particles particles = Particles.uniform(100, 50, 1);
    particles.positions()[7] = Double.NaN;
    Path snapshot = SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), 50, particles);
    Jzfof.run("run", snapshot, "-o", file).failed(ExitCodes.OUTPUT, file + " is not a folder");
    Jzfof.run("run", SNAPSHOT, "-o", file, "--dry-run")
        .failed(ExitCodes.OUTPUT, file + " is not a folder");
  }

  @Test
  void aFolderWhereTheFileShouldBe() throws IOException {
    Path file = GadgetTables.file(dir, "001");
    Files.createDirectories(file);
    Jzfof.run("run", SNAPSHOT, "-o", dir)
        .failed(ExitCodes.OUTPUT, file + ": a folder has that name");
    assertEquals(List.of(file.getParent(), file), FolderContent.of(dir));
  }

  @Test
  void aFolderWhereOneOfSeveralFilesShouldBe() throws IOException {
    Path third = GadgetTables.files(dir, "001", 3).get(2);
    Files.createDirectories(third);
    Jzfof.run("run", SNAPSHOT, "-o", dir, "--files", 3, "--dry-run")
        .failed(ExitCodes.OUTPUT, third + ": a folder has that name");
    assertEquals(List.of(third.getParent(), third), FolderContent.of(dir));
    Jzfof.run("run", SNAPSHOT, "-o", dir, "--files", 2).succeeded();
  }

  @Test
  void aReadOnlyDisk() throws IOException {
    try (SmallDisk disk = SmallDisk.mount(dir.resolve("disk"), 1 << 20)) {
      disk.readOnly();
      Jzfof.run("run", SNAPSHOT, "-o", disk.path().resolve("new"))
          .failed(ExitCodes.OUTPUT, disk.path() + " is not writable", "choose another with -o");
      assertEquals(List.of(), FolderContent.of(disk.path()));
    }
  }

  @Test
  void aFullDiskGetsNoResultsOfABenchmark() throws IOException {
    List<Object> bench =
        List.of("bench", "fof", "--uniform", 100, "--repeat", 1, "--warmup", 0, "--json");
    try (SmallDisk disk = SmallDisk.mount(dir.resolve("disk"), 1 << 20)) {
      Path filler = disk.fill(0);
      Outcome outcome = Jzfof.run(bench, disk.path().resolve("r.json"));
      assertEquals(ExitCodes.OUTPUT, outcome.code(), outcome.err());
      assertTrue(outcome.err().contains("No space left on device; free space"), outcome.err());
      assertTrue(outcome.err().contains("with --json"), outcome.err());
      assertEquals(List.of(filler), FolderContent.of(disk.path()));
    }
  }

  @Test
  void aFullDiskKeepsTheOlderCatalogue() throws IOException {
    try (SmallDisk disk = SmallDisk.mount(dir.resolve("disk"), 1 << 20)) {
      Path out = disk.path().resolve("new");
      Path filler = disk.fill(40_000);
      Jzfof.run("run", SNAPSHOT, "-o", out)
          .failed(ExitCodes.OUTPUT, "No space left on device", "free space", "-o");
      assertEquals(List.of(filler), FolderContent.of(disk.path()));

      Files.delete(filler);
      Jzfof.run("run", SNAPSHOT, "-o", out, "--min-length", 32).succeeded();
      byte[] older = Files.readAllBytes(GadgetTables.file(out, "001"));
      disk.fill(older.length + 40_000);
      List<Path> before = FolderContent.of(disk.path());
      Jzfof.run("run", SNAPSHOT, "-o", out).failed(ExitCodes.OUTPUT, "No space left on device");
      assertEquals(before, FolderContent.of(disk.path()));
      assertArrayEquals(older, Files.readAllBytes(GadgetTables.file(out, "001")));
    }
  }

  /** There is room for a new catalogue and membership, but not for the reordered snapshot. */
  @Test
  void aFullDiskKeepsAllFilesOfTheOlderRun() throws IOException {
    try (SmallDisk disk = SmallDisk.mount(dir.resolve("disk"), 4 << 20)) {
      Path out = disk.path();
      Object[] run = {"run", SNAPSHOT, "-o", out, "--membership", "--reorder", "--files"};
      Jzfof.run(List.of(run), 3, "-b", 0.3).succeeded();
      long used = 0;
      for (Path file : FolderContent.of(out)) {
        used += Files.isRegularFile(file) ? Files.size(file) : 0;
      }
      disk.fill((int) used + 700_000);
      Map<Path, FileTime> before = times(out);
      assertEquals(3 + 3 + 1 + 1, before.size());
      Jzfof.run(List.of(run), 2).failed(ExitCodes.OUTPUT, "No space left on device");
      assertEquals(before, times(out));
    }
  }

  private static Map<Path, FileTime> times(Path folder) throws IOException {
    Map<Path, FileTime> times = new TreeMap<>();
    for (Path file : FolderContent.of(folder)) {
      if (!Files.isDirectory(file)) {
        times.put(file, Files.getLastModifiedTime(file));
      }
    }
    return times;
  }

  /** A single run, and one of a batch, whose other snapshots are done. */
  @Test
  void anotherRunIsWritingThere() throws IOException {
    Path busy = CatalogueWriter.output(dir, "001");
    Path other = Files.copy(SNAPSHOT, dir.resolve("snapshot_002.hdf5"));
    try (Transaction holder = Transaction.begin(busy, List.of(busy.resolveSibling("file")))) {
      String message = "another run (process " + ProcessHandle.current().pid() + " on ";
      Jzfof.run("run", SNAPSHOT, "-o", dir).failed(ExitCodes.OUTPUT, message, "wait for it");
      Outcome batch = Jzfof.run("run", SNAPSHOT, other, "-o", dir);
      assertEquals(ExitCodes.OUTPUT, batch.code(), batch.err());
      assertTrue(batch.err().contains(SNAPSHOT + ": cannot write "), batch.err());
      assertTrue(batch.err().contains(message), batch.err());
      assertTrue(Files.exists(GadgetTables.file(dir, "002")));
      assertFalse(Files.exists(GadgetTables.file(dir, "001")));
      assertEquals(List.of(), holder.warnings());
    }
    Jzfof.run("run", SNAPSHOT, "-o", dir).succeeded();
  }
}
