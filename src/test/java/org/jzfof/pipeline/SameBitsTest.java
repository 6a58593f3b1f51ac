package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.CatalogueContent;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.GadgetTables;
import org.jzfof.cli.Jzfof;
import org.jzfof.domain.MockCoordinates;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/**
 * All of a catalogue but where it comes from is one and the same, bit for bit, whatever order,
 * files, ranks and threads the particles go through.
 */
class SameBitsTest {
  private static final int COUNT = 4096;
  private static final double BOX = 10;

  @TempDir Path dir;

  private Path inOrder;
  private Path shuffled;
  private Path split;

  /** Dark matter, gas and stars, each with masses of their own, around the same places. */
  @BeforeEach
  void write() {
    Particles dark = Particles.at(MockCoordinates.wide(MockCoordinates.clustered(COUNT, BOX, 5)));
    Particles gas = dark.shifted(new double[] {0.01, 0.013, 0.007}, BOX).withType(0);
    Particles stars = dark.shifted(new double[] {-0.02, 0.011, 0.003}, BOX).withType(4);
    Particles[] types = {
      values(gas, 1).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64),
      values(dark, 2),
      values(stars, 3).slice(0, 1500)
    };
    inOrder = fixture(types).write(dir.resolve("snapshot_001.hdf5"));
    for (int i = 0; i < types.length; i++) {
      types[i] = types[i].shuffled(i);
    }
    shuffled = fixture(types).write(dir.resolve("shuffled_001.hdf5"));
    split = fixture(types).writeSplit(dir.resolve("split_001"), 1, 1200, 0, COUNT - 1201).get(0);
  }

  private static SnapshotFixtures fixture(Particles... types) {
    return SnapshotFixtures.gadget4(BOX, types).wide();
  }

  /** Velocities and masses that no sum of floats holds, and IDs apart from those of other types. */
  private static Particles values(Particles particles, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] velocities = new float[3 * COUNT];
    float[] masses = new float[COUNT];
    for (int i = 0; i < COUNT; i++) {
      masses[i] = (float) Math.exp(3 * random.nextDouble());
      for (int d = 0; d < 3; d++) {
        velocities[3 * i + d] = (float) (1000 * (random.nextDouble() - 0.5));
      }
    }
    long[] ids = LongStream.range(0, COUNT).map(i -> 4 * i + seed).toArray();
    return particles.withIds(ids).withVelocities(velocities).withMasses(masses);
  }

  @Test
  void anyOrderFilesRanksAndThreads() {
    Path reference = run(inOrder, 1, 1);
    assertTrue(CatalogueFile.of(reference).groups() > 30, "groups");
    Map<String, byte[]> expected = CatalogueContent.of(reference);
    for (String name : List.of("/Group/GroupVel float32", "/Group/GroupMass ", "/IDs/ID uint64")) {
      assertTrue(expected.keySet().stream().anyMatch(k -> k.startsWith(name)), name);
    }
    for (int ranks : new int[] {1, 2, 3, 5, 8}) {
      for (int threads : new int[] {1, 2}) {
        for (Path snapshot : List.of(inOrder, shuffled, split)) {
          String what = "%s, %d ranks, %d threads: ".formatted(snapshot, ranks, threads);
          Map<String, byte[]> actual = CatalogueContent.of(run(snapshot, ranks, threads));
          assertEquals(expected.keySet(), actual.keySet(), what);
          expected.forEach(
              (name, bytes) -> assertArrayEquals(bytes, actual.get(name), what + name));
        }
      }
    }
  }

  private Path run(Path snapshot, int ranks, int threads) {
    Path out = dir.resolve("out");
    Jzfof.run(
            List.of("run", snapshot, "-o", out, "--types", "0,1", "--attach", "4"),
            "-b",
            0.4,
            "--ranks",
            ranks,
            "--threads",
            threads,
            "--overwrite")
        .succeeded();
    return GadgetTables.file(out, "001");
  }
}
