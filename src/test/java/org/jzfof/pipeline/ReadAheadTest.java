package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.Execution;
import org.jzfof.config.GroupDefinition;
import org.jzfof.config.LinkingLength;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.config.OutputOptions;
import org.jzfof.config.ParticleChoice;
import org.jzfof.config.RunOptions;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.particles.CheckedSnapshot;

@Timeout(60)
class ReadAheadTest {
  private static final int COUNT = 1000;
  private static final long BYTES = COUNT * 44L; // float64 positions at most, IDs, velocities

  /** Room for two and what the second must leave free. */
  private static final long TIGHT = 3 * BYTES + 100;

  @TempDir private Path folder;

  private RunOptions write(int number) {
    Path file = folder.resolve("snap_%03d.hdf5".formatted(number));
    SnapshotFixtures.gadget4(file, 50, Particles.uniform(COUNT, 50, number));
    return options(file);
  }

  private RunOptions options(Path file) {
    return new RunOptions(
        new GroupDefinition(
            new ParticleChoice(file, new int[] {1}, true, null),
            new LinkingLength(0.2, true, SeparationBy.NUMBER),
            20),
        folder,
        true,
        OutputOptions.catalogue(1),
        new Execution(new Computer(BackendChoice.CPU, -1, 1, ExchangeChoice.AUTO), false, "test"));
  }

  private static long idsHeld(CheckedSnapshot checked) {
    long[] sum = {0};
    checked.rows().read(ParticleColumn.IDS, 1, 0, COUNT, block -> sum[0] += block.count());
    return sum[0];
  }

  /** What is in memory needs no file any more. */
  @Test
  void readsWhileOthersCompute() throws Exception {
    List<RunOptions> runs = List.of(write(1), write(2));
    try (ReadAhead ahead = new ReadAhead(runs, new LocalCommunicator(), BYTES + 100)) {
      ahead.start(1, 100);
      CheckedSnapshot checked = ahead.take(1);
      assertEquals(List.of(), checked.remarks());
      Files.delete(runs.get(1).groups().particles().snapshot());
      assertEquals(COUNT, idsHeld(checked));
      checked.rows().release();
      assertThrows(SnapshotException.class, () -> idsHeld(checked));
    }
  }

  /** Where there is no room beside the current snapshot, it is read when that is released. */
  @Test
  void readsWhenOthersNeedLess() throws Exception {
    List<RunOptions> runs = List.of(write(1), write(2));
    try (ReadAhead ahead = new ReadAhead(runs, new LocalCommunicator(), BYTES + 100)) {
      ahead.start(1, BYTES);
      ahead.reduceRunMemory(100);
      CheckedSnapshot checked = ahead.take(1);
      assertEquals(List.of(), checked.remarks());
      assertTrue(checked.rows().bytes() > 0 && checked.rows().bytes() <= BYTES);
      Files.delete(runs.get(1).groups().particles().snapshot());
      assertEquals(COUNT, idsHeld(checked));
      checked.rows().release();
      assertEquals(0, checked.rows().bytes());
    }
  }

  /** A run that fails before it has loaded its particles frees nothing. */
  @Test
  void whatNobodyWantsEnds() {
    List<RunOptions> runs = List.of(write(1), write(2));
    try (ReadAhead ahead = new ReadAhead(runs, new LocalCommunicator(), BYTES + 100)) {
      ahead.start(1, BYTES);
      ahead.start(0, BYTES);
    }
  }

  /** Two snapshots and what the search needs must fit. */
  @Test
  void doesNotReadAheadWithoutMemory() throws Exception {
    List<RunOptions> runs = List.of(write(1), write(2));
    try (ReadAhead ahead = new ReadAhead(runs, new LocalCommunicator(), BYTES + 100)) {
      ahead.start(1, 101);
      ahead.reduceRunMemory(101);
      CheckedSnapshot checked = ahead.take(1);
      assertEquals(1, checked.remarks().size());
      assertTrue(checked.remarks().get(0).contains("set a larger JZFOF_HEAP"));
      assertEquals(COUNT, idsHeld(checked));
      Files.delete(runs.get(1).groups().particles().snapshot());
      assertThrows(SnapshotException.class, () -> idsHeld(checked));
    }
  }

  @Test
  void failuresComeWithTheirSnapshot() {
    List<RunOptions> runs =
        Stream.of("a", "b", "c").map(name -> options(folder.resolve(name))).toList();
    try (ReadAhead ahead = new ReadAhead(runs, new LocalCommunicator(), Long.MAX_VALUE)) {
      ahead.start(1, 0);
      assertTrue(
          assertThrows(SnapshotException.class, () -> ahead.take(1))
              .getMessage()
              .contains("b does"));
      ahead.start(2, 0);
      assertTrue(
          assertThrows(SnapshotException.class, () -> ahead.take(0))
              .getMessage()
              .contains("a does"));
      ahead.start(3, 0); // the end of the list
    }
  }

  /** Has it wait for snapshots, so that it reads more at once from then on. */
  private static void waitFor(ReadAhead ahead, int from, int to) {
    for (int run = from; run < to; run++) {
      ahead.start(run, TIGHT);
      ahead.take(run).rows().release();
    }
  }

  private List<RunOptions> write(int from, int to) {
    return IntStream.range(from, to).mapToObj(this::write).toList();
  }

  private static void await(BooleanSupplier reached) throws InterruptedException {
    while (!reached.getAsBoolean()) {
      Thread.sleep(1);
    }
  }

