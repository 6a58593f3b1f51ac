package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.Jzfof;
import org.jzfof.cli.Outcome;
import org.jzfof.domain.Box;
import org.jzfof.domain.MockCoordinates;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Groups that are tiny beside the box are those of a search of every pair in double precision. */
@OnBackends
class FarParticlesTest {
  private static final double SIDE = 25;
  private static final int COUNT = 3000;
  private static final double ELL = 0.2 * SIDE / Math.cbrt(COUNT);

  @TempDir private Path dir;

  @Parameter private TestBackend on;

  private static double[] clustered(double scale) {
    double[] xyz = MockCoordinates.wide(MockCoordinates.clustered(COUNT, SIDE, 5));
    return Arrays.stream(xyz).map(x -> (x - SIDE / 2) * scale).toArray();
  }

  private static Particles stored(double... xyz) {
    return Particles.at(xyz).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
  }

  private Outcome run(Path snapshot, double ell, Object... options) {
    List<Object> words =
        List.of(
            "run",
            snapshot,
            "-o",
            dir,
            "--linking-length",
            ell,
            "--backend",
            on.name().toLowerCase(Locale.ROOT));
    return Jzfof.run(words, options);
  }

  private CatalogueFile found() {
    return CatalogueFile.in(dir, "001");
  }

