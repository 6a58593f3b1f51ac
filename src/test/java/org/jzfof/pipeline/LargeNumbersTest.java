package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.Jzfof;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Masses and velocities that float32 cannot hold. */
class LargeNumbersTest {
  /** Two groups, of two and of three particles. */
  private static final double[] PLACES = {1, 1, 1, 1.5, 1, 1, 6, 6, 6, 6.5, 6, 6, 7, 6, 6};

  @TempDir Path dir;

  private Path snapshot(double[] masses, double[] velocities) {
    int n = PLACES.length / 3;
    Path file = dir.resolve("snapshot_007.hdf5");
    SnapshotFixtures.gadget4(10)
        .and(
            w -> {
              w.group("/PartType1");
              w.dataset("/PartType1/Coordinates", Hdf5Type.FLOAT64, n, 3);
              w.write("/PartType1/Coordinates", 0, n, PLACES);
              w.dataset("/PartType1/ParticleIDs", Hdf5Type.UINT64, n);
              w.write("/PartType1/ParticleIDs", 0, n, new long[] {1, 2, 3, 4, 5});
              w.dataset("/PartType1/Velocities", Hdf5Type.FLOAT64, n, 3);
              w.write("/PartType1/Velocities", 0, n, velocities);
              w.dataset("/PartType1/Masses", Hdf5Type.FLOAT64, n);
              w.write("/PartType1/Masses", 0, n, masses);
            })
        .counts(1, n)
        .write(file);
    return file;
  }

  private static double[] all(int n, double value) {
    double[] values = new double[n];
    Arrays.fill(values, value);
    return values;
  }

  private CatalogueFile run(Path file) {
    return run(file, 0.6);
  }

  private CatalogueFile run(Path file, double ell) {
    Jzfof.run("run", file, "-q", "-o", dir, "--linking-length", ell, "--min-length", 2).succeeded();
    return CatalogueFile.in(dir, "007");
  }

  @Test
  void massesOfAnySize() {
    for (double mass : new double[] {8e43, 1e-60, 1e300, 1e-300, 4e38, 1e-44}) {
      CatalogueFile found = run(snapshot(all(5, mass), new double[15]));
      double[] masses = found.doubles("/Group/GroupMass");
      assertEquals(3 * mass, masses[0], 1e-15 * mass);
      assertEquals(2 * mass, masses[1], 1e-15 * mass);
      assertEquals(6.5, found.centresOfMass()[0], 1e-6);
      assertEquals(1.25, found.centresOfMass()[3], 1e-6);
    }
  }

  /** Only the sums are too large; all masses come from the table. */
  @Test
  void sumsBeyondFloat() {
    Particles five = Particles.at(PLACES).withMass(2e38);
    Path file = SnapshotFixtures.gadget4(dir.resolve("snapshot_007.hdf5"), 10, five);
    double[] masses = run(file).doubles("/Group/GroupMass");
    assertArrayEquals(new double[] {6e38, 4e38}, masses, 1e24);
  }

  /**
   * Groups of one catalogue whose masses differ by more than sums of all of them can have digits.
   */
  @Test
  void onlyOneGroupIsHeavyAndFast() {
    double[] masses = {1e200, 1e200, 3, 3, 6};
    double[] velocities = all(15, 1e80);
    Arrays.fill(velocities, 6, 15, 1e-9);
    velocities[6] = 5e-9;
    CatalogueFile found = run(snapshot(masses, velocities));
    assertArrayEquals(new double[] {12, 2e200}, found.doubles("/Group/GroupMass"), 1e185);
    assertEquals(12, found.doubles("/Group/GroupMass")[0]);
    assertEquals(2e-9, found.doubles("/Group/GroupVel")[0], 1e-24);
    assertEquals(1e80, found.doubles("/Group/GroupVel")[3], 1e65);
    assertEquals(1e-9, found.doubles("/Group/GroupVelDisp")[0], 1e-16);
    assertEquals(0, found.doubles("/Group/GroupVelDisp")[1]);
  }

  /** Float32 would round the velocities to multiples of 1/128. */
  @Test
  void velocitiesOfManyDigits() {
    double[] velocities = all(15, 70_000);
    velocities[9] += 0.003;
    velocities[12] -= 0.003;
    double[] dispersion = run(snapshot(all(5, 1), velocities)).doubles("/Group/GroupVelDisp");
    assertEquals(0.003 * Math.sqrt(2.0 / 9), dispersion[0], 1e-9);
  }

  @Test
  void sumsBeyondDoubleAreRefused() {
    Path file = snapshot(all(5, 1.7e308), new double[15]);
    Jzfof.run("run", file, "-o", dir, "--linking-length", 0.6, "--min-length", 2, "--so", "none")
        .failed(3, "Group/GroupMass of group 0 is Infinity");
  }

  /** 24.999998 and 0 with masses 1 and 3 have their centre at 24.9999995, in float32 at 25. */
  @Test
  void centresAreBelowTheEndOfTheBox() {
    double[] sides = {10, 333.33, 0.001, 25};
    for (double side : sides) {
      double[] places = new double[6];
      places[0] = side - 4e-8 * side;
      Particles two =
          Particles.at(places).withMasses(1, 3).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT32);
      Path file = SnapshotFixtures.gadget4(dir.resolve("snapshot_007.hdf5"), side, two);
      for (double x : run(file, 0.001 * side).centresOfMass()) {
        assertTrue(x >= 0 && x < side, x + " in a box of " + side);
      }
    }
  }
}
