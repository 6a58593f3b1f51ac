package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** {@code jzfof run --so}: what it writes, and what it refuses. */
class SpheresCommandTest {
  private static final double BOX = 10;
  private static final double MEAN_DENSITY = 8.546233;

  @TempDir Path dir;

  private Path file;
  private double[] dark;
  private double[] stars;

  /**
   * Two haloes of dark matter, one of them across the edge of the box, with stars in and around.
   */
  @BeforeEach
  void write() {
    SplittableRandom random = new SplittableRandom(1);
    dark = new double[3 * 700];
    stars = new double[3 * 200];
    for (double[] some : List.of(dark, stars)) {
      for (int i = 0; i < some.length / 3; i++) {
        double[] centre = i % 2 == 0 ? new double[] {0.02, 9.97, 5} : new double[] {4, 4, 4};
        double radius = Math.pow(random.nextDouble(), 2) * (some == dark ? 0.6 : 1.2);
        double z = 2 * random.nextDouble() - 1;
        double angle = 2 * Math.PI * random.nextDouble();
        double flat = Math.sqrt(1 - z * z);
        double[] direction = {flat * Math.cos(angle), flat * Math.sin(angle), z};
        for (int d = 0; d < 3; d++) {
          double x = centre[d] + radius * direction[d];
          some[3 * i + d] = x - BOX * Math.floor(x / BOX);
        }
      }
    }
    file = dir.resolve("snapshot_001.hdf5");
    fixture().write(file);
  }

  private SnapshotFixtures fixture() {
    return SnapshotFixtures.gadget4(
        BOX, Particles.at(dark).withMass(4), Particles.at(stars).withType(4).withMass(0.5));
  }

  private Outcome run(String options) {
    List<Object> words =
        new ArrayList<>(List.of("run", file, "-o", dir, "--linking-length", "0.2"));
    words.addAll(List.of(options.split(" ")));
    return Jzfof.run(words.toArray());
  }

  private static double distance(double[] a, int i, double[] b, int j) {
    double square = 0;
    for (int d = 0; d < 3; d++) {
      double difference = Math.IEEEremainder(a[3 * i + d] - b[3 * j + d], BOX);
      square += difference * difference;
    }
    return Math.sqrt(square);
  }

  @Test
  void allParticlesCountWhateverTheyAre() {
    run("--so 200m,200c --softening 0.01").succeeded();
    CatalogueFile groups = CatalogueFile.in(dir, "001");
    double[] position = groups.doubles("/Group/GroupPos");
    assertEquals(2, groups.groups());
    for (String limit : List.of("Mean200", "Crit200")) {
      double[] mass = groups.doubles("/Group/Group_M_" + limit);
      double[] radius = groups.doubles("/Group/Group_R_" + limit);
      long[] number = groups.longs("/Group/Group_N_" + limit);
      double density = MEAN_DENSITY * 200 / (limit.equals("Crit200") ? 0.308 : 1);
      for (int g = 0; g < 2; g++) {
        int group = g;
        double r = radius[g] * (1 + 1e-6);
        long ofDark = inside(position, group, dark, r);
        long ofStars = inside(position, group, stars, r);
        assertEquals(ofDark + ofStars, number[g], limit);
        assertEquals(4 * ofDark + 0.5 * ofStars, mass[g], 1e-5 * mass[g], limit);
        double volume = 4 * Math.PI / 3 * Math.pow(radius[g], 3);
        assertEquals(density, mass[g] / volume, 1e-5 * density, limit);
        assertTrue(ofStars > 0);
      }
    }
  }

  private static long inside(double[] centres, int g, double[] xyz, double radius) {
    return IntStream.range(0, xyz.length / 3)
        .filter(i -> distance(centres, g, xyz, i) <= radius)
        .count();
  }

  @Test
  void theCentreIsTheDeepestMember() {
    run("--so vir --softening 0.01").succeeded();
    CatalogueFile groups = CatalogueFile.in(dir, "001");
    double[] position = groups.doubles("/Group/GroupPos");
    List<long[]> members = groups.members();
    for (int g = 0; g < 2; g++) {
      int[] rows = Arrays.stream(members.get(g)).mapToInt(id -> (int) id - 1).toArray();
      int deepest = -1;
      double most = 0;
      for (int i : rows) {
        double sum =
            Arrays.stream(rows)
                .filter(j -> j != i)
                .mapToDouble(j -> 1 / Math.max(distance(dark, i, dark, j), 0.015))
                .sum();
        deepest = sum > most ? i : deepest;
        most = Math.max(sum, most);
      }
      assertTrue(distance(position, g, dark, deepest) < 0.05, "group " + g);
    }
    double[] mass = groups.doubles("/Group/GroupCM");
    assertTrue(distance(mass, 0, position, 0) > 1e-3);
  }

