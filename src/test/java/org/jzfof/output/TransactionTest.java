package org.jzfof.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.contract.MpiJob;
import org.jzfof.error.OutputException;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Exception;

/** Files appear together, of one process at a time, whatever the file system does not do. */
class TransactionTest {
  @TempDir Path dir;
  private SampleOutput sample;

  @BeforeEach
  void sample() throws IOException {
    sample = new SampleOutput(dir.resolve("out")).withFilesOfOthers();
  }

  @Test
  void filesAppearTogetherAndStaleOnesGo() throws IOException {
    sample.withOlder();
    try (Transaction transaction = Transaction.begin(sample.name(), sample.newer())) {
      Map<Path, String> before = sample.visible();
      for (Path file : sample.newer()) {
        transaction.write(List.of(file), parts -> SampleOutput.create(parts.get(0), "new"));
        assertEquals(before, sample.visible());
      }
      List<Path> stale = new ArrayList<>(sample.older());
      stale.add(dir.resolve("nowhere/file"));
      transaction.commit(stale);
      assertEquals(List.of(), transaction.warnings());
      assertFalse(Files.exists(dir.resolve("nowhere")));
    }
    assertEquals(6, sample.content().size(), sample.content().toString());
    assertFalse(Files.exists(sample.list()) || Files.exists(sample.piece(2)));
    assertEquals("new", sample.visible().get(Path.of("copies/copy")));
  }

  @Test
  void whatIsNotCommittedLeavesNothing() throws IOException {
    Map<Path, String> before = sample.content();
    try (Transaction transaction = Transaction.begin(sample.name(), sample.newer())) {
      transaction.write(
          List.of(sample.piece(1)), parts -> SampleOutput.create(parts.get(0), "new"));
    }
    assertEquals(before, sample.content());
    assertFalse(Files.exists(sample.copy().getParent()), "a folder is left");
  }

  /** Refuses one of the renamings. */
  private record Refusal(int number, int[] moves) implements FileOperations {
    @Override
    public void move(Path from, Path to) throws IOException {
      if (moves[0]++ == number) {
        throw new IOException("no more names");
      }
      FileOperations.super.move(from, to);
    }
  }

  @Test
  void aRefusedRenamingIsUndone() throws IOException {
    sample.withOlder();
    Map<Path, String> before = sample.content();
    int moves = 1 + 3 + 5 + 3; // of the lock, new files to be ready, older ones, new ones
    for (int number = 0; number < moves; number++) {
      Refusal refusal = new Refusal(number, new int[1]);
      OutputException e =
          assertThrows(OutputException.class, () -> sample.writeNewer(refusal), "move " + number);
      assertTrue(e.getMessage().contains("no more names"), e.getMessage());
      assertEquals(before, sample.content(), "move " + number);
    }
    sample.writeNewer(new Refusal(moves, new int[1]));
    assertEquals(6, sample.content().size());
  }

  @Test
  void aFolderThatCannotBeSyncedIsNoFailure() throws IOException {
    FileOperations unsynced =
        new FileOperations() {
          @Override
          public void syncFolder(Path folder) throws IOException {
            throw new IOException("Invalid argument");
          }
        };
    sample.withOlder();
    try (Transaction transaction = Transaction.begin(sample.name(), sample.newer(), unsynced)) {
      transaction.write(
          sample.newer(), parts -> parts.forEach(part -> SampleOutput.create(part, "new")));
      transaction.commit(sample.older());
      assertEquals(2, transaction.warnings().size(), transaction.warnings().toString());
      assertTrue(transaction.warnings().get(0).contains("cannot be synced"));
    }
    assertEquals(6, sample.content().size());
  }

  private static final FileOperations WITHOUT_LOCKS =
      new FileOperations() {
        @Override
        public FileLock tryLock(FileChannel file, boolean shared) throws IOException {
          throw new IOException("No locks available");
        }
      };

  @Test
  void withoutLocksTheProcessThatWritesIsKnownOnItsMachine() throws Exception {
    try (Transaction transaction =
        Transaction.begin(sample.name(), sample.newer(), WITHOUT_LOCKS)) {
      assertTrue(transaction.warnings().get(0).contains("cannot be locked (No locks available)"));
      OutputException e =
          assertThrows(OutputException.class, () -> sample.writeNewer(WITHOUT_LOCKS));
      assertTrue(e.getMessage().contains("another run (process "), e.getMessage());
      transaction.write(
          sample.newer(), parts -> parts.forEach(part -> SampleOutput.create(part, "new")));
      transaction.commit(List.of());
    }
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Owner self = Owner.self();
    List<Owner> gone =
        List.of(
            new Owner(dead.pid(), self.host(), self.space()),
            new Owner(self.pid(), "elsewhere", UUID.randomUUID().toString()));
    for (Owner owner : gone) {
      Files.writeString(HiddenNames.lock(sample.name()), owner.line() + "\n");
      sample.writeNewer(WITHOUT_LOCKS);
      assertEquals(6, sample.content().size());
    }
  }

