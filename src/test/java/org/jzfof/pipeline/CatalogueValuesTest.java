package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.GadgetTables;
import org.jzfof.cli.Jzfof;
import org.jzfof.domain.Box;
import org.jzfof.hdf5.Hdf5Edit;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Every number in a catalogue that jzfof wrote, against its definition. */
class CatalogueValuesTest {
  private static final int[] TYPES = {0, 1, 4};
  private static final int MIN_LENGTH = 3;

  /** float32 in the file; and, for lengths, the resolution of fixed point. */
  private static final double RELATIVE = 3e-7;

  @TempDir Path dir;

  /** A code family: scale factor and the step from stored to peculiar velocities. */
  private enum Family {
    GADGET4(1, 1) {
      @Override
      SnapshotFixtures fixtures(Particles... particles) {
        return SnapshotFixtures.gadget4(1, particles);
      }
    },
    GADGET(0.5, Math.sqrt(0.5)) {
      @Override
      SnapshotFixtures fixtures(Particles... particles) {
        return SnapshotFixtures.gadget(1, particles);
      }
    },
    SWIFT(0.25, 1) {
      @Override
      SnapshotFixtures fixtures(Particles... particles) {
        return SnapshotFixtures.swift(1, particles);
      }
    },
    PKDGRAV(0.5, 0.5) {
      @Override
      SnapshotFixtures fixtures(Particles... particles) {
        return SnapshotFixtures.pkdgrav(1, particles);
      }
    };

    private final double scaleFactor;
    private final double toPeculiar;

    Family(double scaleFactor, double toPeculiar) {
      this.scaleFactor = scaleFactor;
      this.toPeculiar = toPeculiar;
    }

    abstract SnapshotFixtures fixtures(Particles... particles);
  }

  private static final double[][] SIDES = {{25, 25, 25}, {40, 10, 2.5}, {30, 20, 0}};
  private static final PointSets[] SETS = {
    PointSets.CLUSTERED, PointSets.AT_THE_FACES, PointSets.COINCIDENT
  };

  /** Time is no scale factor there, and nothing is to be multiplied with it. */
  @Test
  void unitsOfARunWithoutExpansion() {
    Path file = dir.resolve("snapshot_001.hdf5");
    SnapshotFixtures.gadget4(file, 50, Particles.uniform(1000, 50, 1));
    Hdf5Edit.attribute(file, "/Parameters", "ComovingIntegrationOn", 0);
    Hdf5Edit.attribute(file, "/Header", "Time", 7.5);
    Jzfof.run("run", file, "-o", dir, "-b", 0.6, "--min-length", 2).succeeded();
    Path knn = dir.resolve("neighbours.hdf5");
    Jzfof.run("knn", file, "-o", knn, "--values", "distance,density").succeeded();
    try (Hdf5File f = Hdf5File.open(GadgetTables.file(dir, "001"))) {
      assertUnit(f, "/Group/GroupPos", "Mpc");
      assertUnit(f, "/Group/GroupVel", "km/s");
      assertEquals("mass-weighted mean velocity", f.text("/Group/GroupVel", "description"));
    }
    try (Hdf5File f = Hdf5File.open(knn)) {
      assertUnit(f, "/Neighbours/Distance", "Mpc");
      assertUnit(f, "/Queries/Density", "1e10 Msun / (Mpc)^3");
    }
  }

