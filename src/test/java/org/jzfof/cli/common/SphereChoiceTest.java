package org.jzfof.cli.common;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.cli.Jzfof;
import org.jzfof.cli.Outcome;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** What counts in the spheres of {@code jzfof run}, and what is said of their centres. */
class SphereChoiceTest {
  private static final double BOX = 10;
  private static final long FIRST_ID = Long.MIN_VALUE + 1; // more than 2^63, and no double

  @TempDir Path dir;

  private Path file;
  private double[] dark;
  private double[] stars;
  private double[] gas;

  /** Two haloes of dark matter and gas that thin out in shells, with stars in and around. */
  @BeforeEach
  void write() {
    SplittableRandom random = new SplittableRandom(6);
    dark = cloud(600, 0.5, random);
    gas = cloud(300, 0.7, random);
    stars = cloud(200, 2, random);
    file = dir.resolve("snapshot_001.hdf5");
    SnapshotFixtures.gadget4(
            BOX,
            Particles.at(dark)
                .withMass(4)
                .withIds(LongStream.range(0, 600).map(i -> FIRST_ID + i).toArray())
                .stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64),
            Particles.at(gas)
                .withType(0)
                .withMass(1)
                .withIds(LongStream.range(0, 300).map(i -> FIRST_ID + 10_000 + i).toArray())
                .stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64),
            Particles.at(stars)
                .withType(4)
                .withMass(0.5)
                .withIds(LongStream.range(0, 200).map(i -> 20_000 + i).toArray())
                .stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64))
        .write(file);
  }

  private static double[] cloud(int count, double size, SplittableRandom random) {
    double[] xyz = new double[3 * count];
    for (int i = 0; i < count; i++) {
      double[] centre = i % 2 == 0 ? new double[] {0.02, 9.97, 5} : new double[] {4, 4, 4};
      double radius = Math.pow(random.nextDouble(), 2) * size;
      double z = 2 * random.nextDouble() - 1;
      double angle = 2 * Math.PI * random.nextDouble();
      double flat = Math.sqrt(1 - z * z);
      double[] direction = {flat * Math.cos(angle), flat * Math.sin(angle), z};
      for (int d = 0; d < 3; d++) {
        double x = centre[d] + radius * direction[d];
        xyz[3 * i + d] = x - BOX * Math.floor(x / BOX);
      }
    }
    return xyz;
  }

  private Outcome run(String options) {
    return run(dir, options);
  }

  private Outcome run(Path to, String options) {
    List<Object> words = new ArrayList<>(List.of("run", file, "-o", to, "--linking-length", "0.2"));
    words.addAll(List.of("--softening", "0.01", "--overwrite"));
    words.addAll(List.of(options.split(" ")));
    return Jzfof.run(words.toArray());
  }

  private CatalogueFile groups() {
    return CatalogueFile.in(dir, "001");
  }

  private static long inside(double[] centres, int g, double[] xyz, double radius) {
    return IntStream.range(0, xyz.length / 3)
        .filter(
            i ->
                IntStream.range(0, 3)
                        .mapToDouble(
                            d -> Math.IEEEremainder(centres[3 * g + d] - xyz[3 * i + d], BOX))
                        .map(x -> x * x)
                        .sum()
                    <= radius * radius)
        .count();
  }

  /** Linked, attached and other types may count or not. */
  @ParameterizedTest
  @CsvSource({
    "--so-types 1",
    "--so-types 4",
    "--so-types 4,0",
    "'--so-types 1,4 --attach 0'",
    "'--so-types 0,4 --attach 0 --ranks 3'",
    "'--so-types 4 --attach 0,4'",
    "'--so-types 0,1,4'"
  })
  void onlyParticlesOfSomeTypesCount(String options) {
    run("--so 200m " + options).succeeded();
    double[] position = groups().doubles("/Group/GroupPos");
    double[] radius = groups().doubles("/Group/Group_R_Mean200");
    double[] mass = groups().doubles("/Group/Group_M_Mean200");
    long[] number = groups().longs("/Group/Group_N_Mean200");
    String types = "," + options.split(" ")[1] + ",";
    for (int g = 0; g < 2; g++) {
      double r = radius[g] * (1 + 1e-6);
      long ofDark = types.contains(",1,") ? inside(position, g, dark, r) : 0;
      long ofGas = types.contains(",0,") ? inside(position, g, gas, r) : 0;
      long ofStars = types.contains(",4,") ? inside(position, g, stars, r) : 0;
      assertEquals(ofDark + ofGas + ofStars, number[g], options);
      assertEquals(4 * ofDark + ofGas + 0.5 * ofStars, mass[g], 1e-5 * mass[g], options);
      assertTrue(number[g] > 0, options);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--so 200c --so-types 1,3; 3; --so-types has 3, and; choose from 0, 1, 4",
        "--so-types 9; 3; no particles of type 9; choose from 0, 1, 4",
        "--so 200c --so-types 1,1; 2; --so-types has 1 twice; once",
        "--so 200c --so-types -1; 2; --so-types has -1; PartType1",
        "--so 200c --so-crossing sop; 2; sop; SOAP"
      })
  void whatMakesNoSenseIsRefused(String options, int code, String first, String second) {
    run(options).failed(code, first, second);
  }

  @Test
  void theDeepestMemberHasItsId() {
    run("--so 200c --attach 0").succeeded();
    CatalogueFile one = groups();
    long[] id = one.longs("/Group/GroupIDMostbound");
    double[] position = one.doubles("/Group/GroupPos");
    for (int g = 0; g < id.length; g++) {
      boolean ofGas = id[g] - FIRST_ID >= 10_000;
      double[] xyz = ofGas ? gas : dark;
      int row = (int) (id[g] - FIRST_ID - (ofGas ? 10_000 : 0));
      for (int d = 0; d < 3; d++) {
        assertEquals(xyz[3 * row + d], position[3 * g + d], 2e-6, "group " + g);
      }
    }
    assertTrue(Arrays.stream(id).allMatch(i -> i < 0), "IDs of 64 bits");
    run("--so 200c --attach 0 --ranks 3").succeeded();
    assertArrayEquals(id, groups().longs("/Group/GroupIDMostbound"));
    for (String without : List.of("--no-ids", "--centre com", "--ranks 2 --no-ids")) {
      run("--so 200c " + without).succeeded();
      assertFalse(groups().names("/Group").contains("GroupIDMostbound"), without);
    }
  }

  /** With fewer linked particles than neighbours the farthest one counts, and IDs decide ties. */
  @ParameterizedTest
  @CsvSource({"25, 0, 1", "25, 0, 3", "60, 40, 1", "60, 40, 2", "33, 5, 1"})
  void theDensestMember(int count, int inOnePlace, int ranks) {
    SplittableRandom random = new SplittableRandom(count);
    double[] xyz = random.doubles(3L * count, 4, 4.3).toArray();
    for (int i = 0; i < inOnePlace; i++) {
      System.arraycopy(new double[] {4.1, 4.2, 4.1}, 0, xyz, 3 * (count - 1 - i), 3);
    }
    Particles dark = Particles.at(xyz).withMass(4).stored(Hdf5Type.FLOAT64, Hdf5Type.UINT32);
    Particles light = Particles.at(stars).withType(4).withMass(0.5);
    SnapshotFixtures.gadget4(BOX, dark, light).write(file);
    run("--so 200m --attach 4 --centre density --ranks " + ranks).succeeded();
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      int of = i;
      double[] square =
          IntStream.range(0, count)
              .mapToDouble(
                  j ->
                      IntStream.range(0, 3)
                          .mapToDouble(d -> xyz[3 * of + d] - xyz[3 * j + d])
                          .map(x -> x * x)
                          .sum())
              .sorted()
              .toArray();
      double own = square[Math.min(32, count - 1)];
      best = own < least ? i : best;
      least = Math.min(own, least);
    }
    double[] position = groups().doubles("/Group/GroupPos");
    for (int d = 0; d < 3; d++) {
      assertEquals(xyz[3 * best + d], position[d], 1e-6);
    }
    assertFalse(groups().names("/Group").contains("GroupIDMostbound"));
    assertTrue(groups().names("/Group").contains("GroupCM"));
  }

  @Test
  void flagsTellWhereCrossingsDiffer() {
    String limits =
        "--so 200m,200c,2500c,20000c,200000c --min-length 4 --linking-length-from number ";
    run(limits + "--so-flags").succeeded();
    CatalogueFile last = groups();
    Path other = dir.resolve("other");
    run(other, limits + "--so-flags --so-crossing first").succeeded();
    CatalogueFile first = CatalogueFile.in(other, "001");
    Path third = dir.resolve("third");
    run(third, limits + "--so-crossing soap --so-flags --ranks 2").succeeded();
    CatalogueFile soap = CatalogueFile.in(third, "001");
    long differ = 0;
    long same = 0;
    for (String limit : List.of("Mean200", "Crit200", "Crit2500", "Crit20000", "Crit200000")) {
      long[] flag = last.longs("/Group/Group_MultipleCrossings_" + limit);
      long[] lastNumber = last.longs("/Group/Group_N_" + limit);
      long[] firstNumber = first.longs("/Group/Group_N_" + limit);
      assertArrayEquals(flag, first.longs("/Group/Group_MultipleCrossings_" + limit));
      assertArrayEquals(flag, soap.longs("/Group/Group_MultipleCrossings_" + limit));
      for (int g = 0; g < flag.length; g++) {
        assertEquals(lastNumber[g] == firstNumber[g] ? 0 : 1, flag[g], limit + " group " + g);
        differ += flag[g];
        same += 1 - flag[g];
      }
    }
    assertTrue(differ > 0 && same > 0, differ + " and " + same);
    run(limits).succeeded();
    assertTrue(groups().names("/Group").stream().noneMatch(n -> n.contains("Multiple")));
  }

  private static void compared(Path a, Path b, String... lines) {
    Outcome outcome = Jzfof.run("compare", a, b);
    assertEquals(ExitCodes.DIFFERENT, outcome.code(), outcome.out() + outcome.err());
    String text = outcome.out().replaceAll(" +", " ");
    for (String line : lines) {
      assertTrue(text.contains(line), line + " is not in:\n" + outcome.out());
    }
  }

  /** Also IDs that are no doubles: one next to another. */
  @Test
  void flagsAndDeepestMembersAreCompared() {
    String limits = "--so 200m,200c --so-flags";
    run(limits).succeeded();
    Path own = dir.resolve("groups_001");
    Path out = dir.resolve("other");
    run(out, limits + " --ranks 2").succeeded();
    Path other = out.resolve("groups_001");
    Jzfof.run("compare", own, other).printed("equal            yes");
    String flag = "Group_MultipleCrossings_Mean200";
    long flagged = groups().longs("/Group/" + flag)[1];
    long id = groups().longs("/Group/GroupIDMostbound")[0];
    Path file = other.resolve("fof_subhalo_tab_001.0.hdf5");
    Hdf5Edit.integer(file, "/Group/" + flag, 1 - flagged, 1);
    compared(own, other, flag + " 1 1.00\n", "1 1 %s %d %d".formatted(flag, flagged, 1 - flagged));
    Hdf5Edit.integer(file, "/Group/" + flag, flagged, 1);
    Hdf5Edit.integer(file, "/Group/GroupIDMostbound", id + 1, 0);
    String one = Long.toUnsignedString(id);
    String next = Long.toUnsignedString(id + 1);
    compared(own, other, "GroupIDMostbound 1 1.00\n", "0 0 GroupIDMostbound " + one + " " + next);
    compared(other, own, "0 0 GroupIDMostbound " + next + " " + one);
  }

  /** Options decide whether a run writes them. */
  @Test
  void flagsAndDeepestMembersOfOneAreNamed() {
    run("--so 200c --so-flags").succeeded();
    Path out = dir.resolve("other");
    run(out, "--so 200c --no-ids").succeeded();
    String only = "only %s has GroupIDMostbound, Group_MultipleCrossings_Crit200";
    Path own = dir.resolve("groups_001");
    Path other = out.resolve("groups_001");
    Jzfof.run("compare", own, other).printed("equal            yes", only.formatted("A"));
    Jzfof.run("compare", other, own).printed("equal            yes", only.formatted("B"));
  }
}
