package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.DomainDecomposition;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.MockCoordinates;
import org.jzfof.domain.MockParticles;
import org.jzfof.domain.MortonKeys;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Partition;
import org.jzfof.domain.Redistribution;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.Members;
import org.jzfof.pipeline.stages.GroupFinder;
import org.jzfof.progress.StageClock;
import org.jzfof.threads.Parallel;

/** The same answer on any number of ranks, on any backend. */
@OnBackends
class RanksTest {
  private static final int[] SIZES = {1, 2, 5, 40, 300, 1200};
  private static final int[] RANKS = Configurations.ranks(2, 3, 4, 5, 6, 7);

  @Parameter private TestBackend on;

  /** Groups of one run: the catalogue and the IDs in its order. */
  private record Found(GroupCatalogue groups, long[] ids) {}

  @ParameterizedTest
  @EnumSource(PointSets.class)
  void randomConfigurationsEqualBruteForce(PointSets set) {
    SplittableRandom random = new SplittableRandom(100 + set.ordinal());
    for (int c = 0; c < Configurations.atMost(on == TestBackend.CPU ? 30 : 6); c++) {
      int n = SIZES[c % SIZES.length];
      double[] side = c % 3 == 0 ? new double[] {30, 20, 7} : new double[] {1, 1, 1};
      double[] xyz = set.points(n, side, random);
      Box box = Box.periodic(side);
      double ell =
          Math.cbrt(side[0] * side[1] * side[2] / n) * Math.pow(10, -2 + 3 * random.nextDouble());
      check(set + " " + c, xyz, box, ell, RANKS[c % RANKS.length]);
    }
  }

  private void check(String name, double[] xyz, Box box, double ell, int ranks) {
    int[] label = BruteForce.labels(xyz, box, ell);
    List<List<Long>> expected = new ArrayList<>();
    IntStream.range(0, label.length).forEach(i -> expected.add(new ArrayList<>()));
    for (int i = 0; i < label.length; i++) {
      expected.get(label[i]).add(i + 1L);
    }
    expected.removeIf(g -> g.size() < 2);
    expected.sort(
        (a, b) -> b.size() - a.size() != 0 ? b.size() - a.size() : a.get(0).compareTo(b.get(0)));
    Found found = find(xyz, box, ell, 2, ranks);
    long[] ids = expected.stream().flatMap(List::stream).mapToLong(Long::longValue).toArray();
    long[] lengths = expected.stream().mapToLong(List::size).toArray();
    assertArrayEquals(lengths, found.groups().sums().length(), name);
    assertArrayEquals(ids, found.ids(), name);
  }

  @Test
  void oneHaloThatHoldsHalfTheBoxAndFilamentThroughAllRanks() {
    SplittableRandom random = new SplittableRandom(1);
    double[] xyz = new double[3 * 40_000];
    for (int i = 0; i < xyz.length; i++) {
      int particle = i / 3;
      double t = random.nextDouble();
      xyz[i] =
          particle < 20_000
              ? 0.5 + 0.02 * (t - 0.5)
              : particle < 30_000 ? (particle - 20_000) / 10_000.0 : t;
    }
    compareRanks(xyz, Box.periodic(1, 1, 1), 0.006, 1);
  }

  @Test
  void clusteredMock() {
    double[] xyz = MockCoordinates.wide(MockCoordinates.clustered(200_000, 10, 3));
    compareRanks(xyz, Box.periodic(10, 10, 10), 0.2 * 10 / Math.cbrt(200_000), 900);
  }

  @Test
  void coincidentPointsAreOneGroup() {
    int n = 50_000;
    double[] xyz = new double[3 * n];
    Arrays.fill(xyz, 0.25);
    for (int ranks : Configurations.ranks(1, 2, 3, 5, 8)) {
      Found found = find(xyz, Box.periodic(1, 1, 1), 0.01, 20, ranks);
      assertArrayEquals(new long[] {n}, found.groups().sums().length());
      assertArrayEquals(LongStream.rangeClosed(1, n).toArray(), found.ids());
      assertArrayEquals(new double[] {n}, found.groups().sums().mass());
      assertArrayEquals(new double[] {0.25, 0.25, 0.25}, found.groups().sums().position(), 1e-9);
    }
  }

