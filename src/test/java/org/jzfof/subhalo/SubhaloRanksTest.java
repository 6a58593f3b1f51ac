package org.jzfof.subhalo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.SubhaloOptions;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.Particles;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.pipeline.stages.GroupFinder;
import org.jzfof.pipeline.stages.SubhaloTarget;
import org.jzfof.progress.StageClock;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.threads.Parallel;

/**
 * Subhaloes of a whole search, from particles to the catalogue: those of the serial method, and the
 * same on any number of ranks and any backend.
 */
@OnBackends
class SubhaloRanksTest {
  private static final int COUNT = 5000;

  /** Members of a rank at a time, where long groups are to stay on all ranks. */
  private static final long FEW = 231;

  private static final double SIDE = 10;
  private static final int HALOES = 14;
  private static final double TO_PECULIAR = 0.5;
  private static final double TO_PHYSICAL = 0.25;
  private static final int TYPES = 3;
  private static final FixedPoint MAP = FixedPoint.of(Box.periodic(SIDE, SIDE, SIDE));

  @Parameter private TestBackend on;

  /**
   * What was found.
   *
   * @param table of the subhaloes, with numbers of groups in the catalogue
   * @param length members of each group and type
   * @param ids of the members
   * @param labels subhalo and place of each particle, by its row
   */
  private record Found(SubhaloTable table, long[] length, long[] ids, long[] labels) {}

  /**
   * @param attached every so many particles are attached, 0 for none; then they are those of a
   *     snapshot, otherwise those of a light cone
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void ranksMakeNoDifference(int attached) {
    OracleParticles all = particles(attached);
    Found expected =
        join(
            all,
            ThreadRanks.run(
                1, comm -> Parallel.with(2, () -> find(new CpuBackend(), all, attached, 0, comm))));
    judge(all, attached, expected);
    for (int ranks : new int[] {1, 2, 3, 5, 8}) {
      check(all, attached, 0, ranks, expected);
    }
  }

  /** Groups that are longer than what a rank gets at a time stay on all ranks. */
  @ParameterizedTest
  @CsvSource({"0, 2", "4, 3", "0, 5", "4, 8"})
  void longGroupsMakeNoDifference(int attached, int ranks) {
    OracleParticles all = particles(attached);
    Found expected =
        join(
            all,
            ThreadRanks.run(
                1, comm -> Parallel.with(2, () -> find(new CpuBackend(), all, attached, 0, comm))));
    long[] lengths =
        IntStream.range(0, expected.length.length / TYPES)
            .mapToLong(g -> Arrays.stream(expected.length, g * TYPES, (g + 1) * TYPES).sum())
            .toArray();
    assertTrue(lengths[2] > FEW, lengths[2] + " members of the third group");
    assertTrue(lengths[lengths.length - 1] < FEW, "all groups are long");
    check(all, attached, FEW, ranks, expected);
  }

  private void check(OracleParticles all, int attached, long atOnce, int ranks, Found expected) {
    Found own =
        join(all, ThreadRanks.run(ranks, comm -> find(on.open(comm), all, attached, atOnce, comm)));
    String name = ranks + " ranks";
    assertArrayEquals(expected.length, own.length, name);
    assertArrayEquals(expected.table.integers(), own.table.integers(), name);
    assertArrayEquals(expected.table.reals(), own.table.reals(), name);
    assertArrayEquals(expected.ids, own.ids, name);
    assertArrayEquals(expected.labels, own.labels, name);
  }

