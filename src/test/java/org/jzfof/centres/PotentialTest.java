package org.jzfof.centres;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.groups.GroupSegments;
import org.jzfof.groups.MemberList;
import org.jzfof.spheres.SphereFixture;
import org.jzfof.threads.ParallelLoops;

/** Potentials of members of groups against sums over all pairs, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class PotentialTest {
  private static final double[] TOLERANCES = {1, 0.05, 0.005, 0};
  private static final List<Box> BOXES =
      List.of(
          Box.periodic(1, 1, 1),
          Box.periodic(30, 20, 7),
          Box.open(new double[] {0, 0, 0}, new double[] {3, 2, 1}));

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  private DeviceMemory memory() {
    return backend.memory();
  }

  /** Particles in groups: the members of group g by row, in Morton order. */
  private record Groups(SphereFixture set, long[] id, int[][] rows) {
    PotentialKernels.Field field() {
      double[] cell = set.map().cell();
      double[] side = new double[3];
      Arrays.setAll(side, d -> set.map().periodic() ? 0x1p32 * cell[d] : Double.POSITIVE_INFINITY);
      return new PotentialKernels.Field(cell, side);
    }

    /** Lengths that differ from group to group. */
    double[] softenings() {
      double[] length = new double[rows.length];
      Arrays.setAll(length, g -> Softening.plummer(0.01 * (1 + g % 3)).length());
      return length;
    }

    Softening softening(int[] group) {
      int g = IntStream.range(0, rows.length).filter(i -> rows[i] == group).findFirst().getAsInt();
      return new Softening(softenings()[g]);
    }

    double mass(int row) {
      return (float) set.mass()[row];
    }

    /** The potential of each member of a group at the place of a particle, itself included. */
    double[] terms(int[] rows, int at) {
      PotentialKernels.Field field = field();
      Softening softening = softening(rows);
      double[] terms = new double[rows.length];
      for (int i = 0; i < rows.length; i++) {
        double square = 0;
        for (int d = 0; d < 3; d++) {
          int cells = set.positions()[3 * rows[i] + d] - set.positions()[3 * at + d];
          double x = cells * field.cell()[d];
          square += x * x;
        }
        terms[i] = mass(rows[i]) * softening.potential(Math.sqrt(square));
      }
      return terms;
    }

    long sum(int[] rows, int at, double scale) {
      long sum = 0;
      for (double term : terms(rows, at)) {
        sum += (long) Math.rint(term * scale);
      }
      return sum;
    }
  }

  /** What is open on the device for some groups. */
  private record Open(Particles particles, SortedPoints points, MemberList members)
      implements AutoCloseable {
    @Override
    public void close() {
      members.close();
      points.close();
      particles.close();
    }
  }

  private static Groups groups(Box box, int n, int count, SplittableRandom random) {
    SphereFixture set = SphereFixture.random(FixedPoint.of(box), n, random);
    int[] group = new int[n];
    Arrays.setAll(group, i -> i < count ? i : random.nextInt(count + 1)); // none is empty
    int[][] rows = new int[count][];
    Arrays.setAll(rows, g -> IntStream.range(0, n).filter(i -> group[i] == g).toArray());
    long[] id = random.longs(n).toArray();
    return new Groups(set, id, rows);
  }

  private Open open(Groups groups) {
    SphereFixture set = groups.set();
    Particles some = set.particles(backend, 0, set.count());
    some.ids().close();
    Particles particles =
        new Particles(
            some.count(),
            some.positions(),
            memory().upload(groups.id()),
            null,
            some.masses(),
            some.types(),
            0,
            some.massOfType(),
            Magnitudes.UNKNOWN);
    SortedPoints points = SphereFixture.sorted(backend, particles);
    int[] place = new int[set.count()];
    int[] row = memory().toInts(points.row());
    for (int i = 0; i < row.length; i++) {
      place[row[i]] = i;
    }
    long[] start = new long[groups.rows().length + 1];
    int[] members =
        IntStream.range(0, groups.rows().length)
            .peek(g -> start[g + 1] = start[g] + groups.rows()[g].length)
            .flatMap(g -> Arrays.stream(groups.rows()[g]).map(r -> place[r]).sorted())
            .toArray();
    int[] roots = new int[groups.rows().length];
    return new Open(
        particles,
        points,
        new MemberList(memory().upload(roots), memory().upload(start), memory().upload(members)));
  }

  @Test
  void boundsHoldAndGetTighter() {
    SplittableRandom random = new SplittableRandom(8);
    for (int c = 0; c < 24; c++) {
      int n = new int[] {9, 70, 600, 3000}[c / 3 % 4];
      Groups groups = groups(BOXES.get(c % BOXES.size()), n, 1 + c % 5, random);
      long held = memory().used();
      try (Open open = open(groups);
          PotentialTree bare =
              backend
                  .potential()
                  .members(open.members(), open.points(), open.particles(), groups.softenings());
          DeviceArray all = memory().range(ElementType.I32, 0, bare.members());
          PotentialTree tree = backend.potential().tree(bare, groups.field().cell(), all)) {
        double before = Double.POSITIVE_INFINITY;
        for (double tolerance : TOLERANCES) {
          double off = checkBounds("set " + c, groups, open, tree, tolerance);
          assertTrue(off <= before, tolerance + ": " + off + " above " + before);
          before = off;
        }
        assertTrue(before < 1e-8, "without tolerance off by " + before);
      }
      assertEquals(held, memory().used(), "device arrays left open");
    }
  }

  /** Returns the largest relative error that the bounds admit. */
  private double checkBounds(
      String name, Groups groups, Open open, PotentialTree tree, double tolerance) {
    int count = (int) tree.members();
    double largest = 0;
    try (DeviceArray all = memory().range(ElementType.I32, 0, count);
        DeviceArray device = backend.potential().bounds(tree, groups.field(), all, tolerance)) {
      double[] bounds = memory().toDoubles(device);
      double[] withItself = new double[bounds.length];
      int[] point = memory().toInts(open.members().members());
      int[] row = memory().toInts(open.points().row());
      for (int g = 0, m = 0; g < groups.rows().length; g++) {
        for (int i = 0; i < groups.rows()[g].length; i++, m++) {
          int own = row[point[m]];
          double exact =
              Arrays.stream(groups.terms(groups.rows()[g], own)).sum()
                  - itself(groups, groups.rows()[g], own);
          double off = Math.abs(bounds[2 * m] - exact);
          assertTrue(off <= bounds[2 * m + 1], name + " member " + m + " is off by " + off);
          largest =
              Math.max(
                  largest, bounds[2 * m + 1] / (exact + itself(groups, groups.rows()[g], own)));
          withItself[2 * m] = bounds[2 * m] + itself(groups, groups.rows()[g], own);
          withItself[2 * m + 1] = bounds[2 * m + 1];
        }
      }
      int[] places = CandidateMembers.of(tree, all, backend.particles(), memory()).position();
      int[] group = CandidateMembers.of(tree, all, backend.particles(), memory()).group();
      double[] atPlaces =
          backend.potential().boundsAt(tree, groups.field(), places, group, tolerance);
      for (int i = 0; i < atPlaces.length; i++) {
        assertEquals(withItself[i], atPlaces[i], 1e-11 * withItself[i / 2 * 2], name);
      }
    }
    return largest;
  }

  private static double itself(Groups groups, int[] rows, int row) {
    return groups.mass(row) * groups.softening(rows).largest();
  }

  /** At the places of the members and at others; without tolerance the sums are those of pairs. */
  @Test
  void potentialsByTreeAreThoseOfTheLiteralTree() {
    SplittableRandom random = new SplittableRandom(12);
    for (int c = 0; c < 12; c++) {
      int n = new int[] {9, 70, 600, 2000}[c / 3];
      Groups groups = groups(BOXES.get(c % BOXES.size()), n, 1, random);
      PotentialKernels.Field field = groups.field();
      double scale =
          Math.scalb(1.0, 61 - Math.getExponent(total(groups) * Softening.plummer(0.01).largest()));
      long held = memory().used();
      try (Open open = open(groups);
          PotentialTree bare =
              backend
                  .potential()
                  .members(open.members(), open.points(), open.particles(), groups.softenings());
          DeviceArray all = memory().range(ElementType.I32, 0, bare.members());
          PotentialTree tree = backend.potential().tree(bare, field.cell(), all)) {
        int[][] place = new int[(int) bare.members()][];
        int[][] columns = {
          memory().toInts(bare.x()), memory().toInts(bare.y()), memory().toInts(bare.z())
        };
        Arrays.setAll(place, m -> new int[] {columns[0][m], columns[1][m], columns[2][m]});
        double[] mass = memory().toDoubles(bare.mass());
        LiteralTree literal =
            new LiteralTree(field, new Softening(groups.softenings()[0]), place, mass);
        int[] at = groups.set().positions();
        double[] exact =
            IntStream.range(0, n)
                .parallel()
                .mapToDouble(i -> groups.sum(groups.rows()[0], i, scale))
                .toArray();
        for (double tolerance : TOLERANCES) {
          long[] sums = backend.potential().potentialsByTree(tree, field, at, tolerance, scale);
          assertEquals(n, sums.length);
          for (int i = 0; i < n; i++) {
            int[] own = Arrays.copyOfRange(at, 3 * i, 3 * i + 3);
            String name = "set " + c + " tolerance " + tolerance + " place " + i;
            assertEquals(literal.potential(own, tolerance, scale), sums[i], name);
            assertEquals(exact[i], sums[i], (tolerance + 1e-9) * exact[i] + n, name);
          }
        }
      }
      assertEquals(held, memory().used(), "device arrays left open");
    }
  }

  @Test
  void theDeepestMemberIsThatOfAllPairs() {
    SplittableRandom random = new SplittableRandom(9);
    for (int c = 0; c < 60; c++) {
      int n = new int[] {5, 40, 300, 2500}[c / 3 % 4];
      Groups groups = groups(BOXES.get(c % BOXES.size()), n, 1 + c % 4, random);
      check("set " + c, groups);
    }
  }

  /** One that is long, and one that is as long as the box. */
  @Test
  void theDeepestMemberOfALongGroup() {
    SplittableRandom random = new SplittableRandom(10);
    for (Box box : BOXES) {
      check("long", groups(box, 18_000, 1, random));
    }
  }

  /** All pairs on a GPU, and a tree on a CPU. */
  @Test
  void theDeepestMemberOfAVeryLongGroup() {
    assumeTrue(on == TestBackend.CUDA, "all of 35 000 members are summed on a GPU only");
    check("very long", groups(BOXES.get(0), 70_000, 1, new SplittableRandom(11)));
  }

  /** Trees on both. */
  @Test
  void theSameMemberOfAnEvenLongerGroupAsOnTheCpu() {
    assumeTrue(on == TestBackend.CUDA, "compares the GPU with the CPU");
    Groups groups = groups(BOXES.get(0), 530_000, 1, new SplittableRandom(11));
    GroupCentres found = find(groups);
    Backend own = backend;
    try (Backend cpu = TestBackend.CPU.open()) {
      backend = cpu;
      GroupCentres expected = find(groups);
      assertArrayEquals(expected.id(), found.id());
      assertArrayEquals(expected.position(), found.position());
    } finally {
      backend = own;
    }
  }

  @Test
  void ofEqualOnesTheSmallestIdIsTaken() {
    int n = 64; // a ring of pairs in one place: all are equal
    int[] positions = new int[3 * n];
    for (int i = 0; i < n; i++) {
      positions[3 * i] = (i / 2 % 4 == 0 ? 1 : i / 2 % 4 == 1 ? -1 : 0) << 20;
      positions[3 * i + 1] = (i / 2 % 4 == 2 ? 1 : i / 2 % 4 == 3 ? -1 : 0) << 20;
    }
    double[] mass = new double[n];
    Arrays.fill(mass, 0.1);
    long[] id = new SplittableRandom(3).longs(n).toArray();
    SphereFixture set =
        new SphereFixture(
            FixedPoint.of(Box.periodic(1, 1, 1)), positions, mass, new byte[n], new double[1]);
    check("ring", new Groups(set, id, new int[][] {IntStream.range(0, n).toArray()}));
  }

  private void check(String name, Groups groups) {
    double most = total(groups) * Softening.plummer(0.01).largest();
    double scale = Math.scalb(1.0, 61 - Math.getExponent(most));
    GroupCentres centres = find(groups);
    for (int g = 0; g < groups.rows().length; g++) {
      int best = best(groups, groups.rows()[g], scale);
      assertEquals(groups.id()[best], centres.id()[g], name + " group " + g);
      for (int d = 0; d < 3; d++) {
        assertEquals(groups.set().positions()[3 * best + d], centres.position()[3 * g + d], name);
      }
    }
  }

  private static double total(Groups groups) {
    return IntStream.range(0, groups.set().count()).mapToDouble(groups::mass).sum();
  }

  private GroupCentres find(Groups groups) {
    long held = memory().used();
    GroupCentres centres;
    try (Open open = open(groups)) {
      PotentialMinimum minimum =
          new PotentialMinimum(
              backend.potential(),
              backend.particles(),
              memory(),
              new LocalCommunicator(),
              groups.field(),
              total(groups) * Softening.plummer(0.01).largest());
      centres =
          minimum.find(
              open.members(),
              open.points(),
              open.particles(),
              groups.softenings(),
              GroupSegments.none());
    }
    assertEquals(held, memory().used(), "device arrays left open");
    return centres;
  }

  private static int best(Groups groups, int[] rows, double scale) {
    long[] depth =
        Arrays.stream(rows)
            .parallel()
            .mapToLong(
                row ->
                    groups.sum(rows, row, scale)
                        - (long) Math.rint(itself(groups, rows, row) * scale))
            .toArray();
    int best = 0;
    for (int i = 1; i < rows.length; i++) {
      boolean smaller = Long.compareUnsigned(groups.id()[rows[i]], groups.id()[rows[best]]) < 0;
      best = depth[i] > depth[best] || depth[i] == depth[best] && smaller ? i : best;
    }
    return rows[best];
  }
}