  @Test
  void ranksFilesAndCentresOfMass() throws IOException {
    run("--so 500c,vir --centre com --so-crossing first --softening 0.01").succeeded();
    Path kept = Files.createDirectory(dir.resolve("one")).resolve("groups_001");
    Files.move(dir.resolve("groups_001"), kept);
    CatalogueFile one = CatalogueFile.in(dir.resolve("one"), "001");
    run("--so vir,500c --centre com --so-crossing first --softening 0.01 --ranks 3 --overwrite")
        .succeeded();
    CatalogueFile three = CatalogueFile.in(dir, "001");
    assertFalse(three.names("/Group").contains("GroupCM"));
    for (String name : List.of("M_Crit500", "R_Crit500", "M_TopHat200", "R_TopHat200")) {
      double[] values = one.doubles("/Group/Group_" + name);
      assertArrayEquals(values, three.doubles("/Group/Group_" + name), 0, name);
      assertTrue(values[0] > 0, name);
    }
  }

  @Test
  void cataloguesAreComparedByTheirSpheres() {
    String common = "--centre com --softening 0.01";
    run("--so 200c,vir " + common).succeeded();
    Path groups = dir.resolve("groups_001");
    Outcome same = Jzfof.run("compare", groups, groups);
    same.printed("equal            yes");
    Path other = dir.resolve("other");
    Jzfof.run(
            "run",
            file,
            "-o",
            other,
            "--linking-length",
            "0.2",
            "--centre",
            "com",
            "--so",
            "200c",
            "--so-crossing",
            "gadget",
            "--softening",
            "0.01")
        .succeeded();
    Outcome differ = Jzfof.run("compare", groups, other.resolve("groups_001"));
    assertEquals(9, differ.code());
    assertTrue(
        differ.out().contains("only A has Group_M_TopHat200, Group_R_TopHat200"), differ.out());
    assertTrue(differ.out().contains("Group_R_Crit200"), differ.out());
    assertFalse(differ.out().contains("GroupPos "), differ.out());
    Jzfof.run("info", groups).printed("centre of mass");
    run("--so 200c --softening 0.01 --overwrite").succeeded();
    assertFalse(Jzfof.run("info", groups).succeeded().out().contains("centre of mass"));
  }

  @Test
  void withoutSpheresNothingChanges() {
    run("--so none").succeeded();
    List<String> names = CatalogueFile.in(dir, "001").names("/Group");
    assertFalse(names.contains("GroupCM") || names.contains("Group_M_Crit200"), names.toString());
  }

  @Test
  void anUnknownSofteningIsSaid() {
    run("--so 200c").warned("does not state its softening", "--softening");
    fixture()
        .and(
            w -> {
              w.attribute("/Parameters", "SofteningClassOfPartType1", Hdf5Type.INT32, 0);
              w.attribute("/Parameters", "SofteningComovingClass0", Hdf5Type.FLOAT64, 0.01);
              w.attribute("/Parameters", "SofteningMaxPhysClass0", Hdf5Type.FLOAT64, 0.01);
            })
        .write(file);
    run("--so 200c --overwrite").succeeded();
  }

  @Test
  void massFunctionsOfSpheresAreDrawn() {
    run("--so 200c --softening 0.01").succeeded();
    Path groups = dir.resolve("groups_001");
    Path picture = dir.resolve("m200c.png");
    Jzfof.run("plot", groups, "--mass", "200c", "-o", picture).succeeded();
    assertTrue(Files.exists(picture));
    Jzfof.run("plot", groups, "--mass", "vir", "-o", picture)
        .failed(3, "no Group_M_TopHat200", "--so vir");
    Jzfof.run("plot", groups, "--mass", "heavy", "-o", picture).failed(2, "--mass has 'heavy'");
  }

  private Outcome so(Path catalogue, String options) {
    List<Object> words = new ArrayList<>(List.of("so", catalogue, file, "-o", dir + "/"));
    words.addAll(List.of(options.split(" ")));
    return Jzfof.run(words.toArray());
  }

  @Test
  void theGroupsOfACatalogueGetTheSameSpheres() throws IOException {
    run("--so 200c,vir --softening 0.01 --no-ids").succeeded();
    CatalogueFile groups = CatalogueFile.in(dir, "001");
    Path catalogue = dir.resolve("groups_001");
    Path written = dir.resolve("spheres_001.hdf5");
    Files.writeString(written, "of somebody else");
    so(catalogue, "--so 200c").failed(4, "spheres_001.hdf5");
    Files.delete(written);
    so(catalogue, "--so vir,200c").printed("centres          2 of", "Mvir", "particles        900");
    CatalogueFile spheres = CatalogueFile.of(written);
    for (String name : List.of("Crit200", "TopHat200")) {
      assertArrayEquals(
          groups.longs("/Group/Group_N_" + name), spheres.longs("/Group/Group_N_" + name), name);
      double[] radius = groups.doubles("/Group/Group_R_" + name);
      assertArrayEquals(radius, spheres.doubles("/Group/Group_R_" + name), 1e-6 * radius[0], name);
    }
    double[] mass = spheres.doubles("/Group/Group_M_Crit200");
    so(catalogue, "--so vir,200c --ranks 3 --overwrite").succeeded();
    CatalogueFile again = CatalogueFile.of(written);
    assertArrayEquals(mass, again.doubles("/Group/Group_M_Crit200"), 0);
    so(catalogue, "--types 1 --overwrite").printed("particles        700 of type 1");
    double[] ofDark = CatalogueFile.of(written).doubles("/Group/Group_M_Crit200");
    assertTrue(ofDark[0] < mass[0]);
    so(catalogue, "--dry-run --overwrite").printed("nothing measured or written");
  }

