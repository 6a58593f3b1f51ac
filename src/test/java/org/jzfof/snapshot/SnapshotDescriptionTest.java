package org.jzfof.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.SnapshotDescription.Line;

class SnapshotDescriptionTest {
  @TempDir Path dir;

  private static String value(List<Line> lines, String label) {
    return lines.stream().filter(l -> l.label().equals(label)).findFirst().orElseThrow().value();
  }

  @Test
  void everythingAUserAsksForIsThere() {
    Particles gas =
        Particles.uniform(10, 50, 1)
            .withType(0)
            .withMasses(new float[10])
            .stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
    Particles dark =
        new Particles(1, new double[9], null, null, null, 0.25, Hdf5Type.FLOAT32, Hdf5Type.UINT32);
    List<Path> files =
        SnapshotFixtures.gadget(50, gas, dark).box(50, 50, 25).writeSplit(dir.resolve("s_1"), 2, 8);
    List<Line> lines = SnapshotDescription.of(Snapshot.open(files.get(1)));
    assertEquals("Gadget-2/3, AREPO or GIZMO", value(lines, "code family"));
    assertEquals("2 files", value(lines, "files").split(",")[0]);
    assertEquals(
        "10 particles, mass per particle, coordinates float64, IDs uint64",
        value(lines, "PartType0"));
    assertEquals(
        "3 particles, mass 0.25 each, coordinates float32, IDs none, no velocities",
        value(lines, "PartType1"));
    assertEquals("50 x 50 x 25", value(lines, "box"));
    assertEquals("0.5, 1", value(lines, "a, z"));
    assertEquals(
        "Omega_m 0.308, Omega_Lambda 0.692, Omega_b unknown, h 0.678", value(lines, "cosmology"));
    assertEquals(
        "length 3.085678e+24 cm/h, mass 1.989e+43 g/h, velocity 100000 cm/s",
        value(lines, "units"));
  }

  @Test
  void theWayIsToldInWhichEachDatasetIsRead() {
    Snapshot example = Snapshot.open(Path.of("examples/lcdm32/snapshot_001.hdf5"));
    List<Line> lines = SnapshotDescription.readings(example.header(), 0, 1, 4);
    assertEquals(
        List.of("Coordinates", "Velocities", "ParticleIDs"),
        lines.stream().map(l -> l.value().split("[/ ]")[1]).toList());
    assertTrue(
        lines.stream().allMatch(l -> l.value().endsWith("contiguous, read by threads")),
        lines.toString());
  }

  /** A power of ten keeps its zeros, whatever digits come before. */
  @ParameterizedTest
  @CsvSource({
    "6.010619e10, 6.010619e+10",
    "1.234567e20, 1.234567e+20",
    "1e30, 1e+30",
    "1.5e-20, 1.5e-20",
    "1000, 1000",
    "0.25, 0.25"
  })
  void numbersKeepTheirExponents(double mass, String text) {
    Particles dark =
        new Particles(1, new double[9], null, null, null, mass, Hdf5Type.FLOAT32, Hdf5Type.UINT32);
    Path file = SnapshotFixtures.gadget4(dir.resolve("s_1.hdf5"), 100, dark);
    String line = value(SnapshotDescription.of(Snapshot.open(file)), "PartType1");
    assertTrue(line.contains(", mass " + text + " each,"), line);
  }

  @Test
  void numbersHaveAPointInEveryCountry() {
    Path file = SnapshotFixtures.gadget4(dir.resolve("s_1.hdf5"), 1, Particles.at(1, 2, 3));
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      String files = value(SnapshotDescription.of(Snapshot.open(file)), "files");
      assertTrue(files.startsWith("1 file, 0.0 MB, "), files);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void aMissingBoxIsSaidSo() {
    Path file =
        SnapshotFixtures.gadget4(1, Particles.at(1, 2, 3)).box().write(dir.resolve("s_1.hdf5"));
    assertEquals("not stored", value(SnapshotDescription.of(Snapshot.open(file)), "box"));
  }
}
