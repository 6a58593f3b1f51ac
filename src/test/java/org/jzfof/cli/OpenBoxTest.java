package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** A simulation that says that its box does not wrap around. */
class OpenBoxTest {
  private static final String WARNING = "it was built without PERIODIC (/Config)";

  @TempDir Path dir;

  private Path snapshot(boolean periodic) {
    return SnapshotFixtures.gadget4(50, Particles.uniform(1000, 50, 1))
        .and(
            w -> {
              w.group("/Config");
              w.attribute("/Config", "SELFGRAVITY", "");
              if (periodic) {
                w.attribute("/Config", "PERIODIC", "");
              }
            })
        .write(dir.resolve("snapshot_001.hdf5"));
  }

  @Test
  void isTakenAsOpenWithAWarning() {
    Path file = snapshot(false);
    planned("run", file).failed(ExitCodes.USAGE, "give --linking-length, or --box L");
    planned("run", file, "--linking-length", 0.3).warned(WARNING, "give --open", "or --box");
    planned("knn", file, "-k", 2).warned(WARNING);
    planned("run", file, "--box", 50).succeeded();
    planned("run", file, "--open", "--linking-length", 0.3).succeeded();
    planned("knn", file, "-k", 2, "--open").succeeded();
  }

  @Test
  void aPeriodicOneNeedsNoWarning() {
    planned("run", snapshot(true)).succeeded();
  }

  /** Readers take BoxSize for the end of a box that begins at 0. */
  @ParameterizedTest
  @CsvSource({"1, 0, 1", "0, 0, 0.51", "1, 0.6, 1.11"})
  void itsSizeIsOneNumber(double stated, double shift, double expected) {
    Particles clump = Particles.uniform(1000, 0.01, 1);
    for (int i = 0; i < clump.positions().length; i++) {
      clump.positions()[i] += 0.5 + shift;
    }
    clump.positions()[0] = 0.51 + shift;
    Path file = SnapshotFixtures.gadget4(stated, clump).write(dir.resolve("snapshot_002.hdf5"));
    Jzfof.run("run", file, "-o", dir, "--open", "--linking-length", 0.0008).succeeded();
    Path catalogue = dir.resolve("groups_002/fof_subhalo_tab_002.0.hdf5");
    try (Hdf5File f = Hdf5File.open(catalogue)) {
      for (String group : new String[] {"/Header", "/Parameters"}) {
        assertEquals(0, f.attribute(group, "BoxSize").dims().length);
        assertEquals(expected, f.doubles(group, "BoxSize")[0], 1e-6);
      }
      double[] lower = f.doubles("/Parameters", "OpenBoxLower");
      double[] size = f.doubles("/Parameters", "OpenBoxSize");
      assertEquals(0.5 + shift, lower[1], 1e-3);
      assertEquals(0.51 + shift, lower[0] + size[0], 1e-6);
    }
    Jzfof.run("plot", catalogue, "--snapshot", file, "-o", dir.resolve("a.png")).succeeded();
  }

  /** The domain of yt holds all haloes; SWIFT has three sides from the origin. */
  @ParameterizedTest
  @ValueSource(doubles = {0, -2})
  void otherLayoutsHoldAnOpenBox(double shift) {
    double[] xyz = new double[180]; // two groups of 30
    Arrays.setAll(xyz, i -> shift + 0.5 + 0.0001 * (i / 3) + (i < 90 ? 0 : 0.05));
    Path file = SnapshotFixtures.gadget4(1, Particles.at(xyz)).write(dir.resolve("s_002.hdf5"));
    for (String format : List.of("swift", "yt")) {
      Jzfof.run("run", file, "-o", dir, "--open", "--linking-length", 0.01, "--format", format)
          .succeeded();
    }
    try (Hdf5File f = Hdf5File.open(dir.resolve("groups_002/halos_002.0.h5"))) {
      double cm = f.doubles("/Parameters", "LinkingLength")[0] / 0.01;
      double[] left = f.doubles("/", "domain_left_edge");
      double[] right = f.doubles("/", "domain_right_edge");
      double[] lower = f.doubles("/Parameters", "OpenBoxLower");
      assertEquals((shift + 0.5) * cm, lower[2], 1e-3 * cm);
      for (int d = 0; d < 3; d++) {
        assertEquals(Math.min(0, shift + 0.5) * cm, left[d], 1e-3 * cm);
        assertTrue(right[d] > (shift + 0.5558) * cm);
      }
    }
    try (Hdf5File f = Hdf5File.open(dir.resolve("groups_002/fof_output_0002.hdf5"))) {
      double perHubble = f.doubles("/Parameters", "LinkingLength")[0] / 0.01;
      double[] box = f.doubles("/Header", "BoxSize");
      assertArrayEquals(new double[] {box[0], box[0], box[0]}, box);
      assertEquals(box[0], f.doubles("/Parameters", "BoxSize")[0]);
      assertEquals(
          (shift + 0.5) * perHubble, f.doubles("/Parameters", "OpenBoxLower")[0], 1e-3 * perHubble);
    }
  }

  private Outcome planned(String command, Path file, Object... options) {
    return Jzfof.run(List.of(command, file, "--dry-run", "-o", dir), options);
  }
}
