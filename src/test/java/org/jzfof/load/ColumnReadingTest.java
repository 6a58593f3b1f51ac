package org.jzfof.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.cpu.CpuBackend;
import org.jzfof.comm.local.LocalCommunicator;
import org.jzfof.domain.Box;
import org.jzfof.domain.IncomingParticles;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.SnapshotException;
import org.jzfof.load.checks.RowChecks;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFixtures;
import org.jzfof.snapshot.file.ParticleColumn;

/** Positions are there while velocities are still read. */
@Timeout(60)
class ColumnReadingTest {
  private static final int COUNT = 5000;
  private static final Box BOX = Box.periodic(50, 50, 50);
  private static final Backend CPU = new CpuBackend(2);

  @RegisterExtension static final OpenBackend OPEN = new OpenBackend(() -> CPU);

  private final Particles stored = Particles.uniform(COUNT, 50, 1);
  private final CountDownLatch mayRead = new CountDownLatch(1);
  private final AtomicInteger waiting = new AtomicInteger();
  private SnapshotException fault;
  @TempDir private Path dir;

  /** Begins to read; velocities wait for {@link #mayRead}. */
  private IncomingParticles begin() {
    Snapshot snapshot =
        Snapshot.open(SnapshotFixtures.gadget4(50, stored).write(dir.resolve("snapshot_001.hdf5")));
    RowReader slow = OtherRows.after(this::waitForVelocities, snapshot);
    ParticleColumns columns =
        ParticleColumns.of(snapshot, new int[] {1}, Needs.ofIds(true), new ArrayList<>());
    return new ParticleLoader(snapshot, slow, columns, new LocalCommunicator(), f -> {}, 2)
        .begin(
            SearchSpace.of(BOX),
            CPU.particles(),
            CPU.memory(),
            new RowChecks(snapshot, BOX, new int[] {1}));
  }

  private void waitForVelocities(ParticleColumn column) throws InterruptedException {
    if (column.equals(ParticleColumn.VELOCITIES)) {
      waiting.incrementAndGet();
      try {
        mayRead.await();
      } finally {
        waiting.decrementAndGet();
      }
      if (fault != null) {
        throw fault;
      }
    }
  }

  @Test
  void positionsComeFirst() {
    try (IncomingParticles incoming = begin()) {
      assertEquals(COUNT, incoming.count());
      int[] xyz = CPU.memory().toInts(incoming.positions());
      for (int i = 0; i < xyz.length; i++) {
        double cell = Math.scalb(50.0, -32);
        assertEquals(stored.positions()[i], (xyz[i] + 0x1p31) * cell, 1e-5);
      }
      mayRead.countDown();
      try (org.jzfof.domain.Particles columns = incoming.columns()) {
        assertArrayEquals(stored.ids(), CPU.memory().toLongs(columns.ids()));
        float[] velocities = CPU.memory().toFloats(columns.velocities());
        assertEquals(stored.velocities()[3 * COUNT - 1], velocities[3 * COUNT - 1]);
      }
    }
    assertEquals(0, CPU.memory().used());
  }

  @Test
  void whoeverGivesUpEndsTheReading() {
    begin().close();
    assertEquals(0, waiting.get());
    assertEquals(0, CPU.memory().used());
  }

  @Test
  void aFaultOfALaterColumnIsThrownWhenItIsWaitedFor() {
    stored.velocities()[3 * 70] = Float.NaN;
    try (IncomingParticles incoming = begin()) {
      mayRead.countDown();
      SnapshotException e = assertThrows(SnapshotException.class, incoming::columns);
      assertTrue(e.getMessage().contains("the velocity of row 70 "), e.getMessage());
      assertSame(SnapshotException.class, e.getClass());
    }
    assertEquals(0, CPU.memory().used());
  }

  @Test
  void aFaultIsToldToWhoeverAsks() {
    fault = new SnapshotException("damaged");
    try (IncomingParticles incoming = begin()) {
      incoming.check(); // nothing has failed yet
      mayRead.countDown();
      SnapshotException e =
          assertThrows(
              SnapshotException.class,
              () -> {
                while (true) {
                  incoming.check();
                }
              });
      assertSame(fault, e);
    }
    assertEquals(0, CPU.memory().used());
  }
}
