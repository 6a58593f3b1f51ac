package org.jzfof.snapshot.particles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.backend.OpenBackend;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.domain.Box;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFixtures;
import org.jzfof.snapshot.checks.RowChecks;
import org.jzfof.snapshot.file.ParticleColumn;

/** All columns of a snapshot, or the first fault in them. */
@Timeout(60)
class ColumnReadingTest {
  private static final int COUNT = 5000;
  private static final Box BOX = Box.periodic(50, 50, 50);
  private static final Backend CPU = new CpuBackend();

  @RegisterExtension static final OpenBackend OPEN = new OpenBackend(() -> CPU);

  private final Particles stored = Particles.uniform(COUNT, 50, 1);
  @TempDir private Path dir;

  /** Reads the particles; something happens before each call of the reader. */
  private org.jzfof.domain.Particles read(OtherRows.Step before) {
    Snapshot snapshot =
        Snapshot.open(SnapshotFixtures.gadget4(50, stored).write(dir.resolve("snapshot_001.hdf5")));
    RowReader reader = OtherRows.after(before, snapshot);
    ParticleColumns columns =
        ParticleColumns.of(snapshot, new int[] {1}, RequiredColumns.ofIds(true), new ArrayList<>());
    return new ParticleLoader(snapshot, reader, columns, new LocalCommunicator(), f -> {}, 2)
        .load(
            SearchSpace.of(BOX),
            CPU.particles(),
            CPU.memory(),
            new RowChecks(snapshot, BOX, new int[] {1}));
  }

  @Test
  void columnsAreThoseStored() {
    try (org.jzfof.domain.Particles read = read(column -> {})) {
      assertEquals(COUNT, read.count());
      int[] xyz = CPU.memory().toInts(read.positions());
      for (int i = 0; i < xyz.length; i++) {
        double cell = Math.scalb(50.0, -32);
        assertEquals(stored.positions()[i], (xyz[i] + 0x1p31) * cell, 1e-5);
      }
      assertArrayEquals(stored.ids(), CPU.memory().toLongs(read.ids()));
      float[] velocities = CPU.memory().toFloats(read.velocities());
      assertEquals(stored.velocities()[3 * COUNT - 1], velocities[3 * COUNT - 1]);
    }
    assertEquals(0, CPU.memory().used());
  }

  @Test
  void anInvalidValueIsRefused() {
    stored.velocities()[3 * 70] = Float.NaN;
    SnapshotException e = assertThrows(SnapshotException.class, () -> read(column -> {}));
    assertTrue(e.getMessage().contains("the velocity of row 70 "), e.getMessage());
    assertEquals(0, CPU.memory().used());
  }

  @Test
  void aFailureOfOneColumnIsThrownAsItIs() {
    SnapshotException fault = new SnapshotException("damaged");
    OtherRows.Step failing =
        column -> {
          if (column.equals(ParticleColumn.VELOCITIES)) {
            throw fault;
          }
        };
    assertSame(fault, assertThrows(SnapshotException.class, () -> read(failing)));
    assertEquals(0, CPU.memory().used());
  }
}