  private Path write(double side, Particles... particles) {
    return SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), side, particles);
  }

  private void check(NaiveCatalogue expected, double ell) {
    List<List<NaiveCatalogue.Row>> groups = expected.groups();
    CatalogueFile found = found();
    assertEquals(groups.size(), found.groups());
    List<long[]> members = found.members();
    double[] position = found.centresOfMass();
    double[] radius = found.doubles("/Group/GroupInertiaRadius");
    for (int g = 0; g < groups.size(); g++) {
      List<NaiveCatalogue.Row> group = groups.get(g);
      assertArrayEquals(group.stream().mapToLong(NaiveCatalogue.Row::id).toArray(), members.get(g));
      double[] centre = expected.centre(group);
      for (int d = 0; d < 3; d++) {
        double x = position[3 * g + d];
        double off = expected.difference(x, centre[d], d);
        // What float32 rounds up to the whole side is 0.
        double rounded = x == 0 && off > 0 ? expected.side(d) : Math.abs(x);
        assertTrue(Math.abs(off) <= 1e-7 * rounded + 1e-3 * ell, centre[d] + " and " + x);
      }
      double size = expected.inertiaRadius(group);
      assertEquals(size, radius[g], 1e-6 * size + 1e-3 * ell);
    }
  }

  /** Several groups of the right length, so that nothing is proved by finding none. */
  private static NaiveCatalogue expected(Box box, double ell, Particles... particles) {
    NaiveCatalogue expected = new NaiveCatalogue(List.of(particles), box, ell, 2);
    assertTrue(expected.groups().size() > 20);
    return expected;
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e3, 1e6, 1e7, 1e8, 1e9, 1e10, 1e20, 1e30})
  void openBoxWithRunaways(double far) {
    double[] xyz = clustered(1);
    xyz[0] = far;
    xyz[3 * 7 + 1] = -0.7 * far;
    xyz[3 * 8 + 1] = -0.7 * far;
    xyz[3 * 9 + 2] = 0.3 * far;
    Particles particles = stored(xyz);
    Path snapshot = write(SIDE, particles);
    NaiveCatalogue groups = expected(Boxes.boundingBox(xyz), ELL, particles);
    for (int ranks : Configurations.ranks(1, 3)) {
      run(snapshot, ELL, "--open", "--min-length", 2, "--ranks", ranks).succeeded();
      check(groups, ELL);
    }
  }

  /** Places are given by their own lowest bits where they are far from the origin. */
  @ParameterizedTest
  @ValueSource(doubles = {1e9, 1e11})
  void twoClumpsFarApart(double apart) {
    double[] xyz = clustered(1);
    for (int i = 0; i < xyz.length; i++) {
      xyz[i] += i / 3 % 2 * apart;
    }
    Particles particles = stored(xyz);
    Path snapshot = write(SIDE, particles);
    NaiveCatalogue groups = expected(Boxes.boundingBox(xyz), ELL, particles);
    for (int ranks : Configurations.ranks(1, 3)) {
      run(snapshot, ELL, "--open", "--min-length", 2, "--ranks", ranks).succeeded();
      check(groups, ELL);
    }
  }

  /** Particles on a line, in stretches a thousand times shorter at each step. */
  @Test
  void oneDimension() {
    SplittableRandom random = new SplittableRandom(4);
    double[] xyz = new double[3 * 1200];
    for (int i = 0; i < xyz.length; i += 3) {
      xyz[i] = Math.pow(1000, i / 3 % 5 - 1) * random.nextInt(1, 4) + random.nextDouble();
    }
    Particles particles = stored(xyz);
    double ell = 0.003;
    Path snapshot = write(SIDE, particles);
    NaiveCatalogue groups = expected(Boxes.boundingBox(xyz), ell, particles);
    for (int ranks : Configurations.ranks(1, 3)) {
      run(snapshot, ell, "--open", "--min-length", 2, "--ranks", ranks).succeeded();
      check(groups, ell);
    }
  }

  /** In the middle of the box, and around its corner. */
  @ParameterizedTest
  @CsvSource({
    "1e-3, 0.4", "1e-5, 0.4", "1e-6, 0.4", "1e-7, 0.4", "1e-8, 0.4",
    "1e-3, 0", "1e-5, 0", "1e-6, 0", "1e-7, 0", "1e-8, 0"
  })
  void smallPartOfPeriodicBox(double part, double centre) {
    double place = centre * SIDE;
    Particles particles = stored(clustered(part)).shifted(new double[] {place, place, place}, SIDE);
    Path snapshot = write(SIDE, particles);
    double ell = part * ELL;
    NaiveCatalogue groups = expected(Box.periodic(SIDE, SIDE, SIDE), ell, particles);
    for (int ranks : Configurations.ranks(1, 3)) {
      run(snapshot, ell, "--min-length", 2, "--ranks", ranks).succeeded();
      check(groups, ell);
    }
  }

  /** Particles far apart in a box whose sides differ; one dimension has no gap. */
  @Test
  void unequalSidesAndSeveralRegions() {
    double[] xyz = clustered(1e-7);
    for (int i = 0; i < xyz.length; i++) {
      int region = i / 3 % 4;
      xyz[i] += i % 3 == 0 ? region * 4.3 : 7;
    }
    double[] side = {17.2, 40, 25};
    Particles particles = stored(xyz);
    double ell = 1.7e-7 * ELL;
    Path snapshot = write(SIDE, particles);
    NaiveCatalogue groups = expected(Box.periodic(side), ell, particles);
    run(snapshot, ell, "--min-length", 2, "--box", "17.2,40,25").succeeded();
    check(groups, ell);
  }

  /** Gas is attached to what is within the linking length, whatever gap it lies in. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void attachedBesideGaps(int ranks) {
    double ell = 0.25;
    double[] from = {-0x1p66, 0, 1e5, 3e6};
    double[] steps = {-1e4, -300, -.5001, -.2501, -.2499, -.1, 0, .1, .2499, .2501, .5001, 2, 1e4};
    double[] matter = new double[3 * from.length];
    double[] gas = new double[3 * from.length * steps.length];
    for (int i = 0; i < from.length; i++) {
      matter[3 * i] = from[i];
      for (int j = 0; j < steps.length; j++) {
        gas[3 * (i * steps.length + j)] = from[i] + steps[j];
      }
    }
    gas[0] = -2.5e20;
    Path snapshot = write(SIDE, stored(gas).withType(0), stored(matter).withType(1));
    run(
            snapshot,
            ell,
            "--open",
            "--attach",
            "0",
            "--min-length",
            1,
            "--ranks",
            ranks,
            "--membership")
        .succeeded();
    int[] nearest = BruteForce.nearest(gas, matter, Boxes.boundingBox(gas), ell);
    CatalogueFile membership = CatalogueFile.of(dir.resolve("groups_001/membership_001.hdf5"));
    long[] groups = membership.longs("/PartType1/GroupNumber");
    assertEquals(from.length, Arrays.stream(groups).distinct().count());
    assertArrayEquals(
        Arrays.stream(nearest).mapToLong(i -> i < 0 ? -1 : groups[i]).toArray(),
        membership.longs("/PartType0/GroupNumber"));
    assertTrue(Arrays.stream(nearest).anyMatch(i -> i == 2) && nearest[0] < 0);
  }

  /** The lower half of 64-bit coordinates counts, and distances of exactly the linking length. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void integerCoordinates(int ranks) {
    int n = 512;
    long base = 0x4123_4567_89ab_cdefL;
    ByteBuffer bits = ByteBuffer.allocate(n * 24).order(ByteOrder.nativeOrder());
    for (int i = 0; i < n; i++) {
      bits.putLong(base + ((long) (i / 2 * 5 + i % 2 * 2) << 14)).putLong(base).putLong(base);
    }
    byte[] ints = bits.array();
    Path file = dir.resolve("snapshot_001.hdf5");
    SnapshotFixtures.gadget4(1)
        .counts(1, n)
        .massTable(1, 1)
        .and(
            w -> {
              w.group("/PartType1");
              w.dataset("/PartType1/ParticleIDs", Hdf5Type.UINT64, n);
              w.write("/PartType1/ParticleIDs", 0, n, LongStream.range(0, n).toArray());
              w.dataset("/PartType1/Velocities", Hdf5Type.FLOAT32, n, 3);
              w.write("/PartType1/Velocities", 0, n, new float[3 * n]);
              w.dataset("/PartType1/IntCoordinates", Hdf5Type.UINT64, n, 3);
              w.write("/PartType1/IntCoordinates", 0, n, ints);
            })
        .write(file);
    run(file, Math.scalb(2.0, 14 - 64), "--min-length", 1, "--ranks", ranks).succeeded();
    long[] pairs = IntStream.range(0, n / 2).mapToLong(i -> 2).toArray();
    assertArrayEquals(pairs, found().longs("/Group/GroupLen"));
    run(file, Math.scalb(2 - 0x1p-9, 14 - 64), "--min-length", 1, "--ranks", ranks).succeeded();
    assertEquals(n, found().groups());
  }

  /** Particles all along a line leave little to shorten. */
  @Test
  void coarseCells() {
    double[] xyz = new double[3 * 800_000];
    for (int i = 0; i < xyz.length; i += 3) {
      xyz[i] = 2.2 * i / 3;
    }
    xyz[3] = 0.5;
    Path snapshot = write(SIDE, stored(xyz));
    run(snapshot, 1, "--open", "--min-length", 2).warned("linking length 1.0000 is only 512 cells");
    assertArrayEquals(new long[] {2}, found().longs("/Group/GroupLen"));
  }
}
