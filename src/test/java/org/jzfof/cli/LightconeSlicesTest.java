package org.jzfof.cli;

import static java.time.temporal.ChronoUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.NeedsGpu;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.LightconeFixture;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.RealData;

/** {@code jzfof run --lightcone --slices}: the catalogue of a search at once, bit for bit. */
class LightconeSlicesTest {
  @TempDir Path dir;

  private Particles particles;
  private LightconeFixture cone;

  @BeforeEach
  void images() {
    particles = ConeParticles.withTwins(ConeParticles.images());
    cone = LightconeFixture.gadget4(particles, ConeParticles.scaleFactors(particles));
  }

  /** Writes shells of equal depth, the farthest first, and returns their folder. */
  private Path shells(int number) {
    return shells(number, null);
  }

  /**
   * @param stars particles of type 4; may be null
   */
  private Path shells(int number, LightconeFixture stars) {
    Path folder = dir.resolve("shells" + number);
    if (Files.exists(folder)) {
      return folder;
    }
    double each = depth(particles) / number;
    for (int s = 0; s < number; s++) {
      Path file = folder.resolve("conesnap_%04d.hdf5".formatted(s));
      LightconeFixture shell = cone.of(shell(particles, number - 1 - s, each, number));
      if (stars == null) {
        shell.write(file);
      } else {
        shell.and(4, stars.of(shell(stars.particles(), number - 1 - s, each, number)), file);
      }
    }
    return folder;
  }

  private static int[] shell(Particles some, int shell, double each, int number) {
    return IntStream.range(0, some.count())
        .filter(i -> Math.min(number - 1, (int) (distance(some, i) / each)) == shell)
        .toArray();
  }

  private static double distance(Particles some, int i) {
    return Math.sqrt(ConeParticles.square(some.positions(), i));
  }

  private static double depth(Particles some) {
    return IntStream.range(0, some.count()).mapToDouble(i -> distance(some, i)).max().orElse(0);
  }

  private CatalogueFile run(String name, Path folder, Object... words) {
    Path out = dir.resolve(name);
    List<Object> all = new ArrayList<>(List.of("run", "--lightcone", folder, "-o", out));
    all.addAll(List.of("--min-length", 5));
    Jzfof.run(all, words).succeeded();
    assertFalse(Files.exists(out.resolve("groups_0000/slices")), "slices are left");
    return CatalogueFile.in(out, "0000");
  }

