package org.jzfof.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.snapshot.file.ParticleColumn;

/** Where a snapshot has a column that not every run reads, and in which units. */
class ParticleColumnTest {
  private static final int GAS = 0;
  private static final Particles FIVE = Particles.uniform(5, 50, 1).withType(GAS);
  private static final double[] VALUES = {1, 2, 3, 4, 5};

  @TempDir private Path dir;

  private static void assertHas(Path file, double factor) {
    Snapshot snapshot = Snapshot.open(file);
    assertTrue(snapshot.has(ParticleColumn.THERMAL_ENERGIES, GAS));
    assertTrue(snapshot.storesDoubles(ParticleColumn.THERMAL_ENERGIES, GAS));
    assertEquals(factor, snapshot.factor(ParticleColumn.THERMAL_ENERGIES, GAS));
    double[] read =
        new SnapshotRows(snapshot, new int[] {GAS}, false)
            .numbers(ParticleColumn.THERMAL_ENERGIES, 1, 3);
    assertEquals("[2.0, 3.0, 4.0]", Arrays.toString(read));
  }

  @Test
  void gadgetStoresPhysicalOnes() {
    Path file =
        SnapshotFixtures.gadget(50, FIVE)
            .numbers("/PartType0/InternalEnergy", VALUES)
            .write(dir.resolve("snap_001.hdf5"));
    assertHas(file, 1);
  }

  /** At a = 0.25; those of an adiabatic gas of index 5/3 fall with the square of a. */
  @Test
  void swiftStatesThePowerOfTheScaleFactor() {
    Path file =
        SnapshotFixtures.swift(50, FIVE)
            .numbers("/PartType0/InternalEnergies", VALUES)
            .write(dir.resolve("snap_0001.hdf5"));
    assertHas(file, 1);
    Hdf5Edit.addNumber(file, "/PartType0/InternalEnergies", "a-scale exponent", -2);
    assertHas(file, 16);
  }

  @Test
  void withoutAny() {
    Path file = SnapshotFixtures.gadget4(dir.resolve("gas_001.hdf5"), 50, FIVE);
    assertFalse(Snapshot.open(file).has(ParticleColumn.THERMAL_ENERGIES, GAS));
  }
}
