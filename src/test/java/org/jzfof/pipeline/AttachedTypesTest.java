package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.GadgetTables;
import org.jzfof.cli.Jzfof;
import org.jzfof.domain.Box;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotFixtures;

/** Gas and stars around the haloes of examples/lcdm32, attached by the whole program. */
class AttachedTypesTest {
  private static final Path DARK_MATTER = Path.of("examples/lcdm32/snapshot_001.hdf5");
  private static final double SIDE = 25;
  private static final double ELL = 0.2 * SIDE / 32;
  private static final int TYPES = 6;
  private static final int STARS = 4;

  @TempDir private static Path dir;

  private static Path snapshot;
  private static Particles matter;
  private static Particles gas;
  private static Particles stars;
  private static List<List<Member>> expected;

  /** One particle: its type, its row among those of the type, and what it is. */
  private record Member(int type, int row, double[] x, float[] v, double mass, long id) {
    static Member of(Particles p, int row) {
      double mass = p.masses() == null ? p.mass() : p.masses()[row];
      return new Member(
          p.type(),
          row,
          Arrays.copyOfRange(p.positions(), 3 * row, 3 * row + 3),
          Arrays.copyOfRange(p.velocities(), 3 * row, 3 * row + 3),
          mass,
          p.ids()[row]);
    }
  }

  @BeforeAll
  static void scatterGasAndStars() {
    matter = Particles.of(DARK_MATTER, 1).withType(1);
    gas = around(4000, 1.2 * ELL, 1).withType(0).withMass(0.7);
    stars = around(1500, 0.3 * ELL, 2).withType(STARS).withMasses(masses(1500));
    snapshot = dir.resolve("snapshot_007");
    SnapshotFixtures.gadget4(SIDE, matter, gas, stars).writeSplit(snapshot, 1000, 0, 2500, 50_000);
    expected = bruteForce();
  }

  /** Particles near some of the dark matter, a tenth of them anywhere. */
  private static Particles around(int count, double scatter, long seed) {
    Random random = new Random(seed);
    double[] xyz = new double[3 * count];
    float[] velocities = new float[3 * count];
    long[] ids = new long[count];
    for (int i = 0; i < count; i++) {
      int near = random.nextInt(matter.count());
      for (int d = 0; d < 3; d++) {
        double x = matter.positions()[3 * near + d] + scatter * random.nextGaussian();
        x = i % 10 == 0 ? SIDE * random.nextDouble() : x;
        xyz[3 * i + d] = x - SIDE * Math.floor(x / SIDE);
        velocities[3 * i + d] = (float) (200 * random.nextGaussian());
      }
      ids[i] = seed << 40 | i;
    }
    return Particles.at(xyz)
        .withIds(ids)
        .withVelocities(velocities)
        .stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
  }

  private static float[] masses(int count) {
    Random random = new Random(5);
    float[] masses = new float[count];
    for (int i = 0; i < count; i++) {
      masses[i] = 0.1f + random.nextFloat();
    }
    return masses;
  }

  /** Groups of dark matter as a search without attached types finds them, then every pair. */
  private static List<List<Member>> bruteForce() {
    Path out = dir.resolve("matter");
    run(out, "--min-length", 1, "--membership");
    long[] labels = membership(out, 1);
    Map<Long, List<Member>> groups = new TreeMap<>();
    for (int i = 0; i < labels.length; i++) {
      groups.computeIfAbsent(labels[i], g -> new ArrayList<>()).add(Member.of(matter, i));
    }
    Box box = Box.periodic(SIDE, SIDE, SIDE);
    for (Particles p : List.of(gas, stars)) {
      int[] nearest = BruteForce.nearest(p.positions(), matter.positions(), box, ELL);
      for (int i = 0; i < nearest.length; i++) {
        if (nearest[i] >= 0) {
          groups.get(labels[nearest[i]]).add(Member.of(p, i));
        }
      }
    }
    Comparator<Member> byTypeAndId =
        Comparator.comparingInt(Member::type).thenComparingLong(Member::id);
    groups.values().forEach(members -> members.sort(byTypeAndId));
    return groups.values().stream()
        .filter(members -> members.size() >= 20)
        .sorted(
            Comparator.<List<Member>>comparingInt(members -> -members.size())
                .thenComparingLong(
                    members -> members.stream().mapToLong(Member::id).min().orElseThrow()))
        .toList();
  }

  private static void run(Path out, Object... options) {
    Jzfof.run(List.of("run", snapshot, "-o", out), options).succeeded();
  }