  /** Haloes with a smaller one each, some particles that are too fast, and others between them. */
  private static OracleParticles particles(int attached) {
    SplittableRandom random = new SplittableRandom(attached + 6);
    int[] place = new int[3 * COUNT];
    byte[] type = new byte[COUNT];
    double[] mass = new double[COUNT];
    double[] velocity = new double[3 * COUNT];
    double[][] centre = new double[HALOES][];
    for (int h = 0; h < HALOES; h++) {
      centre[h] = random.doubles(3, 0, SIDE).toArray();
    }
    for (int i = 0; i < COUNT; i++) {
      boolean other = attached > 0 && i % attached == 0;
      type[i] = (byte) (other ? 0 : 1);
      mass[i] = other ? 0.25f + i % 7 : 1;
      int kind = random.nextInt(10);
      double radius = kind < 6 ? 0.5 : kind < 8 ? 0.07 : SIDE;
      double scatter = radius * Math.pow(random.nextDouble(), 2);
      double speed = random.nextInt(12) == 0 ? 400 : 4;
      int halo = random.nextInt(HALOES);
      for (int d = 0; d < 3; d++) {
        double x = centre[halo][d] + scatter * random.nextGaussian();
        double sibling = kind >= 6 && kind < 8 && halo % 3 == d ? 0.3 : 0;
        place[3 * i + d] = MAP.toFixed(x + sibling, d);
        velocity[3 * i + d] = speed * random.nextGaussian();
      }
    }
    long[] id = IntStream.range(0, COUNT).mapToLong(SubhaloRanksTest::id).toArray();
    double[] thermal =
        IntStream.range(0, COUNT)
            .mapToDouble(i -> type[i] > 0 ? 0 : i % 5 == 0 ? 300 : random.nextInt(16))
            .toArray();
    return OracleParticles.of(MAP, place, velocity, mass, id, type).withThermal(thermal);
  }

  private static long id(int row) {
    return (row * 7919L + 13) % COUNT;
  }

  private static SubhaloTarget target(long atOnce) {
    return new SubhaloTarget(
        new SubhaloOptions(true, 32, 0.01).withApertures(List.of("1", "2")),
        GroupTimes::physics,
        TO_PECULIAR,
        TO_PHYSICAL,
        new int[0],
        atOnce);
  }

