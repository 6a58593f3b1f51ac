package org.jzfof.snapshot.particles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.backend.OpenBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Chunks.Filter;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFixtures;
import org.jzfof.snapshot.checks.RowChecks;

/** Columns of which threads read a part each. */
class ReadingInPartsTest {
  private static final int COUNT = 1_100_000;
  private static final int FEW = 1000;
  private static final int THREADS = 12;
  private static final Box BOX = Box.periodic(50, 50, 50);
  private static final Backend CPU = new CpuBackend();

  @RegisterExtension static final OpenBackend OPEN = new OpenBackend(() -> CPU);

  private final Communicator alone = new LocalCommunicator();
  private final List<Double> progress = new ArrayList<>();
  private final Particles many = Particles.uniform(COUNT, 50, 1);
  private final long[] ids = many.ids().clone();
  @TempDir private Path dir;

  /** What was read. */
  private record Read(int[] positions, long[] ids, float[] velocities, RowChecks odd) {}

  @BeforeEach
  void storeSignedIds() {
    ids[FEW] = 7;
  }

  private Snapshot written(boolean packed) {
    Particles signed = many.withIds(ids).stored(Hdf5Type.FLOAT32, Hdf5Type.INT64);
    Particles few = Particles.uniform(FEW, 50, 2).withType(2);
    SnapshotFixtures fixture = SnapshotFixtures.gadget4(50, signed, few);
    Path file = dir.resolve("snapshot_001.hdf5");
    return Snapshot.open((packed ? fixture.chunked(4096, Filter.GZIP) : fixture).write(file));
  }

  private ParticleLoader loader(Snapshot snapshot, RowReader reader, int threads) {
    int[] types = {1, 2};
    ParticleColumns columns =
        ParticleColumns.of(snapshot, types, RequiredColumns.ofIds(true), new ArrayList<>());
    return new ParticleLoader(snapshot, reader, columns, alone, progress::add, threads);
  }

  private Read read(Snapshot snapshot, RowReader reader, int threads) {
    progress.clear();
    RowChecks odd = new RowChecks(snapshot, BOX, new int[] {1, 2});
    DeviceMemory memory = CPU.memory();
    try (org.jzfof.domain.Particles read =
        loader(snapshot, reader, threads).load(SearchSpace.of(BOX), CPU.particles(), memory, odd)) {
      odd.join(alone);
      assertEquals(COUNT + FEW, read.count());
      assertEquals(progress.stream().sorted().toList(), progress);
      assertEquals(1, progress.get(progress.size() - 1));
      return new Read(
          memory.toInts(read.positions()),
          memory.toLongs(read.ids()),
          memory.toFloats(read.velocities()),
          odd);
    }
  }

  private Read assertSame(Snapshot snapshot) {
    Read one = read(snapshot, snapshot, 1);
    Read parts = read(snapshot, snapshot, THREADS);
    assertArrayEquals(one.positions, parts.positions);
    assertArrayEquals(one.ids, parts.ids);
    assertArrayEquals(one.velocities, parts.velocities);
    assertEquals(one.odd.warnings(false), parts.odd.warnings(false));
    assertEquals(one.odd.boxWarning(), parts.odd.boxWarning());
    return parts;
  }

  @Test
  void nothingOdd() {
    Snapshot snapshot = written(false);
    assertTrue(snapshot.readsInParts(1));
    assertEquals(List.of(), assertSame(snapshot).odd.warnings(false));
  }

  @Test
  void packedRowsAreReadByOneThread() {
    Snapshot snapshot = written(true);
    assertEquals(false, snapshot.readsInParts(1));
    assertSame(snapshot);
  }

  @Test
  void oddRowsOfSeveralPartsAreToldOnce() {
    for (int row : new int[] {300_000, 700_000, COUNT - 1}) {
      ids[row] = -row;
    }
    for (int row = 262_000; row < 900_000; row++) { // over parts, from the middle of the first on
      System.arraycopy(many.positions(), 0, many.positions(), 3 * row, 3);
    }
    for (int row = 0; row < COUNT; row++) {
      many.positions()[3 * row] += 30;
    }
    Read read = assertSame(written(false));
    List<String> warnings = read.odd.warnings(false);
    assertEquals(2, warnings.size(), warnings.toString());
    assertTrue(warnings.get(0).startsWith("about 638"), warnings.get(0));
    assertTrue(warnings.get(0).contains("from row 262016 of PartType1"), warnings.get(0));
    assertTrue(warnings.get(1).startsWith("3 IDs"), warnings.get(1));
    assertTrue(warnings.get(1).contains("the first -300000 in row 300000"), warnings.get(1));
    assertTrue(read.odd.boxWarning().isPresent());
  }

  @ParameterizedTest
  @CsvSource({"3, 400000", "900000, 5", "262144, 262143"})
  void theFirstPositionWithoutAPlaceIsNamed(int one, int other) {
    many.positions()[3 * one + 1] = Double.NaN;
    many.positions()[3 * other + 2] = Double.POSITIVE_INFINITY;
    Snapshot snapshot = written(false);
    for (int threads : new int[] {1, THREADS}) {
      SnapshotException e =
          assertThrows(SnapshotException.class, () -> read(snapshot, snapshot, threads));
      int first = Math.min(one, other);
      String id = "(ID %d)".formatted(ids[first]);
      String start = "the position of row %d of PartType1 in %s %s is (";
      String said = start.formatted(first, dir.resolve("snapshot_001.hdf5"), id);
      assertTrue(e.getMessage().startsWith(said), e.getMessage());
    }
  }

  @Test
  void whatIsHeldIsNotReadAgain() {
    Snapshot snapshot = written(false);
    AtomicBoolean closed = new AtomicBoolean();
    RowReader files = OtherRows.after(column -> assertFalse(closed.get()), snapshot);
    HeldRows held = new HeldRows(files, new HeldArrays(), THREADS);
    loader(snapshot, held, THREADS).hold(held);
    assertEquals((COUNT + FEW) * (12L + 8 + 12), held.bytes());
    closed.set(true);
    Read read = read(snapshot, held, THREADS);
    assertArrayEquals(read(snapshot, snapshot, 1).positions, read.positions);
  }
}
