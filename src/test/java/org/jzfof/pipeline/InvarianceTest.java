package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.GadgetTables;
import org.jzfof.cli.Jzfof;
import org.jzfof.cli.Main;
import org.jzfof.contract.MpiJob;
import org.jzfof.domain.MockCoordinates;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.RealData;
import org.jzfof.snapshot.SnapshotFixtures;

/** The same particles in other files, another order or another place make the same groups. */
class InvarianceTest {
  /** Copies of the data do not state it. */
  private static final String SOFTENING = "--softening=0.01";

  private static final double TOLERANCE = 1e-6;

  /** Of places in the files, which are floats. */
  private static final double ROUNDING = 0x1p-23;

  @TempDir Path dir;

  private enum Data {
    LCDM32(25, 94) {
      @Override
      Path path() {
        return Path.of("examples/lcdm32/snapshot_001.hdf5");
      }
    },
    LCDM64(50, 721) {
      @Override
      Path path() {
        return RealData.path("lcdm64/snapshot_001.hdf5");
      }
    };

    private final double box;
    private final int groups;

    Data(double box, int groups) {
      this.box = box;
      this.groups = groups;
    }

    abstract Path path();

    Particles particles() {
      return Particles.of(path(), 1);
    }
  }

  private CatalogueFile run(Path snapshot, String folder, Object... more) {
    Path out = dir.resolve(folder);
    Jzfof.run(List.of("run", snapshot, "-o", out, SOFTENING), more).succeeded();
    return CatalogueFile.in(out, "001");
  }

  private CatalogueFile reference(Data data) {
    CatalogueFile file = run(data.path(), "reference");
    assertEquals(data.groups, file.groups());
    return file;
  }

  /** Pieces of 1, 0, most, 2 and the remaining particles, named by folder and by a middle piece. */
  @ParameterizedTest
  @EnumSource(Data.class)
  void splitFiles(Data data) throws IOException {
    CatalogueFile expected = reference(data);
    Particles particles = data.particles();
    int most = particles.count() * 3 / 5;
    Path folder = Files.createDirectory(dir.resolve("snapdir_001"));
    SnapshotFixtures.gadget4(data.box, particles)
        .writeSplit(folder.resolve("snapshot_001"), 1, 0, most, 2, particles.count() - most - 3);
    assertSame(expected, run(folder, "folder"), new double[3], data.box);
    Path middle = folder.resolve("snapshot_001.2.hdf5");
    assertSame(expected, run(middle, "piece"), new double[3], data.box);
  }

  @ParameterizedTest
  @EnumSource(Data.class)
  void shuffledRows(Data data) {
    CatalogueFile expected = reference(data);
    Path file = dir.resolve("snapshot_001.hdf5");
    SnapshotFixtures.gadget4(file, data.box, data.particles().shuffled(5));
    assertSame(expected, run(file, "shuffled"), new double[3], data.box);
  }

  /** Other groups lie across the faces of each shifted box. */
  @ParameterizedTest
  @EnumSource(Data.class)
  void shiftedBoxes(Data data) {
    CatalogueFile expected = reference(data);
    Path file = dir.resolve("snapshot_001.hdf5");
    SplittableRandom random = new SplittableRandom(11);
    for (int copy = 0; copy < 3; copy++) {
      double[] shift = random.doubles(3, 0, data.box).toArray();
      Particles moved = data.particles().shifted(shift, data.box);
      SnapshotFixtures.gadget4(file, data.box, moved);
      assertSame(expected, run(file, "shifted" + copy), shift, data.box);
    }
  }

  /** A neighbour box and positions on both faces: what lies outside is wrapped. */
  @ParameterizedTest
  @EnumSource(Data.class)
  void positionsOutsideTheBox(Data data) {
    CatalogueFile expected = reference(data);
    Particles particles = data.particles();
    double[] moved = particles.positions();
    for (int i = 0; i < moved.length; i++) {
      moved[i] += data.box * (i % 7 - 3);
    }
    Path file = dir.resolve("snapshot_001.hdf5");
    SnapshotFixtures.gadget4(file, data.box, particles);
    Path out = dir.resolve("outside");
    Jzfof.run("run", file, "-o", out, SOFTENING)
        .warned(
            "lie outside the periodic box of " + data.box,
            "they are wrapped into it, which is right if the particles crossed its faces without being wrapped");
    assertSame(expected, CatalogueFile.in(out, "001"), new double[3], data.box);
  }