  private static Found find(
      Backend opened, OracleParticles all, int attached, long atOnce, Communicator comm) {
    try (Backend backend = opened;
        ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO)) {
      GroupFinder finder =
          new GroupFinder(backend, arrays, new StageClock(backend.memory(), comm, stage -> {}));
      GroupFinder.Input input =
          new GroupFinder.Input(
              part(backend, all, 1, comm), attached == 0 ? null : part(backend, all, 0, comm));
      GroupFinder.Parameters problem =
          new GroupFinder.Parameters(
              MAP,
              0.25 * SIDE / Math.cbrt(COUNT),
              20,
              true,
              false,
              null,
              target(atOnce),
              attached == 0 ? null : GroupTimes.SEARCH);
      Found own;
      try (GroupFinder.SearchResult found = finder.find(input, problem, true)) {
        GroupCatalogue groups = found.catalogue();
        SubhaloTable table = groups.subhaloes();
        long first = comm.exclusiveScan(groups.groups());
        for (int s = 0; s < table.count(); s++) {
          table.put(SubhaloColumn.GROUP, s, first + table.integer(SubhaloColumn.GROUP, s));
        }
        long count = groups.memberIds().count();
        long[] ids = new long[comm.rank() == 0 ? (int) count : 0];
        groups.memberIds().stream(
            0, ids.length, (row, some, at, n) -> System.arraycopy(some, at, ids, (int) row, n));
        int[] number = backend.memory().toInts(found.subhaloes().number());
        int[] place = backend.memory().toInts(found.subhaloes().memberIndex());
        long[] labels = new long[number.length];
        Arrays.setAll(labels, i -> (long) number[i] << Integer.SIZE | place[i] & 0xffffffffL);
        own = new Found(table, groups.sums().lengthType(), ids, labels);
      }
      arrays.finish();
      assertEquals(0, backend.memory().used(), "device arrays left open");
      return own;
    }
  }

  private static int[] share(OracleParticles all, int type, int rank, int size) {
    int[] rows = IntStream.range(0, all.count()).filter(i -> all.type()[i] == type).toArray();
    return Arrays.copyOfRange(rows, rows.length * rank / size, rows.length * (rank + 1) / size);
  }

  private static Particles part(Backend backend, OracleParticles all, int type, Communicator comm) {
    int[] own = share(all, type, comm.rank(), comm.size());
    DeviceMemory memory = backend.memory();
    float[] mass = new float[own.length];
    float[] thermal = new float[own.length];
    for (int i = 0; i < own.length; i++) {
      mass[i] = (float) all.mass()[own[i]];
      thermal[i] = (float) (all.thermal()[own[i]] / TO_PHYSICAL);
    }
    Map<ParticleColumn, DeviceArray> columns = new LinkedHashMap<>();
    columns.put(
        ParticleColumn.IDS,
        memory.upload(Arrays.stream(own).mapToLong(i -> all.id()[i]).toArray()));
    columns.put(
        ParticleColumn.VELOCITIES,
        memory.upload(
            IntStream.range(0, 3 * own.length)
                .mapToDouble(i -> all.velocity()[3 * own[i / 3] + i % 3] / TO_PECULIAR)
                .toArray()));
    columns.put(ParticleColumn.MASSES, memory.upload(mass));
    columns.put(GroupTimes.COLUMN, memory.upload(GroupTimes.scaleFactors(all, own)));
    if (Arrays.stream(all.thermal()).anyMatch(u -> u != 0)) {
      columns.put(ParticleColumn.THERMAL_ENERGIES, memory.upload(thermal));
    }
    return new Particles(
        own.length,
        memory.upload(
            IntStream.range(0, 3 * own.length)
                .map(i -> all.place()[3 * own[i / 3] + i % 3])
                .toArray()),
        columns,
        null,
        type,
        new double[TYPES],
        new Magnitudes(type == 1 ? 1 : 6.25, 0.25, 60, 1));
  }

  private static Found join(OracleParticles all, List<Found> ranks) {
    long[] labels = new long[all.count()];
    for (int r = 0; r < ranks.size(); r++) {
      int at = 0;
      for (int type : new int[] {1, 0}) {
        for (int row : share(all, type, r, ranks.size())) {
          labels[row] = ranks.get(r).labels[at++];
        }
      }
    }
    return new Found(
        ranks.get(0).table.concatenate(ranks.stream().skip(1).map(Found::table).toList()),
        ArrayParts.join(ranks.stream().map(Found::length).toArray(long[][]::new)),
        ranks.get(0).ids,
        labels);
  }

  /** Compares all with the serial method. */
  private static void judge(OracleParticles all, int attached, Found found) {
    int[] rowOf = new int[COUNT];
    for (int i = 0; i < COUNT; i++) {
      rowOf[(int) id(i)] = i;
    }
    int[] members = Arrays.stream(found.ids).mapToInt(id -> rowOf[(int) id]).toArray();
    double[] density =
        new OracleDensity(
                all,
                target(0).options().densityNeighbours(),
                OracleDensity.above(attached > 0 ? 6.25 : 1))
            .of(members);
    SubhaloTable table = found.table;
    int s = 0;
    int from = 0;
    int bound = 0;
    for (int g = 0; g < found.length.length / TYPES; g++) {
      int to = from;
      for (int t = 0; t < TYPES; t++) {
        to += (int) found.length[g * TYPES + t];
      }
      int[] group = Arrays.copyOfRange(members, from, to);
      SubhaloPhysics physics =
          GroupTimes.physics(attached == 0 ? Double.NaN : GroupTimes.mean(all, group));
      List<OracleSubhaloes.Subhalo> expected =
          OracleSubhaloes.of(all, physics, OracleDensity.order(all, density, group));
      assertArrayEquals(
          ids(all, group, expected), Arrays.copyOfRange(found.ids, from, to), "group " + g);
      for (int rank = 0; rank < expected.size(); rank++, s++) {
        assertEquals(g, table.integer(SubhaloColumn.GROUP, s));
        assertEquals(rank, table.integer(SubhaloColumn.RANK, s));
        checkRow(all, physics, group, expected.get(rank), table, s);
        checkLabels(all, expected.get(rank).members(), found.labels, s);
        bound += expected.get(rank).members().length;
      }
      from = to;
    }
    assertEquals(table.count(), s);
    long unlabelled = LongStream.of(found.labels).filter(label -> label == -1).count();
    assertEquals(COUNT - bound, unlabelled);
    assertTrue(s > 20, s + " subhaloes");
    assertTrue(s > Arrays.stream(column(table)).distinct().count(), "none with others");
    assertTrue(bound < from, "all are bound");
  }

  private static long[] column(SubhaloTable table) {
    return IntStream.range(0, table.count())
        .mapToLong(s -> table.integer(SubhaloColumn.GROUP, s))
        .toArray();
  }

  /** Subhalo by subhalo, then the others type by type and by ID. */
  private static long[] ids(
      OracleParticles all, int[] group, List<OracleSubhaloes.Subhalo> subhaloes) {
    int[] bound =
        subhaloes.stream()
            .flatMapToInt(s -> Arrays.stream(SerialJudge.byType(all.type(), s.members())))
            .toArray();
    List<Long> ids = new ArrayList<>();
    Arrays.stream(bound).forEach(i -> ids.add(all.id()[i]));
    for (int type = 0; type < TYPES; type++) {
      int wanted = type;
      Arrays.stream(group)
          .filter(i -> all.type()[i] == wanted)
          .filter(i -> Arrays.stream(bound).noneMatch(b -> b == i))
          .mapToLong(i -> all.id()[i])
          .sorted()
          .forEach(ids::add);
    }
    return ids.stream().mapToLong(i -> i).toArray();
  }

  private static void checkLabels(OracleParticles all, int[] members, long[] labels, int s) {
    int[] last = new int[TYPES];
    Arrays.fill(last, -1);
    for (int i : members) {
      assertEquals(s, labels[i] >> Integer.SIZE);
      int place = (int) labels[i];
      int type = all.type()[i];
      assertTrue(last[type] < 0 ? place >= 0 : place == last[type] + 1, "place " + place);
      last[type] = place;
    }
  }

  private static void checkRow(
      OracleParticles all,
      SubhaloPhysics physics,
      int[] group,
      OracleSubhaloes.Subhalo expected,
      SubhaloTable table,
      int s) {
    int[] members = expected.members();
    OracleProperties of = OracleProperties.of(all, physics, group, members, expected.deepest());
    String name = "subhalo " + s;
    assertEquals(expected.parent(), table.integer(SubhaloColumn.PARENT, s), name);
    assertEquals(members.length, table.integer(SubhaloColumn.LENGTH, s), name);
    assertEquals(all.id()[members[0]], table.integer(SubhaloColumn.MOST_BOUND, s), name);
    assertEquals(all.id()[expected.deepest()], table.integer(SubhaloColumn.DEEPEST, s), name);
    assertEquals(of.mass(), table.real(SubhaloColumn.MASS, s, 0), name);
    assertEquals(of.dispersion(), table.real(SubhaloColumn.DISPERSION, s, 0), name);
    assertEquals(of.maximum(), table.real(SubhaloColumn.VMAX, s, 0), name);
    assertEquals(of.maximumRadius(), table.real(SubhaloColumn.VMAX_RADIUS, s, 0), name);
    assertEquals(of.halfMassRadius()[0], table.real(SubhaloColumn.HALF_MASS_RADIUS, s, 0), name);
    assertEquals(of.enclosing(), table.real(SubhaloColumn.ENCLOSING_RADIUS, s, 0), name);
    for (int d = 0; d < 3; d++) {
      double place = MAP.toLength(all.place()[3 * expected.deepest() + d], d);
      assertEquals(place, table.real(SubhaloColumn.POSITION, s, d), name);
      assertEquals(of.centreOfMass()[d], table.real(SubhaloColumn.CENTRE_OF_MASS, s, d), name);
      assertEquals(of.velocity()[d], table.real(SubhaloColumn.VELOCITY, s, d), name);
      assertEquals(of.spin()[d], table.real(SubhaloColumn.SPIN, s, d), name);
    }
    for (int t = 0; t < TYPES; t++) {
      int type = t;
      int[] some = Arrays.stream(members).filter(i -> all.type()[i] == type).toArray();
      assertEquals(some.length, table.integer(SubhaloColumn.LENGTH_TYPE, s, t), name);
      double mass = Arrays.stream(some).mapToDouble(i -> all.mass()[i]).sum();
      assertEquals(mass, table.real(SubhaloColumn.MASS_TYPE, s, t), 1e-12 * mass, name);
      assertEquals(
          of.halfMassRadius()[1 + t], table.real(SubhaloColumn.HALF_MASS_RADIUS_TYPE, s, t), name);
    }
  }
}
