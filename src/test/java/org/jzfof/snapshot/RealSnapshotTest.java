package org.jzfof.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.SnapshotHeader;

/** The runs of Gadget-4 that stand beside the project, where they are. */
class RealSnapshotTest {
  private static Snapshot open(String name) {
    Snapshot s = Snapshot.open(RealData.path(name));
    s.check(new int[] {1}, ParticleColumn.COMMON, 0, 1);
    return s;
  }

  @Test
  void headersAreRead() {
    Snapshot s = open("lcdm64/snapshot_000.hdf5");
    SnapshotHeader h = s.header();
    assertEquals(CodeFamily.GADGET4, h.family());
    assertArrayEquals(new long[] {0, 262144, 0, 0, 0, 0}, h.counts());
    assertArrayEquals(new double[] {50, 50, 50}, h.boxSize());
    assertEquals(0.49513, h.scaleFactor(), 1e-5);
    assertEquals(1.0197, h.redshift(), 1e-4);
    assertEquals(Math.sqrt(h.scaleFactor()), h.velocityToPeculiar());
    assertEquals(4.0752, s.constantMass(1).orElseThrow(), 1e-4);
    assertEquals(0.308, h.cosmology().omegaMatter());
    assertEquals(0.692, h.cosmology().omegaLambda());
    assertEquals(0.678, h.cosmology().hubble());
    assertEquals(3.085678e24, h.units().lengthCm(), 1e18);
    assertEquals(25, open("lcdm32/snapshot_001.hdf5").header().boxSize()[0]);
  }

  /** The split files hold the particles of the single one in another order. */
  @Test
  void splitAndWholeHoldTheSameParticles() {
    Snapshot whole = open("lcdm64/snapshot_001.hdf5");
    Snapshot split = open("lcdm64/split/snapdir_001");
    int n = (int) whole.header().counts()[1];
    assertEquals(4, split.header().pieces().size());
    assertEquals(n, split.header().counts()[1]);
    double[] expected = byId(whole, n);
    assertArrayEquals(expected, byId(split, n));
    assertTrue(Arrays.stream(expected).allMatch(x -> x >= 0 && x <= 50));
    Snapshot base = open("lcdm64/split/snapdir_001/snapshot_001");
    assertEquals(split.header().pieces().get(3).file(), base.header().pieces().get(3).file());
  }

  private static double[] byId(Snapshot s, int n) {
    double[] xyz = Collected.of(s, 1).xyz;
    long[] ids = Collected.ids(s, 1, 0, n);
    double[] sorted = new double[3 * n];
    for (int i = 0; i < n; i++) {
      System.arraycopy(xyz, 3 * i, sorted, 3 * (int) (ids[i] - 1), 3);
    }
    return sorted;
  }

  @Test
  void theDescriptionSaysWhatIsInTheFile() {
    String text =
        SnapshotDescription.of(open("lcdm32/snapshot_001.hdf5")).stream()
            .map(l -> l.label() + ": " + l.value())
            .collect(Collectors.joining("\n"));
    assertTrue(text.contains("code family: Gadget-4"), text);
    assertTrue(text.contains("files: 1 file, 0.9 MB"), text);
    assertTrue(
        text.contains(
            "PartType1: 32768 particles, mass 4.075162 each, coordinates float32, IDs uint32"),
        text);
    assertTrue(text.contains("box: 25"), text);
    assertTrue(text.contains("a, z: 1, 0"), text);
  }
}
