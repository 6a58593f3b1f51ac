package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.comm.local.LocalCommunicator;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.Execution;
import org.jzfof.config.GroupDefinition;
import org.jzfof.config.LinkingLength;
import org.jzfof.config.OutputOptions;
import org.jzfof.config.ParticleChoice;
import org.jzfof.config.RunOptions;
import org.jzfof.config.SeparationBy;
import org.jzfof.error.SnapshotException;
import org.jzfof.load.CheckedSnapshot;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

@Timeout(60)
class ReadAheadTest {
  private static final int COUNT = 1000;
  private static final long BYTES = COUNT * 44L; // float64 positions at most, IDs, velocities

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
    checked.rows().readIds(1, 0, COUNT, (row, count, ids) -> sum[0] += count);
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
      ahead.freed(100);
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
      ahead.freed(101);
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
}