  private static List<Thread> readers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("read ahead"))
        .toList();
  }

  @Test
  void readsOneInAdvanceUntilItHadToWait() throws Exception {
    List<RunOptions> runs = write(0, 6);
    try (ReadAhead ahead = new ReadAhead(runs, new LocalCommunicator(), TIGHT)) {
      ahead.start(1, 100);
      await(() -> readers().isEmpty());
      assertEquals(1, ahead.heldCount());
      ahead.take(1).rows().release();
      ahead.start(2, 100);
      await(() -> readers().isEmpty());
      assertEquals(1, ahead.heldCount());
    }
  }

  /** Several snapshots come in their order, each with its own rows. */
  @Test
  void severalComeInOrder() throws Exception {
    List<RunOptions> runs = write(0, 8);
    try (ReadAhead ahead = new ReadAhead(runs, new LocalCommunicator(), Long.MAX_VALUE / 8)) {
      ahead.start(1, Long.MAX_VALUE / 8);
      ahead.take(1).rows().release();
      ahead.start(2, 100);
      await(() -> ahead.heldCount() == 2 && readers().isEmpty());
      for (int run = 2; run < 4; run++) {
        CheckedSnapshot checked = ahead.take(run);
        Path file = runs.get(run).groups().particles().snapshot();
        assertEquals(file, checked.snapshot().header().pieces().get(0).file());
        Files.delete(file);
        assertEquals(COUNT, idsHeld(checked));
      }
      ahead.start(4, Long.MAX_VALUE / 8);
      ahead.take(4);
      ahead.start(5, 100);
      await(() -> ahead.heldCount() == 3);
      assertEquals(0, ahead.take(7).remarks().size());
      assertEquals(0, ahead.heldCount());
    }
  }

  /** Room for the next, and for one more that leaves as much again. */
  @Test
  void severalStayWithinTheMemory() throws Exception {
    List<RunOptions> runs = write(0, 9);
    try (ReadAhead ahead = new ReadAhead(runs, new LocalCommunicator(), TIGHT)) {
      waitFor(ahead, 1, 1 + ReadAhead.MAX_SNAPSHOTS);
      int first = 1 + ReadAhead.MAX_SNAPSHOTS;
      ahead.start(first, 100);
      await(() -> ahead.heldCount() == 2 && readers().size() == 2);
      await(() -> readers().stream().allMatch(t -> t.getState() == Thread.State.WAITING));
      assertEquals(2, ahead.heldCount());
      ahead.take(first).rows().release();
      assertEquals(1, ahead.heldCount());
      ahead.start(first + 1, 101 + BYTES);
      assertEquals(1, ahead.heldCount());
      ahead.reduceRunMemory(100);
      for (int run = first + 1; run < runs.size(); run++) {
        assertEquals(List.of(), ahead.take(run).remarks());
      }
    }
  }

  /** A run that needs more than those before it gets back what the next ones hold. */
  @Test
  void memoryIsGivenBackToALargerRun() throws Exception {
    List<RunOptions> runs = write(0, 6);
    try (ReadAhead ahead = new ReadAhead(runs, new LocalCommunicator(), TIGHT)) {
      waitFor(ahead, 1, 2);
      ahead.start(2, 100);
      await(() -> ahead.heldCount() == 2 && readers().isEmpty());
      ahead.take(2).rows().release();
      ahead.start(3, TIGHT - BYTES + 1);
      assertEquals(0, ahead.heldCount());
      ahead.reduceRunMemory(100);
      CheckedSnapshot checked = ahead.take(3);
      assertEquals(List.of(), checked.remarks());
      Files.delete(runs.get(3).groups().particles().snapshot());
      assertEquals(COUNT, idsHeld(checked));
    }
  }

  /** It is not missed, though it has waited for the one before. */
  @Test
  void oneThatIsLeftOutIsDropped() {
    List<RunOptions> runs = write(0, 6);
    try (ReadAhead ahead = new ReadAhead(runs, new LocalCommunicator(), TIGHT)) {
      waitFor(ahead, 1, 2);
      ahead.start(2, TIGHT);
      assertEquals(COUNT, idsHeld(ahead.take(3)));
      assertEquals(0, ahead.heldCount());
    }
  }

  @Test
  void aFailureOfALaterOneWaitsForItsTurn() throws Exception {
    List<RunOptions> runs = write(0, 6);
    Files.writeString(runs.get(3).groups().particles().snapshot(), "no HDF5 at all");
    try (ReadAhead ahead = new ReadAhead(runs, new LocalCommunicator(), TIGHT)) {
      waitFor(ahead, 1, 2);
      ahead.start(2, 100);
      await(() -> readers().isEmpty());
      assertEquals(1, ahead.heldCount());
      assertEquals(COUNT, idsHeld(ahead.take(2)));
      SnapshotException e = assertThrows(SnapshotException.class, () -> ahead.take(3));
      assertTrue(e.getMessage().contains("snap_003.hdf5"), e.getMessage());
      ahead.start(4, 100);
      assertEquals(COUNT, idsHeld(ahead.take(4)));
      assertEquals(COUNT, idsHeld(ahead.take(5)));
    }
  }

  /** Both those that wait for memory and those that read end. */
  @ParameterizedTest
  @ValueSource(longs = {100, TIGHT})
  void theEndInterruptsAll(long heapBytes) throws Exception {
    List<RunOptions> runs = write(0, 2 + ReadAhead.MAX_SNAPSHOTS);
    ReadAhead ahead = new ReadAhead(runs, new LocalCommunicator(), TIGHT);
    waitFor(ahead, 1, 2);
    ahead.start(2, heapBytes);
    if (heapBytes == TIGHT) {
      await(() -> readers().size() == 2);
    }
    ahead.close();
    assertEquals(0, ahead.heldCount());
    await(() -> readers().isEmpty());
  }
}