  @ParameterizedTest
  @EnumSource(Data.class)
  void everythingAtOnce(Data data) {
    CatalogueFile expected = reference(data);
    double[] shift = {0.31 * data.box, 0.77 * data.box, 0.5 * data.box};
    Particles particles = data.particles().shifted(shift, data.box).shuffled(8);
    int half = particles.count() / 2;
    SnapshotFixtures.gadget4(data.box, particles)
        .writeSplit(dir.resolve("snapshot_001"), half - 77, half + 77);
    assertSame(expected, run(dir.resolve("snapshot_001"), "all"), shift, data.box);
  }

  @ParameterizedTest
  @EnumSource(Data.class)
  void anyNumberOfThreads(Data data) {
    CatalogueFile expected = reference(data);
    for (int threads : new int[] {1, 3, 8}) {
      CatalogueFile actual = run(data.path(), "threads" + threads, "--threads", threads);
      assertSame(expected, actual, new double[3], data.box);
    }
  }

  @ParameterizedTest
  @EnumSource(Data.class)
  void anyNumberOfThreadRanks(Data data) {
    CatalogueFile expected = reference(data);
    for (int ranks : new int[] {1, 2, 3, 5, 8}) {
      CatalogueFile actual = run(data.path(), "ranks" + ranks, "--ranks", ranks);
      assertSame(expected, actual, new double[3], data.box);
    }
  }

  @ParameterizedTest
  @EnumSource(Data.class)
  void anyNumberOfMpiRanks(Data data) throws Exception {
    MpiJob.assumeMpi();
    CatalogueFile expected = reference(data);
    for (int ranks : new int[] {1, 3, 8}) {
      assertSame(expected, runMpi(ranks, data.path()), new double[3], data.box);
    }
  }

  @Test
  void manyClusteredParticlesOnMpiRanks() throws Exception {
    MpiJob.assumeMpi();
    double[] positions = MockCoordinates.wide(MockCoordinates.clustered(400_000, 100, 17));
    float[] velocities = new float[positions.length];
    for (int i = 0; i < velocities.length; i++) {
      velocities[i] = 1 + i % 1009;
    }
    Path snapshot = dir.resolve("snapshot_001.hdf5");
    SnapshotFixtures.gadget4(snapshot, 100, Particles.at(positions).withVelocities(velocities));
    CatalogueFile expected = run(snapshot, "reference");
    assertTrue(expected.groups() > 800, expected.groups() + " groups");
    for (int ranks : new int[] {2, 5}) {
      assertSame(expected, runMpi(ranks, snapshot), new double[3], 100);
    }
  }

  /** Several types with masses of their own, in pieces, in a box of three sides. */
  @Test
  void ranksWithSeveralTypes() throws Exception {
    Particles gas = Particles.uniform(6000, 1, 21).withType(0);
    Particles stars = Particles.uniform(5000, 1, 22).withType(4);
    float[] masses = new float[5000];
    for (int i = 0; i < masses.length; i++) {
      masses[i] = 1 + i % 17;
    }
    long[] ids = LongStream.range(0, 5000).map(i -> i * 7919 % 5000 - 2500).toArray();
    Particles wide = stars.withIds(ids).stored(Hdf5Type.FLOAT32, Hdf5Type.UINT64);
    SnapshotFixtures.gadget4(1, gas, wide.withMasses(masses))
        .writeSplit(dir.resolve("snapshot_001"), 4000, 1, 6999);
    Path snapshot = dir.resolve("snapshot_001");
    Object[] options = {"--types", "0,4", "-b", 0.7, "--min-length", 2, "--box", "1,1.5,1"};
    CatalogueFile expected = run(snapshot, "reference", options);
    assertTrue(expected.groups() > 500, expected.groups() + " groups");
    for (int ranks : new int[] {2, 3, 5}) {
      Object[] all = Arrays.copyOf(options, options.length + 2);
      all[options.length] = "--ranks";
      all[options.length + 1] = ranks;
      assertSame(expected, run(snapshot, "ranks" + ranks, all), new double[3], 1);
    }
  }

