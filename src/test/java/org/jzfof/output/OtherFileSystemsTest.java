package org.jzfof.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.contract.FaultyFolder;
import org.jzfof.contract.MpiJob;
import org.jzfof.error.OutputException;

/** Transactions on file systems of several machines, that lack what a local one has. */
class OtherFileSystemsTest {
  /** Of a file server of another kind. */
  private static final String POOR = "replace=22 link=1 fsyncdir=22 fallocate=95";

  /** Does not wait for what another machine does. */
  private static final FileOperations IMPATIENT =
      new FileOperations() {
        @Override
        public void pause(Duration time) {
          Thread.onSpinWait();
        }
      };

  @TempDir Path dir;

  private static SampleOutput sample(Path folder) throws IOException {
    return new SampleOutput(folder.resolve("out")).withFilesOfOthers();
  }

  /** As on a local disk: nothing needs links, or a renaming over an older file. */
  @Test
  void whoDiesLeavesTheOldOrTheNewFiles() throws IOException {
    try (FaultyFolder folder = FaultyFolder.mount(dir, POOR)) {
      Map<Path, String> old = sample(folder.path().resolve("once")).withOlder().content();
      boolean dies = true;
      for (int step = 0; dies; step++) {
        SampleOutput sample = sample(folder.path().resolve("step" + step)).withOlder();
        dies = false;
        try {
          sample.writeNewer(DyingOperations.imagined(step));
        } catch (DyingOperations.Death e) {
          dies = true;
        }
        Transaction.recover(sample.name());
        Map<Path, String> content = sample.content();
        assertTrue(
            content.equals(old) && dies || content.size() == 6 && content.containsValue("new"),
            "step " + step + ": " + content);
      }
    }
  }

  @Test
  void aFileIsReplacedWithoutARenamingOverIt() throws IOException {
    try (FaultyFolder folder = FaultyFolder.mount(dir, POOR)) {
      Path file = folder.path().resolve("picture");
      for (String who : List.of("old", "new")) {
        try (Transaction transaction = Transaction.begin(file, List.of(file))) {
          transaction.write(List.of(file), parts -> SampleOutput.create(parts.get(0), who));
          transaction.commit(List.of());
          assertEquals(1, transaction.warnings().size(), "of the folder that cannot be synced");
        }
        assertEquals(who + " to its end", Files.readString(file));
      }
      assertEquals(1, folder.path().toFile().list().length);
    }
  }

  /** Each mount has locks of its own; the other machine is known by its signs of life. */
  @Test
  void aProcessOfAnotherMachineThatWritesIsSeenWithoutItsLock() throws Exception {
    try (FaultyFolder folder = FaultyFolder.mount(dir, "");
        FaultyFolder other = folder.again(1)) {
      SampleOutput sample = sample(folder.path()).withOlder();
      Map<Path, String> before = sample.content();
      List<String> command = new ArrayList<>(other.machine());
      command.addAll(MpiJob.java(HoldingProgram.class));
      command.add(other.path().resolve("out").toString());
      Process first =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      try {
        assertEquals("writing", first.inputReader().readLine());
        OutputException e =
            assertThrows(OutputException.class, () -> sample.writeNewer(FileOperations.SYSTEM));
        assertTrue(
            e.getMessage().contains("another run (process " + first.pid() + " on "),
            e.getMessage());
        assertTrue(sample.content().containsValue("half"), "the part of a live process is gone");
      } finally {
        first.destroyForcibly().waitFor();
      }
      Transaction.recover(sample.name(), IMPATIENT);
      assertEquals(before, sample.content());
    }
  }

  /** Two processes that begin in the same moment, without locks: the later one has the output. */
  @Test
  void whoseLockIsOverwrittenGivesUp() throws IOException {
    SampleOutput sample = sample(dir).withOlder();
    Path lock = HiddenNames.lock(sample.name());
    String others = new Owner(1, "elsewhere", UUID.randomUUID().toString()).line() + "\n";
    Transaction transaction = Transaction.begin(sample.name(), sample.newer());
    transaction.write(sample.newer(), parts -> parts.forEach(p -> SampleOutput.create(p, "new")));
    Files.writeString(lock, others, StandardOpenOption.TRUNCATE_EXISTING);
    OutputException e =
        assertThrows(OutputException.class, () -> transaction.commit(sample.older()));
    assertTrue(e.getMessage().contains("another run (process 1 on elsewhere)"), e.getMessage());
    transaction.close();
    assertEquals(others, Files.readString(lock));
    assertEquals("old", sample.visible().get(Path.of("groups/piece.0")));
  }

  private static Path on(FaultyFolder machine, Path part, SampleOutput sample) throws IOException {
    Path real = sample.folder().toRealPath();
    return machine.path().resolve("out").resolve(real.relativize(part));
  }

  @Test
  void filesOfAnotherMachineAreAwaited() throws IOException {
    try (FaultyFolder folder = FaultyFolder.mount(dir, "late=2");
        FaultyFolder other = folder.again(1)) {
      SampleOutput sample = sample(folder.path());
      try (Transaction transaction = Transaction.begin(sample.name(), sample.newer())) {
        for (Path part : transaction.parts(sample.newer())) {
          SampleOutput.create(on(other, part, sample), "new");
          assertTrue(Files.notExists(part), "it is seen at once");
        }
        transaction.commit(List.of());
      }
      assertEquals(6, sample.content().size(), sample.content().toString());
    }
  }

  @Test
  void filesThatAreNeverSeenAreRemovedByTheNextRun() throws IOException {
    try (FaultyFolder folder = FaultyFolder.mount(dir, "late=1000");
        FaultyFolder other = folder.again(1)) {
      SampleOutput sample = sample(folder.path());
      Map<Path, String> before = sample.content();
      Transaction transaction = Transaction.begin(sample.name(), sample.newer(), IMPATIENT);
      for (Path part : transaction.parts(sample.newer())) {
        SampleOutput.create(on(other, part, sample), "new");
      }
      OutputException e = assertThrows(OutputException.class, () -> transaction.commit(List.of()));
      assertTrue(e.getMessage().contains("is not visible here after 75 s"), e.getMessage());
      transaction.close();
      folder.faults("");
      Transaction.recover(sample.name());
      assertEquals(before, sample.content());
    }
  }

  /** The files have their names: that is no failure any more. */
  @Test
  void aLockThatCannotBeRemovedIsAWarning() throws IOException {
    try (FaultyFolder folder = FaultyFolder.mount(dir, "")) {
      SampleOutput sample = sample(folder.path());
      try (Transaction transaction = Transaction.begin(sample.name(), sample.newer())) {
        transaction.write(
            sample.newer(), parts -> parts.forEach(p -> SampleOutput.create(p, "new")));
        folder.faults("unlink=1");
        transaction.commit(List.of());
        assertTrue(
            transaction.warnings().get(0).contains("was not released"),
            transaction.warnings().toString());
      }
      folder.faults("");
      Transaction.recover(sample.name());
      assertEquals(6, sample.content().size(), sample.content().toString());
    }
  }
}
