package org.jzfof.snapshot.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.Jzfof;
import org.jzfof.cli.Outcome;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** The linking length from the number of particles, and from their mean mass. */
class MeanSeparationTest {
  private static final double SIDE = 50;

  /** Gadget-4's constant of gravity in (km/s)^2 Mpc per 1e10 Msun. */
  private static final double GRAVITY = 43.01874;

  /** Critical density in 1e10 Msun/h per (Mpc/h)^3. */
  private static final double CRITICAL = 3 * 100 * 100 / (8 * Math.PI * GRAVITY);

  private static final int SNAPSHOT_FAULT = 3;

  @TempDir private Path dir;

  private final Particles matter = Particles.uniform(1000, SIDE, 1).withMass(12.5);
  private final Particles gas =
      Particles.uniform(800, SIDE, 2).withType(0).withIds(ids(800)).withMass(2);

  private static long[] ids(int count) {
    long[] ids = new long[count];
    Arrays.setAll(ids, i -> 10_000 + i);
    return ids;
  }

  private Outcome run(SnapshotFixtures fixtures, Object... options) {
    Path file = dir.resolve("snapshot_003.hdf5");
    fixtures.write(file);
    return Jzfof.run(List.of("run", file, "-o", dir.resolve("out")), options);
  }

  private double parameter(String name) {
    return CatalogueFile.in(dir.resolve("out"), "003").attribute("/Parameters", name);
  }

  @Test
  void bothAreStoredAndPrintedInABoxWithGas() {
    SnapshotFixtures box = SnapshotFixtures.gadget4(SIDE, gas, matter);
    double byNumber = 0.2 * SIDE / 10;
    double byMass = 0.2 * Math.cbrt(12.5 / ((0.308 - 0.0482) * CRITICAL));
    String printed = run(box, "--linking-length-from", "number").succeeded().out();
    assertEquals(byNumber, parameter("LinkingLength"), 1e-12);
    assertEquals(byNumber, parameter("LinkingLengthFromNumber"), 1e-12);
    assertEquals(byMass, parameter("LinkingLengthFromMass"), 1e-5 * byMass);
    assertTrue(printed.contains("linking length   1.0 Mpc/h (b = 0.2)\n"), printed);
    assertTrue(printed.contains("  by number      1.0; "), printed);
    assertTrue(printed.contains("by mean mass " + String.valueOf(byMass).substring(0, 5)), printed);
    run(box, "--linking-length-from", "mass").succeeded();
    assertEquals(parameter("LinkingLengthFromMass"), parameter("LinkingLength"));
    assertEquals(byMass, parameter("LinkingLength"), 1e-5 * byMass);
    assertEquals(0.2, parameter("LinkingLengthOverMeanSeparation"));
    run(box, "--linking-length-from", "mass", "--linking-length", 2 * byMass).succeeded();
    assertEquals(0.4, parameter("LinkingLengthOverMeanSeparation"), 1e-5);
  }

  /** Baryons are part of the mean density where there is no gas to hold them. */
  @Test
  void withoutGasAllMatterCounts() {
    run(SnapshotFixtures.gadget4(SIDE, matter), "--linking-length-from", "mass").succeeded();
    double byMass = 0.2 * Math.cbrt(12.5 / (0.308 * CRITICAL));
    assertEquals(byMass, parameter("LinkingLength"), 1e-5 * byMass);
  }

  @Test
  void massesPerParticleOnAnyNumberOfRanks() {
    float[] masses = new float[1000];
    Random random = new Random(3);
    double sum = 0;
    for (int i = 0; i < masses.length; i++) {
      masses[i] = (float) Math.pow(10, 6 * random.nextDouble());
      sum += masses[i];
    }
    SnapshotFixtures box = SnapshotFixtures.gadget4(SIDE, matter.withMasses(masses));
    run(box, "--linking-length-from", "mass").succeeded();
    double alone = parameter("LinkingLength");
    assertEquals(0.2 * Math.cbrt(sum / 1000 / (0.308 * CRITICAL)), alone, 1e-5 * alone);
    for (int ranks : new int[] {2, 3, 7}) {
      run(box, "--linking-length-from", "mass", "--ranks", ranks).succeeded();
      assertEquals(alone, parameter("LinkingLength"), "to the last bit");
    }
    for (int ranks : new int[] {1, 2, 3, 7}) {
      run(box, "--linking-length-from", "number", "--ranks", ranks).succeeded();
      assertEquals(alone, parameter("LinkingLengthFromMass"), "to the last bit");
    }
  }

  /** SWIFT has no h in its units, so that the critical density needs it. */
  @Test
  void unitsWithoutHubble() {
    run(SnapshotFixtures.swift(SIDE, matter), "--keep-units", "--linking-length-from", "mass")
        .succeeded();
    double rate = 0.681 * 3.2407789e-18;
    double cgs = 3 * rate * rate / (8 * Math.PI * 6.6738e-8);
    double density = 0.306 * cgs * Math.pow(3e24, 3) / 2e43;
    assertEquals(0.2 * Math.cbrt(12.5 / density), parameter("LinkingLength"), 1e-6);
  }

  /** The mean mass does not need the volume. */
  @Test
  void massDoesInAnOpenBox() {
    run(SnapshotFixtures.gadget4(SIDE, matter), "--open", "--linking-length-from", "mass")
        .succeeded();
    double byMass = 0.2 * Math.cbrt(12.5 / (0.308 * CRITICAL));
    assertEquals(byMass, parameter("LinkingLength"), 1e-5 * byMass);
  }

  @Test
  void whatIsMissingIsNamed() {
    refused(SnapshotFixtures.gadget(SIDE, gas, matter), "needs OmegaBaryon (there is gas)");
    refused(
        SnapshotFixtures.gadget4(SIDE, matter.withMass(0).withMasses(new float[1000])),
        "the linked particles have no mass: use number");
    refused(
        SnapshotFixtures.bare(SIDE, matter),
        "needs Omega0",
        "use number, or give --linking-length");
  }

  private void refused(SnapshotFixtures fixtures, String... parts) {
    run(fixtures, "--linking-length-from", "mass").failed(SNAPSHOT_FAULT, parts);
    assertFalse(Files.exists(dir.resolve("out")), "the output folder was made");
  }
}