  @Test
  void fewerParticlesThanRanks() {
    Particles five = Particles.at(1, 1, 1, 1.01, 1, 1, 7, 7, 7, 3, 3, 3, 5, 5, 5);
    SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), 10, five);
    Object[] options = {"--linking-length", 0.1, "--min-length", 1, "--ranks", 8};
    CatalogueFile file = run(dir.resolve("snapshot_001.hdf5"), "out", options);
    assertArrayEquals(new long[] {2, 1, 1, 1}, file.longs("/Group/GroupLen"));
    assertArrayEquals(new long[] {1, 2, 3, 4, 5}, file.longs("/IDs/ID"));
  }

  private CatalogueFile runMpi(int ranks, Path snapshot) throws Exception {
    Path out = dir.resolve("mpi" + ranks);
    MpiJob.Outcome job =
        MpiJob.run(
            dir,
            ranks,
            Main.class,
            "run",
            snapshot.toString(),
            "-o",
            out.toString(),
            "-q",
            SOFTENING);
    assertEquals(0, job.code(), job.output());
    return CatalogueFile.in(out, "001");
  }

  @ParameterizedTest
  @EnumSource(Data.class)
  void theSameCommandGivesTheSameBytes(Data data) throws IOException {
    Path file = GadgetTables.file(dir.resolve("reference"), "001");
    reference(data);
    byte[] first = Files.readAllBytes(file);
    reference(data);
    assertArrayEquals(first, Files.readAllBytes(file));
  }

  /** All equal; after a shift, floats to the tolerance, and centres when it is undone. */
  private static void assertSame(
      CatalogueFile expected, CatalogueFile actual, double[] shift, double box) {
    assertEquals(expected.names("/Group"), actual.names("/Group"));
    assertTrue(expected.longs("/IDs/ID").length > 0);
    assertArrayEquals(expected.longs("/IDs/ID"), actual.longs("/IDs/ID"), "IDs");
    double speed = Arrays.stream(expected.doubles("/Group/GroupVelDisp")).max().orElse(0);
    for (String name : expected.names("/Group")) {
      String path = "/Group/" + name;
      if (expected.isInteger(path)) {
        assertArrayEquals(expected.longs(path), actual.longs(path), name);
      } else if (name.equals("GroupPos") || name.equals("GroupCM")) {
        assertSamePlaces(expected.doubles(path), actual.doubles(path), shift, box);
      } else {
        double scale =
            name.equals("GroupOffset") ? box : name.equals("GroupSpin") ? box * speed : 0;
        assertSameValues(expected.doubles(path), actual.doubles(path), shift, scale, name);
      }
    }
  }

  private static void assertSamePlaces(
      double[] expected, double[] actual, double[] shift, double box) {
    assertEquals(expected.length, actual.length);
    if (Arrays.equals(shift, new double[3])) {
      assertArrayEquals(expected, actual, "GroupPos");
    }
    for (int i = 0; i < expected.length; i++) {
      double error = Math.IEEEremainder(actual[i] - shift[i % 3] - expected[i], box);
      assertEquals(0, error, TOLERANCE * box, "GroupPos of group " + i / 3);
      assertTrue(actual[i] >= 0 && actual[i] < box, "GroupPos of group " + i / 3);
    }
  }

  /**
   * Where nothing is shifted, equal to the last bit.
   *
   * @param scale of numbers that are differences of places, 0 for others
   */
  private static void assertSameValues(
      double[] expected, double[] actual, double[] shift, double scale, String name) {
    assertEquals(expected.length, actual.length);
    boolean shifted = !Arrays.equals(shift, new double[3]);
    for (int i = 0; i < expected.length; i++) {
      double tolerance =
          shifted ? Math.max(ROUNDING * scale, TOLERANCE * Math.abs(expected[i])) : 0;
      assertEquals(expected[i], actual[i], tolerance, name + " value " + i);
    }
  }
}
