package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.LightconeFixture;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof run --lightcone} on small cones. */
class LightconeTest {

  /** What tells groups of one catalogue from those of another. */
  private static final List<String> COLUMNS =
      List.of(
          "GroupLen", "GroupMass", "GroupPos", "GroupVel", "GroupVelDisp", "GroupInertiaRadius");

  @TempDir Path dir;

  private CatalogueFile run(String name, Object... words) {
    Path out = dir.resolve(name);
    Jzfof.run(List.of("run", "--lightcone", "-o", out), words).succeeded();
    return onlyCatalogue(out);
  }

  private static CatalogueFile onlyCatalogue(Path out) {
    try (Stream<Path> folders = Files.list(out)) {
      String folder = folders.findFirst().orElseThrow().getFileName().toString();
      return CatalogueFile.in(out, folder.substring("groups_".length()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertSame(
      CatalogueFile expected, CatalogueFile found, List<String> columns) {
    assertTrue(expected.groups() > 20, "groups " + expected.groups());
    for (String column : columns) {
      String path = "/Group/" + column;
      assertArrayEquals(expected.doubles(path), found.doubles(path), column);
    }
    assertArrayEquals(expected.longs("/IDs/ID"), found.longs("/IDs/ID"), "members");
  }

  /** All of one time, particles have the groups of an open snapshot, bit for bit. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 0.5})
  void ofOneTimeTheGroupsAreThoseOfTheSnapshot(double a) {
    Particles particles = ConeParticles.around();
    Path snapshot =
        SnapshotFixtures.gadget4(dir.resolve("snapshot_001.hdf5"), ConeParticles.SIDE, particles);
    Path out = dir.resolve("snapshot");
    Jzfof.run("run", snapshot, "--open", "--linking-length-from", "mass", "--so", "none", "-o", out)
        .succeeded();
    Path cone =
        LightconeFixture.gadget4(particles, a).write(dir.resolve("cone/conesnap_0000.hdf5"));
    CatalogueFile found = run("out", cone);
    assertSame(CatalogueFile.in(out, "001"), found, COLUMNS);
    for (double mean : found.doubles("/Group/GroupAscale")) {
      assertEquals(a, mean, 1e-15);
    }
    assertEquals(
        0.2 * ConeParticles.SIDE / 32, found.attribute("/Parameters", "LinkingLength"), 1e-7);
    assertEquals(1, found.attribute("/Parameters", "Lightcone"));
  }

  /** Groups that a cut does not touch are those of the whole, bit for bit. */
  @Test
  void aCutChangesNoGroupInside() {
    Particles particles = ConeParticles.around();
    LightconeFixture whole =
        LightconeFixture.gadget4(particles, ConeParticles.scaleFactors(particles));
    double hole = 6;
    int[] outside =
        IntStream.range(0, particles.count())
            .filter(i -> ConeParticles.square(particles.positions(), i) > hole * hole)
            .toArray();
    CatalogueFile all = run("all", whole.write(dir.resolve("in/whole/conesnap_0000.hdf5")));
    CatalogueFile cut =
        run("cut", whole.of(outside).write(dir.resolve("in/cut/conesnap_0000.hdf5")));
    double[] position = all.doubles("/Group/GroupPos");
    double[] radius = all.doubles("/Group/GroupInertiaRadius");
    List<String> found = rows(cut);
    int inside = 0;
    List<String> expected = rows(all);
    for (int g = 0; g < all.groups(); g++) {
      if (Math.sqrt(ConeParticles.square(position, g)) > hole + 5 * radius[g] + 0.2) {
        assertTrue(found.contains(expected.get(g)), "group " + g + ": " + expected.get(g));
        inside++;
      }
    }
    assertTrue(inside > 20, inside + " groups");
  }

  private static List<String> rows(CatalogueFile file) {
    List<long[]> members = file.members();
    double[] mean = file.doubles("/Group/GroupAscale");
    double[] position = file.doubles("/Group/GroupPos");
    double[] velocity = file.doubles("/Group/GroupVel");
    return IntStream.range(0, file.groups())
        .mapToObj(
            g ->
                "%s %s %s %s"
                    .formatted(
                        Arrays.toString(members.get(g)),
                        mean[g],
                        Arrays.toString(Arrays.copyOfRange(position, 3 * g, 3 * g + 3)),
                        Arrays.toString(Arrays.copyOfRange(velocity, 3 * g, 3 * g + 3))))
        .toList();
  }

  /** Images of groups have the same length and IDs; nothing but positions tells them apart. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void anyOrderFilesAndRanks(int ranks) {
    Particles particles = ConeParticles.withTwins(ConeParticles.images());
    LightconeFixture cone =
        LightconeFixture.gadget4(particles, ConeParticles.scaleFactors(particles));
    CatalogueFile expected = run("one", cone.write(dir.resolve("a/conesnap_0000.hdf5")));
    for (int k = 0; k < 4; k++) {
      cone.every(4, k).write(dir.resolve("b/conesnap_000" + (3 - k) + ".hdf5"));
    }
    LightconeFixture.gadget4(Particles.at(), 1).write(dir.resolve("b/conesnap_0004.hdf5"));
    CatalogueFile found = run("other", dir.resolve("b"), "--ranks", ranks);
    List<String> columns =
        expected.names("/Group").stream().filter(name -> !name.startsWith("GroupOffset")).toList();
    assertTrue(columns.contains("GroupPixel"), columns.toString());
    assertSame(expected, found, columns);
  }

  /** Means and angles, against sums and formulas over the members. */
  @Test
  void whatAnObserverSees() {
    Particles particles = ConeParticles.around();
    double[] a = ConeParticles.scaleFactors(particles);
    LightconeFixture cone = LightconeFixture.gadget4(particles, a);
    CatalogueFile found =
        run("out", cone.write(dir.resolve("cone/conesnap_0000.hdf5")), "--nside", 64);
    int[] rowOfId = new int[1 << 16];
    IntStream.range(0, a.length).forEach(i -> rowOfId[(int) particles.ids()[i]] = i);
    List<long[]> members = found.members();
    double[] x = found.doubles("/Group/GroupPos");
    double[] v = found.doubles("/Group/GroupVel");
    for (int g = 0; g < found.groups(); g++) {
      double mean =
          Arrays.stream(members.get(g)).mapToDouble(id -> a[rowOfId[(int) id]]).average().orElse(0);
      double distance = Math.sqrt(ConeParticles.square(x, g));
      double recession =
          (v[3 * g] * x[3 * g] + v[3 * g + 1] * x[3 * g + 1] + v[3 * g + 2] * x[3 * g + 2])
              / distance;
      assertEquals(mean, found.doubles("/Group/GroupAscale")[g], 1e-7);
      assertEquals(1 / mean - 1, found.doubles("/Group/GroupRedshift")[g], 1e-7);
      assertEquals(distance, found.doubles("/Group/GroupDistance")[g], 1e-6 * distance);
      double ra = Math.toRadians(found.doubles("/Group/GroupRA")[g]);
      double dec = Math.toRadians(found.doubles("/Group/GroupDec")[g]);
      assertTrue(ra >= 0 && ra < 2 * Math.PI, "right ascension " + ra);
      assertEquals(x[3 * g], distance * Math.cos(dec) * Math.cos(ra), 1e-5);
      assertEquals(x[3 * g + 1], distance * Math.cos(dec) * Math.sin(ra), 1e-5);
      assertEquals(x[3 * g + 2], distance * Math.sin(dec), 1e-5);
      assertEquals(recession, found.doubles("/Group/GroupVelLineOfSight")[g], 1e-3);
      assertEquals(
          (1 + recession / 299792.458) / mean - 1,
          found.doubles("/Group/GroupRedshiftObserved")[g],
          2e-7);
      long pixel = found.longs("/Group/GroupPixel")[g];
      assertTrue(pixel >= 0 && pixel < 12 * 64 * 64, "pixel " + pixel);
    }
    assertEquals(64, found.attribute("/Parameters", "HealpixNside"));
    try (Hdf5File f = Hdf5File.open(dir.resolve("out/groups_0000/fof_subhalo_tab_0000.0.hdf5"))) {
      assertTrue(f.text("/Group/GroupPixel", "description").contains("nside = 64"));
      assertEquals("deg", f.text("/Group/GroupRA", "units"));
      assertEquals(0, f.doubles("/Group/GroupVel", "a_scaling")[0], "no factor a");
    }
  }

  /** Cones of one run share particles, which count once; their images do not. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void particlesOfSeveralCones(int ranks) {
    Particles particles = ConeParticles.images();
    LightconeFixture cone =
        LightconeFixture.gadget4(particles, ConeParticles.scaleFactors(particles));
    Random random = new Random(7);
    int[] in = random.ints(particles.count(), 1, 4).toArray(); // bits: first cone, second cone
    for (int k = 1; k <= 2; k++) {
      int bit = k;
      int[] rows = IntStream.range(0, in.length).filter(i -> (in[i] & bit) != 0).toArray();
      cone.of(rows).write(dir.resolve("lightcone_0" + k + "/conesnap_0000.hdf5"));
    }
    CatalogueFile expected = run("one", cone.write(dir.resolve("a/conesnap_0000.hdf5")));
    long shared = Arrays.stream(in).filter(i -> i == 3).count();
    Path out = dir.resolve("two");
    Jzfof.run(
            "run",
            "--lightcone",
            dir.resolve("lightcone_01"),
            dir.resolve("lightcone_02"),
            "-o",
            out,
            "--membership",
            "--ranks",
            ranks)
        .warned(shared + " particles are in several of the light cones");
    CatalogueFile found = onlyCatalogue(out);
    assertSame(expected, found, COLUMNS);
    assertArrayEquals(expected.doubles("/Group/GroupAscale"), found.doubles("/Group/GroupAscale"));
    assertMembership(out, found, in);
  }

  /** Both rows of a particle that is in two cones have its group. */
  private static void assertMembership(Path out, CatalogueFile found, int[] in) {
    CatalogueFile file = CatalogueFile.of(out.resolve("groups_0000/membership_0000.hdf5"));
    long[] number = file.longs("/PartType1/GroupNumber");
    int[] ofParticle = new int[in.length];
    Arrays.fill(ofParticle, Integer.MIN_VALUE);
    int row = 0;
    for (int k = 1; k <= 2; k++) {
      for (int i = 0; i < in.length; i++) {
        if ((in[i] & k) != 0) {
          int group = (int) number[row++];
          assertTrue(
              ofParticle[i] == Integer.MIN_VALUE || ofParticle[i] == group,
              "row %d of cone %d: %d, %d".formatted(row, k, group, ofParticle[i]));
          ofParticle[i] = group;
        }
      }
    }
    assertEquals(number.length, row);
    long[] length = found.longs("/Group/GroupLen");
    for (int g = 0; g < length.length; g++) {
      int group = g;
      assertEquals(length[g], Arrays.stream(ofParticle).filter(n -> n == group).count());
    }
  }

  /** SWIFT names types, has masses and no h, and states no cosmology. */
  @Test
  void swiftsLayout() {
    Particles particles = ConeParticles.around();
    double[] a = ConeParticles.scaleFactors(particles);
    CatalogueFile expected =
        run(
            "gadget",
            LightconeFixture.gadget4(particles, a).write(dir.resolve("g/conesnap_0.hdf5")));
    double h = 0.678;
    double[] x = Arrays.stream(particles.positions()).map(p -> p / h).toArray();
    Particles withoutH =
        Particles.at(x)
            .withVelocities(particles.velocities())
            .withIds(particles.ids())
            .withMass(particles.mass() / h)
            .stored(Hdf5Type.FLOAT64, Hdf5Type.INT64);
    LightconeFixture swift = LightconeFixture.swift(withoutH, a);
    swift.every(2, 0).write(dir.resolve("lc_particles/lc_0000.0.hdf5"));
    swift.every(2, 1).write(dir.resolve("lc_particles/lc_0000.3.hdf5"));
    CatalogueFile found =
        run(
            "swift",
            dir.resolve("lc_particles"),
            "--omega-m",
            0.308,
            "--omega-lambda",
            0.692,
            "--hubble",
            h);
    assertArrayEquals(expected.longs("/IDs/ID"), found.longs("/IDs/ID"));
    assertArrayEquals(expected.doubles("/Group/GroupPos"), found.doubles("/Group/GroupPos"), 1e-5);
    assertArrayEquals(
        expected.doubles("/Group/GroupAscale"), found.doubles("/Group/GroupAscale"), 1e-7);
  }

  /** Any file with positions, and scale factors of a name that the user gives. */
  @Test
  void aColumnOfAnyName() {
    Particles particles = ConeParticles.around();
    double[] a = ConeParticles.scaleFactors(particles);
    LightconeFixture cone = LightconeFixture.gadget4(particles, a);
    CatalogueFile expected = run("gadget", cone.write(dir.resolve("g/conesnap_0000.hdf5")));
    Path bare =
        cone.with(new LightconeFixture.Layout("/PartType1", "a", false))
            .write(dir.resolve("bare.hdf5"));
    CatalogueFile found =
        run(
            "bare",
            bare,
            "--scale-factors",
            "a",
            "--omega-m",
            0.308,
            "--omega-lambda",
            0.692,
            "--hubble",
            0.678,
            "--unit-length",
            "Mpc/h",
            "--unit-mass",
            "1e10 Msun/h",
            "--unit-velocity",
            "km/s");
    assertSame(expected, found, COLUMNS);
    assertArrayEquals(
        expected.doubles("/Group/GroupRedshiftObserved"),
        found.doubles("/Group/GroupRedshiftObserved"));
  }

  /** A mass that the parameters do not tell is given; it sets the linking length. */
  @Test
  void aGivenMass() {
    Particles particles = ConeParticles.around();
    LightconeFixture cone = LightconeFixture.gadget4(particles, 0.9);
    CatalogueFile expected = run("grid", cone.write(dir.resolve("a/conesnap_0000.hdf5")));
    Path other = cone.withoutGrid().write(dir.resolve("b/conesnap_0000.hdf5"));
    CatalogueFile found = run("given", other, "--particle-mass", particles.mass());
    assertSame(expected, found, List.of("GroupLen", "GroupPos", "GroupVel"));
  }

  /** Stars are attached; those that two cones share count once, in each row with their group. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void severalTypesInSeveralCones(int ranks) {
    Particles dark = ConeParticles.around();
    LightconeFixture cone = LightconeFixture.gadget4(dark, ConeParticles.scaleFactors(dark));
    int[] rows = IntStream.range(0, dark.count()).filter(i -> i % 5 == 0).toArray();
    double[] x = new double[3 * rows.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = dark.positions()[3 * rows[i / 3] + i % 3] + 0.01;
    }
    Particles stars =
        Particles.at(x)
            .withIds(IntStream.range(0, rows.length).mapToLong(i -> 1_000_000 + i).toArray())
            .withMass(0.1)
            .stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
    LightconeFixture ofStars = LightconeFixture.gadget4(stars, 0.5);
    cone.and(4, ofStars, dir.resolve("one/conesnap_0000.hdf5"));
    int third = rows.length / 3;
    int[] first = IntStream.range(0, 2 * third).toArray();
    int[] second = IntStream.range(third, rows.length).toArray();
    cone.and(4, ofStars.of(first), dir.resolve("a/conesnap_0000.hdf5"));
    cone.every(3, 0).and(4, ofStars.of(second), dir.resolve("b/conesnap_0000.hdf5"));
    CatalogueFile expected = run("single", dir.resolve("one"), "--attach", 4);
    Path out = dir.resolve("out");
    Jzfof.run(
            "run",
            "--lightcone",
            dir.resolve("a"),
            dir.resolve("b"),
            "--attach",
            4,
            "-o",
            out,
            "--membership",
            "--ranks",
            ranks)
        .warned(" particles are in several of the light cones");
    CatalogueFile found = onlyCatalogue(out);
    assertSame(expected, found, COLUMNS);
    assertArrayEquals(expected.longs("/Group/GroupLenType"), found.longs("/Group/GroupLenType"));
    assertArrayEquals(expected.doubles("/Group/GroupAscale"), found.doubles("/Group/GroupAscale"));
    double mean = found.doubles("/Group/GroupAscale")[0];
    double[] mass = Arrays.copyOf(found.doubles("/Group/GroupMassType"), 6);
    assertTrue(mass[4] > 0 && mean < 1 - 0.4 * mass[4] / (mass[1] + mass[4]), "weights " + mean);
    long[] numbers =
        CatalogueFile.of(out.resolve("groups_0000/membership_0000.hdf5"))
            .longs("/PartType4/GroupNumber");
    for (int i = 0; i < third; i++) { // those in both cones
      assertEquals(numbers[third + i], numbers[2 * third + i], "star " + (third + i));
    }
  }

  @Test
  void aFinishedRunIsSkipped() {
    Path cone =
        LightconeFixture.gadget4(ConeParticles.around(), 0.9)
            .write(dir.resolve("cone/conesnap_0000.hdf5"));
    Object[] words = {"run", "--lightcone", cone.getParent(), "--resume", "-o", dir.resolve("out")};
    Jzfof.run(words).printed("1 done");
    Jzfof.run(words).printed("1 complete before");
  }
}