  private static void assertUnit(Hdf5File f, String dataset, String unit) {
    assertEquals(unit, f.text(dataset, "units"));
    assertArrayEquals(new double[] {0}, f.doubles(dataset, "a_scaling"));
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void periodicBoxes(Family family) {
    SplittableRandom random = new SplittableRandom(family.ordinal());
    int across = 0;
    for (double[] sides : SIDES) {
      for (PointSets set : SETS) {
        List<Particles> particles = particles(set, sides, random);
        Path file = file(family, particles, sides);
        double ell = linkingLength(set, sides);
        NaiveCatalogue expected =
            new NaiveCatalogue(particles, Box.periodic(sides), ell, MIN_LENGTH);
        across += (int) expected.groups().stream().filter(expected::wraps).count();
        check(family, expected, run(file, ell));
      }
    }
    assertTrue(across > 20, across + " groups across a face");
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void openBoxes(Family family) {
    SplittableRandom random = new SplittableRandom(10 + family.ordinal());
    for (double[] sides : SIDES) {
      for (PointSets set : SETS) {
        List<Particles> particles = particles(set, sides, random);
        Path file = file(family, particles, new double[] {1e-3});
        double ell = linkingLength(set, sides);
        Box box = Box.open(new double[3], sides);
        check(
            family, new NaiveCatalogue(particles, box, ell, MIN_LENGTH), run(file, ell, "--open"));
      }
    }
  }

  /** The box of the options stands in for that of the file. */
  @Test
  void boxFromTheCommandLine() {
    SplittableRandom random = new SplittableRandom(20);
    List<Particles> particles = particles(PointSets.AT_THE_FACES, SIDES[1], random);
    Path file = file(Family.GADGET4, particles, new double[] {1e-3});
    NaiveCatalogue expected =
        new NaiveCatalogue(particles, Box.periodic(SIDES[1]), 0.1, MIN_LENGTH);
    check(Family.GADGET4, expected, run(file, 0.1, "--box", "40,10,2.5"));
  }

  /** Only what is linked counts, and b is in mean separations of the linked particles. */
  @Test
  void someOfTheTypes() {
    SplittableRandom random = new SplittableRandom(30);
    List<Particles> all = particles(PointSets.CLUSTERED, SIDES[0], random);
    Path file = file(Family.GADGET4, all, SIDES[0]);
    List<Particles> two = List.of(all.get(0), all.get(2));
    int n = two.stream().mapToInt(Particles::count).sum();
    double ell = 0.25 * Math.cbrt(25.0 * 25 * 25 / n);
    NaiveCatalogue expected = new NaiveCatalogue(two, Box.periodic(SIDES[0]), ell, MIN_LENGTH);
    Jzfof.run("run", file, "-o", dir, "-b", 0.25, "--min-length", MIN_LENGTH, "--types", "4,0")
        .succeeded();
    CatalogueFile actual = CatalogueFile.in(dir, "007");
    check(Family.GADGET4, expected, actual);
    assertEquals(ell, actual.attribute("/Parameters", "LinkingLength"), 1e-12 * ell);
  }

  /** DISCO-DJ numbers its particles from 0. */
  @Test
  void zeroIsAnIdLikeOthers() {
    Particles particles = Particles.at(1, 1, 1, 5, 5, 5, 1, 1, 1, 5, 5, 5).withIds(3, 2, 1, 0);
    Path file = SnapshotFixtures.discoDj(10, particles).write(dir.resolve("snapshot_007.hdf5"));
    Jzfof.run("run", file, "-o", dir, "--linking-length", 0.1, "--min-length", 1).succeeded();
    assertArrayEquals(new long[] {0, 2, 1, 3}, CatalogueFile.in(dir, "007").longs("/IDs/ID"));
  }

  /** IDs are unsigned: one with the highest bit is the last, not the first. */
  @Test
  void groupsOfOneLengthAreInTheOrderOfUnsignedIds() {
    long high = Long.MIN_VALUE;
    double[] at = {5, 1, 3, 1, 2, 5, 3, 3, 2, 5, 1, 2, 4, 4, 4, 4};
    long[] id = {
      17, high + 1, 1L << 33, high + 9, 1L << 34, -1, 1L << 32, 6, -3, 5, 5L << 33, high - 1, -7,
      -8, -9, -10
    };
    double[] xyz = new double[3 * at.length];
    for (int i = 0; i < at.length; i++) {
      Arrays.fill(xyz, 3 * i, 3 * i + 3, at[i]);
    }
    Particles particles = Particles.at(xyz).withIds(id).stored(Hdf5Type.FLOAT32, Hdf5Type.UINT64);
    Path file = SnapshotFixtures.gadget4(dir.resolve("snapshot_007.hdf5"), 10, particles);
    Jzfof.run("run", file, "-o", dir, "--linking-length", 0.1, "--min-length", 1).succeeded();
    CatalogueFile actual = CatalogueFile.in(dir, "007");
    assertArrayEquals(new long[] {4, 3, 3, 3, 3}, actual.longs("/Group/GroupLen"));
    assertArrayEquals(
        new long[] {
          -10, -9, -8, -7, 5, 17, -1, 6, 1L << 32, 1L << 33, 1L << 34, high - 1, -3, 5L << 33,
          high + 1, high + 9
        },
        actual.longs("/IDs/ID"));
  }

  /** Three types with masses of their own, of the table, and of their own; IDs of 64 bits. */
  private static List<Particles> particles(PointSets set, double[] sides, SplittableRandom random) {
    List<Particles> list = new ArrayList<>();
    int[] counts = {150, 400, 90};
    double[] all = set.points(Arrays.stream(counts).sum(), sides, random);
    double[] shuffled = Particles.at(all).shuffled(random.nextLong()).positions();
    int from = 0;
    for (int i = 0; i < TYPES.length; i++) {
      int n = counts[i];
      float[] velocities = new float[3 * n];
      float[] masses = new float[n];
      for (int k = 0; k < velocities.length; k++) {
        velocities[k] = (float) (1000 + 100 * random.nextDouble());
        masses[k / 3] = (float) (0.1 + random.nextDouble());
      }
      Particles p =
          Particles.at(Arrays.copyOfRange(shuffled, from, from + 3 * n))
              .withType(TYPES[i])
              .withIds(random.longs(n).toArray())
              .withVelocities(velocities)
              .stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
      list.add(i == 1 ? p.withMass(0.75) : p.withMasses(masses));
      from += 3 * n;
    }
    return list;
  }

  /** Short enough that no group reaches around the box, where its centre has no meaning. */
  private static double linkingLength(PointSets set, double[] sides) {
    double separation =
        sides[2] == 0
            ? Math.sqrt(sides[0] * sides[1] / 640)
            : Math.cbrt(sides[0] * sides[1] * sides[2] / 640);
    return separation * (set == PointSets.AT_THE_FACES ? 0.05 : 0.1);
  }

  private Path file(Family family, List<Particles> particles, double[] box) {
    return family
        .fixtures(particles.toArray(Particles[]::new))
        .box(box)
        .write(dir.resolve("snapshot_007.hdf5"));
  }

  private CatalogueFile run(Path file, double ell, Object... more) {
    String how = "--linking-length=" + ell;
    String least = "--min-length=" + MIN_LENGTH;
    List<Object> words =
        List.of("run", file, "-q", "-o", dir, "--types", "0,1,4", how, least, "--keep-units");
    Jzfof.run(words, more).succeeded();
    return CatalogueFile.in(dir, "007");
  }

  private static void check(Family family, NaiveCatalogue expected, CatalogueFile actual) {
    int groups = expected.groups().size();
    assertTrue(groups > 0, groups + " groups are too few for a test");
    assertEquals(groups, actual.groups());
    long[] length = actual.longs("/Group/GroupLen");
    long[] lengthType = actual.longs("/Group/GroupLenType");
    long[] offsetType = actual.longs("/Group/GroupOffsetType");
    double[] massType = actual.doubles("/Group/GroupMassType");
    int types = lengthType.length / groups;
    long[] offset = new long[types];
    List<Long> ids = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      List<NaiveCatalogue.Row> members = expected.groups().get(g);
      assertEquals(members.size(), length[g], "length of group " + g);
      for (int t = 0; t < types; t++) {
        int type = t;
        List<NaiveCatalogue.Row> some = members.stream().filter(r -> r.type() == type).toList();
        assertEquals(some.size(), lengthType[g * types + t], "type " + t + " of group " + g);
        assertEquals(offset[t], offsetType[g * types + t], "offset " + t + " of group " + g);
        double mass = NaiveCatalogue.mass(some);
        assertEquals(mass, massType[g * types + t], RELATIVE * mass, "mass " + t + " of " + g);
        offset[t] += some.size();
      }
      members.forEach(row -> ids.add(row.id()));
      checkMeans(family, expected, actual, g);
    }
    assertEquals(ids, Arrays.stream(actual.longs("/IDs/ID")).boxed().toList());
  }

  private static void checkMeans(
      Family family, NaiveCatalogue expected, CatalogueFile actual, int g) {
    List<NaiveCatalogue.Row> members = expected.groups().get(g);
    double mass = NaiveCatalogue.mass(members);
    assertClose(mass, actual.doubles("/Group/GroupMass")[g], 0, "mass of group " + g);
    double[] centre = expected.centre(members);
    double[] velocity = NaiveCatalogue.velocity(members);
    double toGadget = family.scaleFactor * family.toPeculiar;
    for (int d = 0; d < 3; d++) {
      double x = actual.centresOfMass()[3 * g + d];
      double error = expected.difference(x, centre[d], d);
      assertEquals(0, error, RELATIVE * 40, "position of group " + g);
      double v = actual.doubles("/Group/GroupVel")[3 * g + d];
      assertClose(toGadget * velocity[d], v, 0, "velocity of group " + g);
    }
    double radius = actual.doubles("/Group/GroupInertiaRadius")[g];
    assertClose(expected.inertiaRadius(members), radius, 3e-8, "radius of group " + g);
    double dispersion = actual.doubles("/Group/GroupVelDisp")[g];
    double stored = NaiveCatalogue.dispersion(members);
    assertClose(family.toPeculiar * stored, dispersion, 1e-6, "dispersion of group " + g);
    assertEquals(family.scaleFactor, actual.doubles("/Group/GroupAscale")[g]);
  }

  private static void assertClose(double expected, double actual, double absolute, String what) {
    assertEquals(expected, actual, RELATIVE * Math.abs(expected) + absolute, what);
  }
}