  private void compareRanks(double[] xyz, Box box, double ell, int fewestGroups) {
    Found one = find(xyz, box, ell, 20, 1);
    int groups = one.groups().groups();
    assertTrue(groups >= fewestGroups, groups + " groups");
    for (int ranks : Configurations.ranks(2, 3, 5, 8)) {
      Found several = find(xyz, box, ell, 20, ranks);
      assertArrayEquals(one.ids(), several.ids());
      assertArrayEquals(one.groups().sums().length(), several.groups().sums().length());
      assertArrayEquals(one.groups().sums().lengthType(), several.groups().sums().lengthType());
      assertArrayEquals(one.groups().sums().mass(), several.groups().sums().mass(), 0);
      assertArrayEquals(one.groups().sums().position(), several.groups().sums().position(), 0);
      assertArrayEquals(
          one.groups().sums().inertiaRadius(), several.groups().sums().inertiaRadius(), 0);
      assertArrayEquals(
          one.groups().sums().enclosingRadius(), several.groups().sums().enclosingRadius(), 0);
    }
  }

  /** A catalogue with IDs, and the group of every particle in the order in which they were read. */
  private record Labelled(GroupCatalogue groups, long[] ids, int[] labels) {}

  @Tag("large")
  @Test
  void catalogueAndLabelsAreThoseOfOneCpu() {
    MockParticles mock = MockParticles.clustered(on == TestBackend.CPU ? 200_000 : 10_000_000, 7);
    int threads = Runtime.getRuntime().availableProcessors();
    Labelled expected =
        ThreadRanks.run(
                1, comm -> Parallel.with(threads, () -> labelled(new CpuBackend(), mock, comm)))
            .get(0);
    assertTrue(expected.groups().groups() > 100);
    for (int ranks : Configurations.ranks(2, 3)) {
      List<Labelled> parts = ThreadRanks.run(ranks, comm -> labelled(on.open(comm), mock, comm));
      GroupCatalogue groups = parts.get(0).groups();
      assertArrayEquals(expected.groups().sums().length(), groups.sums().length());
      assertArrayEquals(expected.groups().sums().lengthType(), groups.sums().lengthType());
      assertArrayEquals(expected.groups().sums().mass(), groups.sums().mass());
      assertArrayEquals(expected.ids(), parts.get(0).ids());
      assertArrayEquals(
          expected.labels(), parts.stream().flatMapToInt(p -> Arrays.stream(p.labels())).toArray());
      assertClose(expected.groups().sums().position(), groups.sums().position(), 1);
      assertClose(expected.groups().sums().inertiaRadius(), groups.sums().inertiaRadius(), 1);
      assertClose(expected.groups().sums().velocity(), groups.sums().velocity(), 100);
      assertClose(
          expected.groups().sums().velocityDispersion(), groups.sums().velocityDispersion(), 100);
    }
  }

  private static void assertClose(double[] expected, double[] actual, double scale) {
    assertArrayEquals(expected, actual, 1e-6 * scale);
  }