  private static void assertSame(CatalogueFile expected, CatalogueFile found) {
    assertTrue(expected.groups() > 100, "groups " + expected.groups());
    assertEquals(expected.names("/Group"), found.names("/Group"));
    for (String column : expected.names("/Group")) {
      String path = "/Group/" + column;
      assertArrayEquals(expected.doubles(path), found.doubles(path), column);
    }
    assertArrayEquals(expected.longs("/IDs/ID"), found.longs("/IDs/ID"), "members");
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 2", "4, 2, 1", "4, 4, 3", "16, 16, 1", "16, 5, 2"})
  void anyShellsSlicesAndRanks(int shells, int slices, int ranks) {
    CatalogueFile expected = run("whole", shells(1));
    CatalogueFile found =
        run("sliced", shells(shells), "--slices", slices, "--overlap", 4, "--ranks", ranks);
    assertSame(expected, found);
    assertTrue(groupsAcross(found, 16) > 20, "groups across edges of shells");
  }

  /** Counts the groups that have members on both sides of an edge between shells. */
  private int groupsAcross(CatalogueFile found, int shells) {
    double depth = depth(particles);
    double[] centre = found.doubles("/Group/GroupDistance");
    double[] radius = found.doubles("/Group/GroupInertiaRadius");
    return (int)
        IntStream.range(0, centre.length)
            .filter(
                g ->
                    Math.floor((centre[g] - radius[g]) * shells / depth)
                        != Math.floor((centre[g] + radius[g]) * shells / depth))
            .count();
  }

  /** Light particles beside all others. */
  private LightconeFixture stars() {
    Particles stars =
        Particles.at(Arrays.stream(particles.positions()).map(x -> x + 0.01).toArray())
            .withIds(IntStream.range(0, particles.count()).mapToLong(i -> 1_000_000 + i).toArray())
            .withMass(0.1 * particles.mass())
            .stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
    return LightconeFixture.gadget4(stars, 0.5);
  }

  /** Spheres around the groups, of particles of unequal masses in two types. */
  @ParameterizedTest
  @CsvSource({"2, 1, last", "5, 3, last", "4, 2, gadget"})
  void spheresAndTypes(int slices, int ranks, String crossing) {
    spheresAndTypes(slices, ranks, crossing, "cpu");
  }

  /** On a GPU slices have the catalogue of a search at once on a CPU. */
  @NeedsGpu
  @ParameterizedTest
  @CsvSource({"2, 1, last", "4, 2, gadget"})
  void onAGpu(int slices, int ranks, String crossing) {
    spheresAndTypes(slices, ranks, crossing, "cuda");
  }

  private void spheresAndTypes(int slices, int ranks, String crossing, String backend) {
    LightconeFixture ofStars = stars();
    Path one = shells(1, ofStars);
    Path many = shells(16, ofStars);
    Object[] so = {
      "--attach",
      4,
      "--so",
      "200m,vir",
      "--properties",
      "all",
      "--softening",
      0.02,
      "--so-crossing",
      crossing
    };
    CatalogueFile expected = run("whole", one, so);
    List<Object> sliced =
        new ArrayList<>(List.of("--slices", slices, "--overlap", 4, "--ranks", ranks));
    sliced.addAll(List.of("--backend", backend));
    sliced.addAll(List.of(so));
    CatalogueFile found = run("sliced", many, sliced.toArray());
    assertTrue(found.names("/Group").contains("Group_M_Mean200"));
    assertSame(expected, found);
  }

  /** The group of each particle, in the order of the files; an attached type has one as well. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void membership(int ranks) {
    Path folder = shells(8, stars());
    run("whole", folder, "--membership", "--attach", 4);
    Object[] sliced = {
      "--membership", "--attach", 4, "--slices", 5, "--overlap", 4, "--ranks", ranks
    };
    run("sliced", folder, sliced);
    for (String type : List.of("1", "4")) {
      long[] expected = groupNumbers("whole", type);
      assertTrue(Arrays.stream(expected).filter(n -> n >= 0).count() > 1000);
      assertArrayEquals(expected, groupNumbers("sliced", type), "type " + type);
    }
  }

  private long[] groupNumbers(String name, String type) {
    return CatalogueFile.of(dir.resolve(name).resolve("groups_0000/membership_0000.hdf5"))
        .longs("/PartType" + type + "/GroupNumber");
  }

  /** Slices without particles of a type have the units of the cone, which has some. */
  @ParameterizedTest
  @CsvSource({"1, attach", "2, attach", "1, others", "2, others"})
  void starsInNearShellsAlone(int ranks, String role) {
    LightconeFixture all = stars();
    LightconeFixture near =
        all.of(
            IntStream.range(0, particles.count())
                .filter(i -> distance(all.particles(), i) < 10)
                .toArray());
    List<Object> so = new ArrayList<>(List.of("--so", "200m", "--properties", "types"));
    so.addAll(List.of("--softening", 0.02));
    so.addAll(role.equals("attach") ? List.of("--attach", 4) : List.of());
    CatalogueFile expected = run("whole", shells(1, near), so.toArray());
    so.addAll(List.of("--slices", 6, "--overlap", 4, "--ranks", ranks));
    assertSame(expected, run("sliced", shells(16, near), so.toArray()));
  }

  /** A slice reads no more than it needs, and reports a group that leaves what was read. */
  @Test
  void aGroupLongerThanTheOverlap() {
    double[] x = new double[3 * 400];
    for (int i = 0; i < 400; i++) { // a line of sight, in links of 0.05
      x[3 * i] = 1 + 0.05 * i;
    }
    particles =
        Particles.at(x)
            .withVelocities(new float[x.length])
            .withIds(IntStream.range(0, 400).mapToLong(i -> i).toArray())
            .withMass(particles.mass())
            .stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
    cone = LightconeFixture.gadget4(particles, 0.9);
    Path folder = shells(8);
    Object[] words = {
      "run", "--lightcone", folder, "--min-length", 5, "--slices", 8, "-o", dir.resolve("out")
    };
    Jzfof.run(List.of(words), "--overlap", 3)
        .failed(2, "a group reaches from a distance of 1.00000 to", "--overlap above");
    assertEquals(0, Jzfof.run(List.of(words), "--overlap", 25).code());
    assertEquals(400, CatalogueFile.in(dir.resolve("out"), "0000").longs("/Group/GroupLen")[0]);
  }

  /** Slices that were finished before a failure are not searched again, on any number of ranks. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aRunGoesOnAfterAFailure(int ranks) throws IOException {
    Path folder = shells(4);
    CatalogueFile expected = run("whole", folder);
    Path out = dir.resolve("out");
    Path bad = folder.resolve("conesnap_0000.hdf5"); // the farthest shell
    byte[] good = Files.readAllBytes(bad);
    FileTime time = Files.getLastModifiedTime(bad);
    Object[] words = {
      "run", "--lightcone", folder, "--min-length", 5, "--slices", 4, "--overlap", 4, "-o", out
    };
    breakLastScaleFactor(bad);
    Files.setLastModifiedTime(bad, time);
    Jzfof.run(List.of(words), "--ranks", ranks).failed(3, "scale factor");
    Path slices = out.resolve("groups_0000/slices");
    Path first = slices.resolve("slice_000." + (ranks - 1));
    assertFalse(Files.exists(slices.resolve("slice_003.0")), "last slice");
    FileTime finished = FileTime.from(Instant.now().plusSeconds(60).truncatedTo(SECONDS));
    Files.setLastModifiedTime(first, finished);
    Jzfof.run(words).failed(3, "scale factor");
    assertEquals(
        finished, Files.getLastModifiedTime(first), "the first slice is not written again");
    Files.write(bad, good);
    Files.setLastModifiedTime(bad, time);
    Jzfof.run(List.of(words), "--resume").printed("1 done");
    assertSame(expected, CatalogueFile.in(out, "0000"));
    assertFalse(Files.exists(slices));
  }

  private static void breakLastScaleFactor(Path file) {
    int last = CatalogueFile.of(file).doubles("/PartType1/Ascale").length - 1;
    try (Hdf5Writer w = Hdf5Writer.open(file)) {
      w.write("/PartType1/Ascale", last, 1, new double[] {2});
    }
  }

  /** Input that has changed is searched again. */
  @Test
  void aChangedFile() throws IOException {
    Path folder = shells(4);
    Object[] words = {
      "run", "--lightcone", folder, "--min-length", 5, "--slices", 4, "--overlap", 4, "-o", dir
    };
    Path bad = folder.resolve("conesnap_0000.hdf5");
    byte[] good = Files.readAllBytes(bad);
    breakLastScaleFactor(bad);
    Jzfof.run(words).failed(3, "scale factor");
    Path first = dir.resolve("groups_0000/slices/slice_000.0");
    FileTime before = FileTime.from(Instant.now().minusSeconds(3600).truncatedTo(SECONDS));
    Files.setLastModifiedTime(first, before);
    Jzfof.run(words).failed(3, "scale factor");
    assertTrue(Files.getLastModifiedTime(first).compareTo(before) > 0, "is written again");
    Files.write(first, new byte[] {0, 1, 2});
    Files.write(bad, good);
    Jzfof.run(words).succeeded();
  }

  /** Cones that share particles, of which each counts once. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void twoConesOfGadget4(int ranks) throws IOException {
    Path folder = RealData.path("lightcone/C_two_cones_two_shells");
    Object[] words = {
      "run",
      "--lightcone",
      folder.resolve("lightcone_00"),
      folder.resolve("lightcone_01"),
      "--so",
      "200m,200c",
      "--properties",
      "types"
    };
    Jzfof.run(List.of(words), "-o", dir.resolve("whole"))
        .warned("4662 particles are in several of the light cones");
    Outcome sliced =
        Jzfof.run(
            List.of(words),
            "-o",
            dir.resolve("two"),
            "--slices",
            2,
            "--overlap",
            8,
            "--ranks",
            ranks);
    assertEquals(0, sliced.code(), sliced.err());
    assertTrue(sliced.err().contains("4662 particles are in several"), sliced.err());
    assertTrue(sliced.err().contains("a slice needs all files"), sliced.err());
    assertSame(
        CatalogueFile.in(dir.resolve("whole"), "0000"),
        CatalogueFile.in(dir.resolve("two"), "0000"));
    try (Stream<Path> left = Files.list(dir.resolve("two/groups_0000"))) {
      assertEquals(1, left.count());
    }
  }

  /** Spheres near the end of what was read could lack particles. */
  @Test
  void spheresWiderThanTheOverlap() {
    Object[] words = {
      "run",
      "--lightcone",
      shells(16),
      "--min-length",
      5,
      "--slices",
      16,
      "--overlap",
      1.5,
      "--so",
      "100m",
      "--softening",
      0.02,
      "--properties",
      "types",
      "-o",
      dir.resolve("out")
    };
    Jzfof.run(words).failed(2, "spheres of a group at a distance of", "give an --overlap above");
  }

  @Test
  void whatIsRefused() {
    Path folder = shells(4);
    Object[] words = {"run", "--lightcone", folder, "-o", dir.resolve("out")};
    Jzfof.run(List.of(words), "--slices", 0).failed(2, "--slices is 0");
    Jzfof.run(List.of(words), "--slices", 5).failed(2, "--slices is 5", "give at most 4");
    Jzfof.run(List.of(words), "--slices", 2, "--overlap", -1).failed(2, "--overlap is -1");
    Jzfof.run(List.of(words), "--slices", 2, "--overlap", 0.5)
        .failed(2, "--overlap is 0.5", "give at least");
    Jzfof.run(List.of(words), "--slices", 2, "--so", "200c", "--so-crossing", "soap")
        .failed(2, "--slices is 2", "--so-crossing soap");
    Jzfof.run("run", folder, "--slices", 2, "-o", dir).failed(2, "--slices is an option of light");
    Jzfof.run(List.of(words), "--slices", 2).warned("a slice needs all files");
  }

  /** A search at once reports its memory as before, one in slices that of the largest. */
  @Test
  void aDryRun() {
    Path folder = shells(16);
    Object[] words = {"run", "--dry-run", "--lightcone", folder, "--min-length", 5};
    String whole = memory(Jzfof.run(words).out());
    String slice = memory(Jzfof.run(List.of(words), "--slices", 8, "--overlap", 3).out());
    assertTrue(!whole.equals(slice), whole + " and " + slice);
  }

  private static String memory(String out) {
    return out.lines().filter(line -> line.startsWith("memory needed")).findFirst().orElseThrow();
  }
}
