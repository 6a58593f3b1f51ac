package org.jzfof.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.hdf5.Hdf5Chunks;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.file.ParticleColumn;

/** More rows than an int counts, almost none of them stored: the others are zero. */
class ManyRowsTest {
  private static final long ROWS = (1L << 31) + 1000;
  private static final int STORED = 1500;

  @TempDir private Path dir;

  private Snapshot snapshot() {
    Path file = dir.resolve("snapshot_001.hdf5");
    Hdf5Chunks chunks = new Hdf5Chunks(1 << 12, List.of());
    float[] xyz = new float[3 * STORED];
    long[] ids = new long[STORED];
    for (int i = 0; i < STORED; i++) {
      Arrays.fill(xyz, 3 * i, 3 * i + 3, i + 1);
      ids[i] = ROWS - STORED + i;
    }
    try (Hdf5Writer out = Hdf5Writer.create(file)) {
      out.group("/Header");
      out.attribute("/Header", "NumPart_ThisFile", Hdf5Type.UINT64, new long[] {0, ROWS});
      out.attribute("/Header", "NumPart_Total", Hdf5Type.UINT64, new long[] {0, ROWS});
      out.attribute("/Header", "NumFilesPerSnapshot", Hdf5Type.INT32, 1);
      out.attribute("/Header", "MassTable", Hdf5Type.FLOAT64, new double[] {0, 1});
      out.attribute("/Header", "Time", Hdf5Type.FLOAT64, 1.0);
      out.attribute("/Header", "Redshift", Hdf5Type.FLOAT64, 0.0);
      out.attribute("/Header", "BoxSize", Hdf5Type.FLOAT64, 2000.0);
      out.group("/PartType1");
      Hdf5Chunks.create(out, "/PartType1/Coordinates", Hdf5Type.FLOAT32, chunks, ROWS, 3);
      out.write("/PartType1/Coordinates", ROWS - STORED, STORED, xyz);
      Hdf5Chunks.create(out, "/PartType1/ParticleIDs", Hdf5Type.UINT64, chunks, ROWS);
      out.write("/PartType1/ParticleIDs", ROWS - STORED, STORED, ids);
    }
    Snapshot snapshot = Snapshot.open(file);
    snapshot.check(new int[] {1}, ParticleColumn.COMMON, 0, 1);
    return snapshot;
  }

  @Test
  void rowsBehindTheRangeOfASignedInt() {
    Snapshot snapshot = snapshot();
    assertEquals(ROWS, snapshot.header().counts()[1]);
    int count = STORED + 10;
    Collected last = Collected.of(snapshot, 1, ROWS - count, count);
    for (int i = 0; i < count; i++) {
      assertEquals(Math.max(0, i - 9), last.xyz[3 * i + 2]);
    }
    assertArrayEquals(
        new long[] {0, ROWS - STORED, ROWS - STORED + 1},
        Collected.ids(snapshot, 1, ROWS - STORED - 1, 3));
    assertArrayEquals(new long[] {ROWS - 1}, Collected.ids(snapshot, 1, ROWS - 1, 1));
  }

  @Test
  void rowsBehindTheRangeOfAnUnsignedInt() {
    long rows = (1L << 32) + 1000;
    Path file = dir.resolve("snapshot_big.hdf5");
    SnapshotFixtures.gadget4(50)
        .and(
            w -> {
              w.group("/PartType1");
              Hdf5Chunks sparse = new Hdf5Chunks(1 << 20, List.of());
              Hdf5Chunks.create(w, "/PartType1/Coordinates", Hdf5Type.FLOAT32, sparse, rows, 3);
              w.write("/PartType1/Coordinates", rows - 2, 2, new float[] {1, 2, 3, 4, 5, 6});
              Hdf5Chunks.create(w, "/PartType1/ParticleIDs", Hdf5Type.UINT64, sparse, rows);
              w.write("/PartType1/ParticleIDs", rows - 1, 1, new long[] {rows});
            })
        .counts(1, rows)
        .write(file);
    Snapshot s = Snapshot.open(file);
    assertEquals(rows, s.header().counts()[1]);
    Collected c = Collected.of(s, 1, rows - 3, 3);
    assertArrayEquals(new double[] {0, 0, 0, 1, 2, 3, 4, 5, 6}, c.xyz);
    assertArrayEquals(new long[] {0, rows}, Collected.ids(s, 1, rows - 2, 2));
    assertTrue(s.describeRow(1, rows - 1).startsWith("row " + (rows - 1)));
  }

  @Test
  void countsThatLostTheirHighWordAreTakenFromTheData() {
    long rows = (1L << 32) + 5;
    Path file = dir.resolve("big.00001.0");
    SnapshotFixtures.pkdgrav(50)
        .and(
            w -> {
              w.group("/PartType1");
              Hdf5Chunks sparse = new Hdf5Chunks(1 << 20, List.of());
              Hdf5Chunks.create(w, "/PartType1/Coordinates", Hdf5Type.FLOAT64, sparse, rows, 3);
            })
        .counts(1, 5)
        .write(file);
    assertEquals(rows, Snapshot.open(file).header().counts()[1]);
  }
}