  private static Labelled labelled(Backend opened, MockParticles mock, Communicator comm) {
    try (Backend backend = opened;
        ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO)) {
      EvenShares shares = new EvenShares(mock.count(), comm.size());
      long first = shares.start(comm.rank());
      Particles read = backend.particles().mock(mock, first, shares.start(comm.rank() + 1) - first);
      GroupFinder.Parameters problem =
          new GroupFinder.Parameters(
              FixedPoint.of(Box.periodic(1, 1, 1)), 0.2 / Math.cbrt(mock.count()), 20, true, true);
      GroupFinder finder =
          new GroupFinder(backend, arrays, new StageClock(backend.memory(), comm, stage -> {}));
      try (GroupFinder.SearchResult found =
          finder.find(new GroupFinder.Input(read, null), problem, true)) {
        int[] labels = backend.memory().toInts(found.labels());
        arrays.finish();
        GroupCatalogue groups = Members.whole(comm, found.catalogue());
        return new Labelled(groups, Members.ids(found.catalogue()), labels);
      }
    }
  }

  @Test
  void piecesOfTheMortonOrderAreOfEqualSize() {
    double[] clustered = MockCoordinates.wide(MockCoordinates.clustered(100_000, 10, 5));
    double[] coincident = new double[3 * 100_000];
    for (double[] xyz : List.of(clustered, coincident)) {
      for (int ranks : Configurations.ranks(2, 3, 5, 8)) {
        List<Long> counts =
            ThreadRanks.run(ranks, comm -> piece(xyz, Box.periodic(10, 10, 10), comm));
        assertEquals(100_000, counts.stream().mapToLong(Long::longValue).sum());
        long largest = counts.stream().mapToLong(Long::longValue).max().orElseThrow();
        assertTrue(largest <= 1.02 * 100_000 / ranks, counts.toString());
      }
    }
  }

  private long piece(double[] xyz, Box box, Communicator comm) {
    try (Backend backend = on.open(comm);
        ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO);
        Particles particles = share(backend, box, xyz, comm);
        Redistribution way = redistribution(particles, backend, arrays)) {
      arrays.finish();
      return way.count();
    }
  }

  private static Redistribution redistribution(
      Particles particles, Backend backend, ArrayExchange arrays) {
    DeviceArray positions = particles.positions();
    DomainDecomposition domains =
        DomainDecomposition.of(positions, particles.count(), backend.particles(), arrays.comm());
    Partition partition = domains.partition(positions, particles.count());
    return new Redistribution(partition, backend.particles(), backend.memory(), arrays);
  }

  /** Rows go where the decomposition says, every column alike, and back to where they came from. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8})
  void columnsOfAnyTypeTravelThereAndBack(int ranks) {
    int n = 30_000;
    double[] xyz = MockCoordinates.wide(MockCoordinates.clustered(n, 10, 9));
    Box box = Box.periodic(10, 10, 10);
    int[] fixed = new int[3 * n];
    Arrays.setAll(fixed, i -> FixedPoint.of(box).toFixed(xyz[i], i % 3));
    List<List<Long>> arrived =
        ThreadRanks.run(
            ranks,
            comm -> {
              try (Backend backend = on.open(comm)) {
                List<Long> ids;
                try (ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO);
                    Particles particles = share(backend, box, xyz, comm);
                    Redistribution way = redistribution(particles, backend, arrays)) {
                  ids = travel(particles, way, fixed, backend.memory());
                  arrays.finish();
                }
                assertEquals(0, backend.memory().used(), "device arrays left open");
                return ids;
              }
            });
    List<Long> all = arrived.stream().flatMap(List::stream).sorted().toList();
    assertEquals(LongStream.rangeClosed(1, n).boxed().toList(), all);
    long before = Long.MIN_VALUE;
    for (List<Long> piece : arrived) {
      long[] keys =
          piece.stream().mapToLong(id -> MortonKeys.of(fixed, (int) (id - 1))).sorted().toArray();
      assertTrue(keys[0] >= before, "pieces overlap");
      before = keys[keys.length - 1];
    }
  }

  /** The IDs that come here; each with the position, and values made of it in every type. */
  private static List<Long> travel(
      Particles particles, Redistribution way, int[] fixed, DeviceMemory memory) {
    long[] own = memory.toLongs(particles.ids());
    byte[] bytes = new byte[own.length];
    float[] floats = new float[2 * own.length];
    ByteBuffer doubles = ByteBuffer.allocate(24 * own.length).order(ByteOrder.nativeOrder());
    for (int i = 0; i < own.length; i++) {
      bytes[i] = (byte) own[i];
      floats[2 * i] = own[i];
      floats[2 * i + 1] = -own[i];
      doubles.putDouble(own[i]).putDouble(1.0 / own[i]).putDouble(-own[i]);
    }
    DeviceArray wide = memory.allocate(ElementType.F64, 3L * own.length);
    memory.write(wide, 0, doubles.flip());
    try (DeviceArray ids = way.send(particles.ids(), 1);
        DeviceArray positions = way.send(particles.positions(), 3);
        DeviceArray u8 = way.send(memory.upload(bytes), 1);
        DeviceArray f32 = way.send(memory.upload(floats), 2);
        DeviceArray f64 = way.send(wide, 3)) {
      long[] here = memory.toLongs(ids);
      assertEquals(way.count(), here.length);
      int[] xyz = memory.toInts(positions);
      byte[] u8Here = bytes(memory, u8).array();
      FloatBuffer f32Here = bytes(memory, f32).asFloatBuffer();
      DoubleBuffer f64Here = bytes(memory, f64).asDoubleBuffer();
      for (int i = 0; i < here.length; i++) {
        int at = 3 * (int) (here[i] - 1);
        assertTrue(Arrays.equals(fixed, at, at + 3, xyz, 3 * i, 3 * i + 3), "position " + i);
        assertEquals((byte) here[i], u8Here[i]);
        assertEquals((float) here[i], f32Here.get(2 * i));
        assertEquals(-(float) here[i], f32Here.get(2 * i + 1));
        assertEquals(1.0 / here[i], f64Here.get(3 * i + 1));
      }
      try (DeviceArray idsBack = way.sendBack(memory.upload(here), 1);
          DeviceArray xyzBack = way.sendBack(memory.upload(xyz), 3)) {
        assertArrayEquals(own, memory.toLongs(idsBack));
        int first = own.length == 0 ? 0 : 3 * (int) (own[0] - 1);
        assertArrayEquals(
            Arrays.copyOfRange(fixed, first, first + 3 * own.length), memory.toInts(xyzBack));
      }
      return Arrays.stream(here).boxed().toList();
    }
  }

  private static ByteBuffer bytes(DeviceMemory memory, DeviceArray array) {
    ByteBuffer all = ByteBuffer.allocate((int) array.byteLength()).order(ByteOrder.nativeOrder());
    memory.read(array, 0, all);
    return all.flip();
  }

  private Found find(double[] xyz, Box box, double ell, int minLength, int ranks) {
    return ThreadRanks.run(ranks, comm -> find(xyz, box, ell, minLength, comm)).get(0);
  }

  private Found find(double[] xyz, Box box, double ell, int minLength, Communicator comm) {
    try (Backend backend = on.open(comm);
        ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO)) {
      long held = backend.memory().used();
      GroupFinder finder =
          new GroupFinder(backend, arrays, new StageClock(backend.memory(), comm, stage -> {}));
      GroupCatalogue groups =
          finder.find(
              share(backend, box, xyz, comm),
              new GroupFinder.Parameters(FixedPoint.of(box), ell, minLength, true, true));
      long[] ids = Members.ids(groups);
      assertEquals(held, backend.memory().used(), "device arrays left open");
      GroupCatalogue whole = Members.whole(comm, groups);
      arrays.finish();
      return new Found(whole, ids);
    }
  }

  /** The rows of one rank, with IDs from 1 over all ranks. */
  private Particles share(Backend backend, Box box, double[] xyz, Communicator comm) {
    int n = xyz.length / 3;
    int from = n * comm.rank() / comm.size();
    int to = n * (comm.rank() + 1) / comm.size();
    long[] ids = new long[to - from];
    Arrays.setAll(ids, i -> from + i + 1);
    return new FofRun(backend, box, Arrays.copyOfRange(xyz, 3 * from, 3 * to)).particles(ids);
  }
}