  private static long[] membership(Path out, int type) {
    Path file = out.resolve("groups_007/membership_007.hdf5");
    return CatalogueFile.of(file).longs("/PartType" + type + "/GroupNumber");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void catalogueAndMembershipEqualBruteForce(int ranks) {
    Path out = dir.resolve("out" + ranks);
    run(out, "--attach", "0,4", "--membership", "--ranks", ranks);
    CatalogueFile found = CatalogueFile.in(out, "007");
    assertTrue(expected.size() > 90, "gas makes groups long enough that were not");
    assertEquals(expected.size(), found.groups());
    assertArrayEquals(lengths(), found.longs("/Group/GroupLenType"));
    assertArrayEquals(
        expected.stream().mapToLong(List::size).toArray(), found.longs("/Group/GroupLen"));
    List<long[]> members = found.members();
    double[] massType = found.doubles("/Group/GroupMassType");
    double[] mass = found.doubles("/Group/GroupMass");
    double[] position = found.centresOfMass();
    double[] velocity = found.doubles("/Group/GroupVel");
    for (int g = 0; g < expected.size(); g++) {
      List<Member> group = expected.get(g);
      assertArrayEquals(group.stream().mapToLong(Member::id).toArray(), members.get(g));
      assertEquals(mass(group), mass[g], 1e-6 * mass(group));
      for (int t = 0; t < TYPES; t++) {
        assertEquals(mass(ofType(group, t)), massType[g * TYPES + t], 1e-6 * mass(group));
      }
      for (int d = 0; d < 3; d++) {
        double off = Math.IEEEremainder(position[3 * g + d] - centre(group, d), SIDE);
        assertEquals(0, off, 1e-5);
        assertEquals(velocity(group, d), velocity[3 * g + d], 1e-3);
      }
    }
    for (Particles p : List.of(gas, matter, stars)) {
      assertArrayEquals(labels(p), membership(out, p.type()));
    }
    assertEquals(0.2 * SIDE / 32, found.attribute("/Parameters", "LinkingLengthFromNumber"), 1e-12);
    try (Hdf5File file = Hdf5File.open(GadgetTables.file(out, "007"))) {
      assertArrayEquals(new long[] {0, STARS}, file.longs("/Parameters", "SecondaryTypes"));
    }
  }

  private static long[] lengths() {
    return expected.stream()
        .flatMapToLong(group -> IntStream.range(0, TYPES).mapToLong(t -> ofType(group, t).size()))
        .toArray();
  }

  private static List<Member> ofType(List<Member> group, int type) {
    return group.stream().filter(m -> m.type == type).toList();
  }

  private static double mass(List<Member> members) {
    return members.stream().mapToDouble(Member::mass).sum();
  }

  private static double centre(List<Member> group, int d) {
    double first = group.get(0).x[d];
    double sum = 0;
    for (Member m : group) {
      sum += m.mass * Math.IEEEremainder(m.x[d] - first, SIDE);
    }
    return first + sum / mass(group);
  }

  private static double velocity(List<Member> group, int d) {
    return group.stream().mapToDouble(m -> m.mass * m.v[d]).sum() / mass(group);
  }

  private static long[] labels(Particles p) {
    long[] labels = new long[p.count()];
    Arrays.fill(labels, -1);
    for (int g = 0; g < expected.size(); g++) {
      for (Member m : ofType(expected.get(g), p.type())) {
        labels[m.row] = g;
      }
    }
    return labels;
  }

  /** GroupOffsetType points at the members, and every particle is there once with all it has. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void reorderedSnapshotIsWhatOffsetsReferTo(int ranks) {
    Path out = dir.resolve("ordered" + ranks).resolve("output"); // which have offsets beside
    run(out, "--attach", "4", "--reorder", "--ranks", ranks);
    Path file = out.resolve("snapdir_007/snap_007.0.hdf5");
    CatalogueFile groups = CatalogueFile.in(out, "007");
    long[] offset = groups.longs("/Group/GroupOffsetType");
    long[] length = groups.longs("/Group/GroupLenType");
    CatalogueFile ordered = CatalogueFile.of(file);
    List<long[]> members = groups.members();
    for (int g = 0; g < groups.groups(); g++) {
      List<Long> ids = new ArrayList<>();
      for (int type : new int[] {1, STARS}) {
        int from = (int) offset[g * TYPES + type];
        int to = from + (int) length[g * TYPES + type];
        long[] all = ordered.longs("/PartType" + type + "/ParticleIDs");
        Arrays.stream(Arrays.copyOfRange(all, from, to)).sorted().forEach(ids::add);
      }
      assertArrayEquals(members.get(g), ids.stream().mapToLong(i -> i).toArray());
    }
    assertSameParticles(matter, ordered);
    assertSameParticles(stars, ordered);
    assertArrayEquals(gas.ids(), ordered.longs("/PartType0/ParticleIDs"), "gas stays as it was");
    Snapshot opened = Snapshot.open(file);
    assertEquals(1, opened.header().pieces().size());
    assertArrayEquals(Snapshot.open(snapshot).header().counts(), opened.header().counts());
    assertEquals(0.678, opened.header().cosmology().hubble());
  }

  private static void assertSameParticles(Particles p, CatalogueFile ordered) {
    String group = "/PartType" + p.type();
    long[] ids = ordered.longs(group + "/ParticleIDs");
    double[] xyz = ordered.doubles(group + "/Coordinates");
    double[] velocities = ordered.doubles(group + "/Velocities");
    Map<Long, Integer> rowOf = new TreeMap<>();
    for (int i = 0; i < ids.length; i++) {
      rowOf.put(ids[i], i);
    }
    assertEquals(p.count(), rowOf.size());
    for (int i = 0; i < p.count(); i++) {
      int row = rowOf.get(p.ids()[i]);
      for (int d = 0; d < 3; d++) {
        assertEquals(p.positions()[3 * i + d], xyz[3 * row + d]);
        assertEquals(p.velocities()[3 * i + d], velocities[3 * row + d]);
      }
    }
  }

  /** Those of no group come last, in the order of the snapshot. */
  @Test
  void particlesOfNoGroupKeepTheirOrder() {
    Path out = dir.resolve("tail");
    run(out, "--reorder", "--membership");
    long[] labels = membership(out, 1);
    long[] tail =
        IntStream.range(0, labels.length)
            .filter(i -> labels[i] < 0)
            .mapToLong(i -> matter.ids()[i])
            .toArray();
    long[] ids =
        CatalogueFile.of(out.resolve("snapdir_007/snap_007.0.hdf5"))
            .longs("/PartType1/ParticleIDs");
    assertArrayEquals(tail, Arrays.copyOfRange(ids, ids.length - tail.length, ids.length));
  }
}
