package org.jzfof.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.hdf5.Hdf5Edit;

/** Where a snapshot has thermal energies, and in which units. */
class ThermalEnergiesTest {
  private static final Particles GAS = Particles.uniform(5, 50, 1).withType(0);
  private static final double[] VALUES = {1, 2, 3, 4, 5};

  @TempDir private Path dir;

  private static ThermalEnergies of(Path file) {
    return ThermalEnergies.of(Snapshot.open(file)).orElseThrow();
  }

  @Test
  void gadgetStoresPhysicalOnes() {
    Path file =
        SnapshotFixtures.gadget(50, GAS)
            .numbers("/PartType0/InternalEnergy", VALUES)
            .write(dir.resolve("snap_001.hdf5"));
    assertEquals(new ThermalEnergies("InternalEnergy", true, 1), of(file));
  }

  /** At a = 0.25; those of an adiabatic gas of index 5/3 fall with the square of a. */
  @Test
  void swiftStatesThePowerOfTheScaleFactor() {
    Path file =
        SnapshotFixtures.swift(50, GAS)
            .numbers("/PartType0/InternalEnergies", VALUES)
            .write(dir.resolve("snap_0001.hdf5"));
    assertEquals(1, of(file).toPhysical());
    Hdf5Edit.addNumber(file, "/PartType0/InternalEnergies", "a-scale exponent", -2);
    assertEquals(new ThermalEnergies("InternalEnergies", true, 16), of(file));
  }

  @Test
  void withoutAny() {
    Path gas = SnapshotFixtures.gadget4(dir.resolve("gas_001.hdf5"), 50, GAS);
    assertTrue(ThermalEnergies.of(Snapshot.open(gas)).isEmpty());
    Path dark =
        SnapshotFixtures.gadget4(dir.resolve("dark_001.hdf5"), 50, Particles.uniform(5, 50, 1));
    assertEquals(Optional.empty(), ThermalEnergies.of(Snapshot.open(dark)));
  }
}
