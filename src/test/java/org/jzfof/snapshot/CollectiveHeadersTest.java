package org.jzfof.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.HeaderChoice;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.file.Dialect;
import org.jzfof.snapshot.file.SnapshotFile;

/** The headers of a snapshot in many files are read once by all ranks together. */
class CollectiveHeadersTest {
  @TempDir Path dir;

  private List<Path> files;

  @BeforeEach
  void write() throws IOException {
    Particles some = Particles.uniform(1000, 50, 1);
    files =
        SnapshotFixtures.gadget4(50, some)
            .writeSplit(dir.resolve("s_1"), 100, 0, 300, 50, 150, 200, 200);
  }

  private static FileHeader read(Path file) {
    Dialect dialect;
    try (SnapshotFile f = SnapshotFile.open(file)) {
      dialect = Dialect.of(f);
    }
    return FileHeader.read(file, dialect, false, false);
  }

  /** How often each file was read, by ranks that get the headers of all. */
  private ConcurrentMap<Path, Integer> readings(int ranks, boolean copies) {
    ConcurrentMap<Path, Integer> readings = new ConcurrentHashMap<>();
    ThreadRanks.run(ranks, comm -> readAll(comm, comm.rank() > 0 && copies, readings));
    return readings;
  }

  private Void readAll(Communicator comm, boolean copied, ConcurrentMap<Path, Integer> readings) {
    List<Path> own = copied ? files.stream().map(f -> copyOf(f, comm.rank())).toList() : files;
    List<FileHeader> headers =
        new CollectiveHeaders(comm)
            .read(
                own,
                file -> {
                  readings.merge(file, 1, Integer::sum);
                  return read(file);
                });
    assertEquals(files.size(), headers.size());
    for (int i = 0; i < files.size(); i++) {
      FileHeader alone = read(own.get(i));
      assertEquals(own.get(i), headers.get(i).file());
      assertArrayEquals(alone.encoded(), headers.get(i).encoded());
      assertEquals(alone.statements().keySet(), headers.get(i).statements().keySet());
      headers.get(i).piece().state().requireUnchanged();
    }
    return null;
  }

  private Path copyOf(Path file, int rank) {
    Path copy = dir.resolve("copy" + rank).resolve(file.getFileName());
    try {
      Files.createDirectories(copy.getParent());
      return Files.exists(copy) ? copy : Files.copy(file, copy);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 9})
  void eachFileIsReadOnce(int ranks) {
    ConcurrentMap<Path, Integer> readings = readings(ranks, false);
    assertEquals(files.size(), readings.size());
    assertTrue(readings.values().stream().allMatch(count -> count == 1), readings::toString);
  }

  @Test
  void copiesAreReadByTheirOwnRank() {
    assertEquals(3 * files.size(), readings(3, true).size());
  }

  /** As if each had read it: the failure names no rank. */
  @Test
  void allRanksFailOnTheFirstFileThatCannotBeRead() throws IOException {
    Files.write(files.get(5), new byte[100]);
    Files.write(files.get(3), new byte[100]);
    Files.write(files.get(4), new byte[100]);
    SnapshotException alone =
        assertThrows(SnapshotException.class, () -> Snapshot.open(files.get(0)));
    SnapshotException shared =
        assertThrows(
            SnapshotException.class,
            () -> ThreadRanks.run(3, comm -> Snapshot.open(files.get(0), HeaderChoice.NONE, comm)));
    assertEquals(alone.getMessage(), shared.getMessage());
    assertTrue(alone.getMessage().contains(files.get(3).toString()), alone.getMessage());
  }
}
