package org.jzfof.plot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.error.UsageException;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFixtures;

class DensityMapTest {
  private static final double BOX = 10;

  @TempDir Path dir;

  private static Slab slab(int axis, double from, double to) {
    return new Slab(axis, from, to, new double[3], new double[] {BOX, BOX, BOX}, true);
  }

  /** Across the edge of the box, for each axis, positions as float and as double. */
  @ParameterizedTest
  @CsvSource({"0, -1, 2, FLOAT32", "1, 3, 4, FLOAT64", "2, 9, 11, FLOAT32", "2, 0, 10, FLOAT64"})
  void everyParticleOfTheSlabIsInItsPixel(int axis, double from, double to, Hdf5Type stored) {
    Particles particles =
        Particles.uniform(5000, BOX, 3).stored(stored, Hdf5Type.UINT32).withMasses(masses(5000));
    Snapshot snapshot =
        Snapshot.open(SnapshotFixtures.gadget4(dir.resolve("s_001.hdf5"), BOX, particles));
    DensityMap map = new DensityMap(slab(axis, from, to), 20, 10);
    map.add(snapshot, 1);
    double[] expected = new double[200];
    double[] count = new double[200];
    int right = axis == 0 ? 1 : 0;
    int up = axis == 2 ? 1 : 2;
    for (int i = 0; i < particles.count(); i++) {
      double[] x = new double[3];
      for (int d = 0; d < 3; d++) {
        double value = particles.positions()[3 * i + d];
        x[d] = stored == Hdf5Type.FLOAT32 ? (float) value : value;
      }
      boolean inside =
          x[axis] >= from && x[axis] < to || x[axis] - BOX >= from || x[axis] + BOX < to;
      if (inside) {
        int pixel = (int) x[up] * 20 + (int) (2 * x[right]);
        expected[pixel] += particles.masses()[i];
        count[pixel]++;
      }
    }
    double mean = Arrays.stream(expected).average().orElseThrow();
    double[] contrast = new AdaptiveSmoothing(20, 10, true).smooth(expected, count);
    Arrays.setAll(contrast, pixel -> contrast[pixel] / mean);
    assertArrayEquals(contrast, map.contrast(), 1e-9);
  }

  private static float[] masses(int n) {
    float[] masses = new float[n];
    for (int i = 0; i < n; i++) {
      masses[i] = 1 + i % 5;
    }
    return masses;
  }

  @Test
  void aSlabMustHoldSomething() {
    assertThrows(UsageException.class, () -> slab(0, 3, 3));
    assertThrows(UsageException.class, () -> slab(0, 4, 3));
    assertThrows(UsageException.class, () -> slab(0, Double.NaN, 3));
    assertTrue(slab(0, 0, 50).holds(-3));
  }

  @Test
  void smoothingKeepsWhatIsUniform() {
    double[] flat = new double[40 * 30];
    Arrays.fill(flat, 0.5);
    double[] smooth = new AdaptiveSmoothing(40, 30, true).smooth(flat, flat);
    for (double value : smooth) {
      assertEquals(0.5, value, 1e-12);
    }
  }

  /** A peak of many particles stays, one alone is spread out, and both keep about their mass. */
  @Test
  void smoothingIsNarrowWhereParticlesAreMany() {
    double[] map = new double[64 * 64];
    map[16 * 64 + 16] = 10000;
    double[] narrow = new AdaptiveSmoothing(64, 64, true).smooth(map, map);
    assertTrue(narrow[16 * 64 + 16] > 0.25 * 10000);
    assertTrue(narrow[16 * 64 + 26] < 1);
    map[16 * 64 + 16] = 1;
    double[] wide = new AdaptiveSmoothing(64, 64, true).smooth(map, map);
    assertTrue(wide[16 * 64 + 16] < 0.02);
    assertTrue(wide[16 * 64 + 26] > 0.2 * wide[16 * 64 + 16]);
    assertEquals(1, Arrays.stream(wide).sum(), 0.05);
  }

  /** Across the edge of a periodic map, and not of an open one. */
  @Test
  void smoothingWrapsAround() {
    double[] map = new double[64 * 64];
    map[32 * 64] = 1;
    int opposite = 32 * 64 + 63;
    assertTrue(new AdaptiveSmoothing(64, 64, true).smooth(map, map)[opposite] > 1e-3);
    assertEquals(0, new AdaptiveSmoothing(64, 64, false).smooth(map, map)[opposite], 1e-12);
  }
}