  @ParameterizedTest
  @CsvSource({"--profiles=0.05:4:6, 6", "--profiles, 25"})
  void profilesAreThoseOfALoop(String option, int shells) throws IOException {
    run("--so 200c --softening 0.01 --no-ids").succeeded();
    Path catalogue = dir.resolve("groups_001");
    so(catalogue, "--so vir,200c " + option).succeeded();
    Path written = dir.resolve("spheres_001.hdf5");
    CatalogueFile one = CatalogueFile.of(Files.move(written, dir.resolve("one.hdf5")));
    double[] position = one.doubles("/Group/GroupPos");
    double[] r200 = one.doubles("/Group/Group_R_Crit200");
    double[] edges = one.doubles("/Profiles/Radius");
    assertEquals(shells + 1, edges.length);
    for (int type : new int[] {1, 4}) {
      double each = type == 1 ? 4 : 0.5;
      String folder = "/Profiles/PartType" + type;
      double[] mass = one.doubles(folder + "/MassWithin");
      double[] density = one.doubles(folder + "/Density");
      long[] number = one.longs(folder + "/NumberWithin");
      for (int i = 0; i < number.length; i++) {
        int g = i / edges.length;
        double radius = edges[i % edges.length] * r200[g];
        assertEquals(inside(position, g, type == 1 ? dark : stars, radius), number[i], folder);
        assertEquals(each * number[i], mass[i], 1e-9 * mass[i], folder);
        if (i % edges.length > 0) {
          double inner = edges[i % edges.length - 1] * r200[g];
          double volume = 4 * Math.PI / 3 * (Math.pow(radius, 3) - Math.pow(inner, 3));
          double expected = (mass[i] - mass[i - 1]) / volume;
          assertEquals(expected, density[i - g - 1], 1e-9 * expected, folder);
        }
      }
      assertTrue(number[edges.length - 1] > 0, folder);
    }
    so(catalogue, "--so vir,200c --ranks 3 --overwrite " + option).succeeded();
    CatalogueFile three = CatalogueFile.of(written);
    for (String name : List.of("/PartType1/MassWithin", "/PartType4/Density")) {
      assertArrayEquals(one.doubles("/Profiles" + name), three.doubles("/Profiles" + name), 0);
    }
    so(catalogue, "--overwrite --types 4 " + option).succeeded();
    List<String> names = CatalogueFile.of(written).names("/Profiles");
    assertEquals(List.of("PartType4", "Radius", "Velocity"), names.stream().sorted().toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--profiles=1:2; --profiles has '1:2'",
        "--profiles=2:1:3; RMIN:RMAX:N",
        "--profiles=0:1:3; 0.01:3:25",
        "--profiles=0.1:1:0; --profiles has",
        "--profiles=0.1:x:3; --profiles has",
        "--profiles --so vir; --so has no 200c"
      })
  void profilesThatMakeNoSenseAreRefused(String option, String part) {
    so(dir.resolve("groups_001"), option).failed(2, part);
  }

  @Test
  void whatIsNoCatalogueOfTheSnapshotIsRefused() {
    so(dir.resolve("nowhere.hdf5"), "--so 200c").failed(3, "nowhere.hdf5");
    so(file, "--so none").failed(2, "--so is none");
    run("--so none --no-ids").succeeded();
    SnapshotFixtures.gadget4(2 * BOX, Particles.at(dark).withMass(4)).write(file);
    so(dir.resolve("groups_001"), "--so 200c").failed(3, "the box of");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--so 200x; 2; 200x",
        "--so 0c; 2; 0c",
        "--so 200c,200c; 2; twice",
        "--so none,200c; 2; none",
        "--so 200c --softening 0; 2; --softening is 0.0",
        "--so 200c --so-crossing middle; 2; middle",
        "--so 200c --centre edge; 2; edge"
      })
  void whatMakesNoSenseIsRefused(String options, int code, String part) {
    run(options).failed(code, part);
  }

  @Test
  void aSnapshotWithoutCosmologyIsRefused() {
    SnapshotFixtures.bare(BOX, Particles.at(dark).withMass(4)).write(file);
    run("--so 200c").failed(3, "--so needs the density of the universe", "Omega0");
  }
}