  private static Process start(Class<?> program, Path folder) throws IOException {
    List<String> command = new ArrayList<>(MpiJob.java(program));
    command.add(folder.toString());
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  @Test
  void aSecondProcessIsRefusedUntilTheFirstIsDead() throws Exception {
    sample.withOlder();
    Map<Path, String> before = sample.content();
    Process first = start(HoldingProgram.class, sample.folder());
    try {
      assertEquals("writing", first.inputReader().readLine());
      for (int attempt = 0; attempt < 2; attempt++) { // a refused one leaves the lock alone
        OutputException e =
            assertThrows(OutputException.class, () -> sample.writeNewer(FileOperations.SYSTEM));
        assertTrue(
            e.getMessage().contains("another run (process " + first.pid() + " on "),
            e.getMessage());
        assertTrue(e.getMessage().contains("choose another folder with -o"), e.getMessage());
      }
      Transaction.recover(sample.name());
      assertTrue(sample.content().containsValue("half"), "the part of a live process is gone");
    } finally {
      first.destroyForcibly().waitFor();
    }
    assertTrue(sample.content().containsValue("half"));
    Transaction.recover(sample.name());
    assertEquals(before, sample.content());
  }

  /** Who is told to end by a signal removes what it has written. */
  @Test
  void aSignalLeavesNothing() throws Exception {
    Map<Path, String> before = sample.content();
    Process process = start(HoldingProgram.class, sample.folder());
    assertEquals("writing", process.inputReader().readLine());
    process.toHandle().destroy(); // Process.destroy also ends its input, for which it waits
    assertEquals(128 + 15, process.waitFor());
    assertEquals(before, sample.content());
    assertFalse(Files.exists(sample.copy().getParent()), "a folder is left");
  }

  /**
   * Other threads go on while the program ends: one locks or creates a file, and begins another.
   */
  @ParameterizedTest
  @ValueSource(strings = {"locking", "creating"})
  void aSignalWhileAThreadGoesOnLeavesNothing(String step) throws Exception {
    Map<Path, String> before = sample.content();
    Process process = start(LateProgram.class, sample.folder());
    String line = process.inputReader().readLine();
    while (!step.equals(line)) {
      assertNotNull(line);
      line = process.inputReader().readLine();
    }
    process.toHandle().destroy();
    assertEquals(128 + 15, process.waitFor());
    assertEquals(before, sample.content());
    assertFalse(Files.exists(sample.copy().getParent()), "a folder is left");
  }

  /** Files that are made while others are removed are left to the next run, which knows of them. */
  @Test
  void aSignalWhileManyFilesAreMadeLeavesNothingThatNoRunRemoves() throws Exception {
    for (int attempt = 0; attempt < 4; attempt++) {
      Path folder = Files.createDirectory(dir.resolve("many" + attempt));
      Process process = start(ManyFilesProgram.class, folder);
      assertEquals("writing", process.inputReader().readLine());
      process.toHandle().destroy();
      assertEquals(128 + 15, process.waitFor());
      Transaction.recover(ManyFilesProgram.name(folder));
      try (Stream<Path> left = Files.walk(folder)) {
        assertEquals(List.of(), left.filter(Files::isRegularFile).toList());
      }
    }
  }

  /** The program ends by a signal and has some seconds left, in which it completes its files. */
  @Test
  void whoHasLostItsLockTakesItAgain() throws IOException {
    try (Transaction transaction = Transaction.begin(sample.name(), sample.newer())) {
      transaction.write(
          sample.newer(), parts -> parts.forEach(part -> SampleOutput.create(part, "new")));
      Files.delete(HiddenNames.lock(sample.name()));
      transaction.commit(List.of());
    }
    assertEquals(6, sample.content().size());
  }

  @Test
  void linksUnderHiddenNamesAreNotFollowed() throws IOException {
    Path precious = Files.writeString(dir.resolve("precious"), "a thesis");
    Files.createSymbolicLink(HiddenNames.lock(sample.name()), precious);
    OutputException e =
        assertThrows(OutputException.class, () -> sample.writeNewer(FileOperations.SYSTEM));
    assertTrue(e.getMessage().contains("cannot write"), e.getMessage());
    Files.delete(HiddenNames.lock(sample.name()));
    try (Transaction transaction = Transaction.begin(sample.name(), sample.newer())) {
      Path part = transaction.parts(sample.newer()).get(0);
      for (Path target : List.of(precious, dir.resolve("nowhere"))) {
        Files.createSymbolicLink(part, target);
        assertThrows(Hdf5Exception.class, () -> Hdf5Writer.create(part).close());
        Files.delete(part);
      }
    }
    assertEquals("a thesis", Files.readString(precious));
    assertFalse(Files.exists(dir.resolve("nowhere")));
  }

  @Test
  void whatIsNoLockOfJzfofIsLeftAlone() throws IOException {
    Path lock = Files.writeString(HiddenNames.lock(sample.name()), "my notes\n");
    OutputException e =
        assertThrows(OutputException.class, () -> sample.writeNewer(FileOperations.SYSTEM));
    assertTrue(e.getMessage().contains("'my notes' is no line of a lock of jzfof"), e.getMessage());
    assertEquals("my notes\n", Files.readString(lock));
  }
}
