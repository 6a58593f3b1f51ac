package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.CpuBackend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.Centre;
import org.jzfof.config.Crossing;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.Property;
import org.jzfof.config.SphereOptions;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.MockCoordinates;
import org.jzfof.domain.Particles;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.ids.MemberIds;
import org.jzfof.groups.values.GroupProperties;
import org.jzfof.groups.values.GroupProperty;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.pipeline.stages.GroupFinder;
import org.jzfof.pipeline.stages.InsideTypes;
import org.jzfof.pipeline.stages.SphereSearch;
import org.jzfof.progress.StageClock;
import org.jzfof.spheres.SphereProblem;
import org.jzfof.spheres.properties.CosmologyFactors;
import org.jzfof.threads.Parallel;

/** The same centres and spheres on any number of ranks and any backend. */
@OnBackends
class SpheresRanksTest {
  private static final int COUNT = 60_000;
  private static final double SIDE = 10;

  @Parameter private TestBackend on;

  /** What was found on all ranks. */
  private record Found(
      double[] centre,
      double[] mass,
      double[] radius,
      long[] number,
      long[] several,
      long[] id,
      long[] length,
      long[] members,
      double[] properties) {}

  /**
   * @param attached every so many particles are of a type that is attached, 0 for none
   * @param around every so many are of a type that only counts in spheres
   */
  @ParameterizedTest
  @CsvSource({
    "LAST, POTENTIAL, 0, 0",
    "FIRST, POTENTIAL, 0, 3",
    "GADGET, COM, 5, 0",
    "LAST, POTENTIAL, 5, 4",
    "SOAP, POTENTIAL, 5, 3",
    "LAST, DENSITY, 5, 3"
  })
  void ranksMakeNoDifference(Crossing crossing, Centre centre, int attached, int around) {
    int[] type = new int[COUNT];
    Arrays.setAll(
        type, i -> attached > 0 && i % attached == 0 ? 0 : around > 0 && i % around == 1 ? 2 : 1);
    double[] xyz = MockCoordinates.wide(MockCoordinates.clustered(COUNT, SIDE, 4));
    SphereSearch search = search(crossing, centre);
    Found expected =
        join(
            ThreadRanks.run(
                1,
                comm -> Parallel.with(2, () -> find(new CpuBackend(), xyz, type, search, comm))));
    long found = Arrays.stream(expected.mass).filter(m -> m > 0).count();
    assertTrue(found > 200, found + " spheres");
    assertTrue(Arrays.stream(expected.several).sum() > 5, "several crossings");
    requirePlaces(expected, xyz);
    if (centre == Centre.DENSITY) {
      assertArrayEquals(densest(expected, xyz, type), expected.centre, 1e-8);
    }
    for (int ranks : Configurations.ranks(1, 2, 3, 5, 8)) {
      Found own =
          join(ThreadRanks.run(ranks, comm -> find(on.open(comm), xyz, type, search, comm)));
      assertArrayEquals(expected.centre, own.centre, 0, ranks + " ranks");
      assertArrayEquals(expected.mass, own.mass, 0, ranks + " ranks");
      assertArrayEquals(expected.radius, own.radius, 0, ranks + " ranks");
      assertArrayEquals(expected.number, own.number, ranks + " ranks");
      assertArrayEquals(expected.several, own.several, ranks + " ranks");
      assertArrayEquals(expected.id, own.id, ranks + " ranks");
      assertArrayEquals(expected.properties, own.properties, 0, ranks + " ranks");
    }
  }

  /** IDs are those of particles in the centres. */
  private static void requirePlaces(Found found, double[] xyz) {
    for (int g = 0; g < found.id.length; g++) {
      int row = (int) ((found.id[g] - 1) / 7);
      for (int d = 0; d < 3; d++) {
        assertEquals(xyz[3 * row + d], found.centre[3 * g + d], 1e-8, "group " + g);
      }
    }
  }

  /** Places of the linked members with the nearest 32nd neighbours, by all pairs. */
  private static double[] densest(Found found, double[] xyz, int[] type) {
    FixedPoint map = FixedPoint.of(Box.periodic(SIDE, SIDE, SIDE));
    LinkCriterion metric = LinkCriterion.of(map, 1);
    int[] linked = IntStream.range(0, type.length).filter(i -> type[i] == 1).toArray();
    int[] place = IntStream.range(0, xyz.length).map(i -> map.toFixed(xyz[i], i % 3)).toArray();
    double[] densest = new double[3 * found.length.length];
    int at = 0;
    for (int g = 0; g < found.length.length; g++) {
      int best = -1;
      long least = -1; // unsigned
      for (int m = 0; m < found.length[g]; m++) {
        int i = (int) ((found.members[at++] - 1) / 7);
        if (type[i] == 1) {
          long[] nearest = new long[33]; // increasing, unsigned
          Arrays.fill(nearest, -1);
          for (int j : linked) {
            long square =
                metric.square(
                    place[3 * i] - place[3 * j],
                    place[3 * i + 1] - place[3 * j + 1],
                    place[3 * i + 2] - place[3 * j + 2]);
            int to = nearest.length;
            for (; to > 0 && Long.compareUnsigned(square, nearest[to - 1]) < 0; to--) {
              if (to < nearest.length) {
                nearest[to] = nearest[to - 1];
              }
            }
            if (to < nearest.length) {
              nearest[to] = square;
            }
          }
          int order = Long.compareUnsigned(nearest[32], least);
          if (order < 0 || order == 0 && i < best) {
            least = nearest[32];
            best = i;
          }
        }
      }
      System.arraycopy(xyz, 3 * best, densest, 3 * g, 3);
    }
    return densest;
  }

  private static SphereSearch search(Crossing crossing, Centre centre) {
    double mean = COUNT / (SIDE * SIDE * SIDE);
    return new SphereSearch(
        new SphereOptions(
            SphereOptions.limits(List.of("200m", "200c", "500c")),
            crossing,
            centre,
            true,
            0.02 * SIDE / Math.cbrt(COUNT),
            true,
            null,
            EnumSet.allOf(Property.class)),
        new SphereProblem(
            new double[] {200 * mean, 650 * mean, 1600 * mean}, mean / 0.3, crossing, true),
        new InsideTypes(new int[] {0, 1, 2}, new int[] {1, 2}, new int[] {2}),
        new CosmologyFactors(1, 70, 0.8, 0.9));
  }

  private static Found join(List<Found> ranks) {
    return new Found(
        ArrayParts.join(ranks.stream().map(Found::centre).toArray(double[][]::new)),
        ArrayParts.join(ranks.stream().map(Found::mass).toArray(double[][]::new)),
        ArrayParts.join(ranks.stream().map(Found::radius).toArray(double[][]::new)),
        ArrayParts.join(ranks.stream().map(Found::number).toArray(long[][]::new)),
        ArrayParts.join(ranks.stream().map(Found::several).toArray(long[][]::new)),
        ArrayParts.join(ranks.stream().map(Found::id).toArray(long[][]::new)),
        ArrayParts.join(ranks.stream().map(Found::length).toArray(long[][]::new)),
        ArrayParts.join(ranks.stream().map(Found::members).toArray(long[][]::new)),
        ArrayParts.join(ranks.stream().map(Found::properties).toArray(double[][]::new)));
  }

  /** All properties of each group, one row after another. */
  private static double[] rows(GroupCatalogue groups) {
    GroupProperties properties = groups.properties();
    int inside = properties.massInside().length / Math.max(1, groups.groups());
    double[][] rows = new double[groups.groups()][];
    for (int g = 0; g < rows.length; g++) {
      DoubleStream row = Arrays.stream(properties.massInside(), g * inside, (g + 1) * inside);
      for (GroupProperty property : GroupProperty.ABOUT_CENTRES) {
        int width = property.width();
        double[] values = properties.ofGroups().get(property);
        assertTrue(values[g * width] > 0 || property == GroupProperty.SPIN, property.toString());
        row = DoubleStream.concat(row, Arrays.stream(values, g * width, (g + 1) * width));
      }
      for (double[] values : properties.ofSpheres().values()) {
        int width = values.length / groups.groups();
        row = DoubleStream.concat(row, Arrays.stream(values, g * width, (g + 1) * width));
      }
      rows[g] = row.toArray();
    }
    return ArrayParts.join(rows);
  }

  private static Found find(
      Backend opened, double[] xyz, int[] type, SphereSearch search, Communicator comm) {
    try (Backend backend = opened;
        ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO)) {
      GroupFinder finder =
          new GroupFinder(backend, arrays, new StageClock(backend.memory(), comm, stage -> {}));
      GroupFinder.Input input =
          new GroupFinder.Input(
              part(backend, xyz, type, 1, comm),
              part(backend, xyz, type, 0, comm),
              part(backend, xyz, type, 2, comm));
      GroupFinder.Parameters problem =
          new GroupFinder.Parameters(
              FixedPoint.of(Box.periodic(SIDE, SIDE, SIDE)),
              0.2 * SIDE / Math.cbrt(COUNT),
              20,
              true,
              false,
              search);
      GroupSpheres spheres;
      double[] properties;
      long[] length;
      List<long[]> members = new ArrayList<>();
      try (GroupFinder.SearchResult found = finder.find(input, problem, true)) {
        GroupCatalogue groups = found.catalogue();
        spheres = groups.spheres();
        properties = rows(groups);
        length = groups.sums().length();
        if (comm.size() == 1) {
          MemberIds ids = groups.memberIds();
          ids.stream(
              0,
              ids.count(),
              (row, some, at, rows) -> members.add(Arrays.copyOfRange(some, at, at + rows)));
        }
        assertEquals(3 * groups.groups(), spheres.mass().length);
      }
      arrays.finish();
      assertEquals(0, backend.memory().used(), "device arrays left open");
      boolean[] several = spheres.several();
      return new Found(
          spheres.centre(),
          spheres.mass(),
          spheres.radius(),
          spheres.number(),
          IntStream.range(0, several.length).mapToLong(i -> several[i] ? 1 : 0).toArray(),
          spheres.id() == null ? new long[0] : spheres.id(),
          length,
          ArrayParts.join(members.toArray(long[][]::new)),
          properties);
    }
  }

  /** The share of a rank of the particles of a type; null where there are none anywhere. */
  private static Particles part(
      Backend backend, double[] xyz, int[] type, int wanted, Communicator comm) {
    int[] rows = IntStream.range(0, type.length).filter(i -> type[i] == wanted).toArray();
    if (rows.length == 0) {
      return null;
    }
    int[] own =
        Arrays.copyOfRange(
            rows,
            rows.length * comm.rank() / comm.size(),
            rows.length * (comm.rank() + 1) / comm.size());
    FixedPoint map = FixedPoint.of(Box.periodic(SIDE, SIDE, SIDE));
    DeviceMemory memory = backend.memory();
    int[] positions = new int[3 * own.length];
    Arrays.setAll(positions, i -> map.toFixed(xyz[3 * own[i / 3] + i % 3], i % 3));
    float[] masses = new float[own.length];
    for (int i = 0; i < own.length; i++) {
      masses[i] = wanted == 1 ? 1 : 0.25f + own[i] % 7;
    }
    double[] velocities = new double[3 * own.length];
    Arrays.setAll(velocities, i -> (own[i / 3] * 37 + i % 3 * 11) % 100 - 40);
    double largest = wanted == 1 ? 1 : 6.25;
    return new Particles(
        own.length,
        memory.upload(positions),
        memory.upload(Arrays.stream(own).mapToLong(i -> 7L * i + 1).toArray()),
        memory.upload(velocities),
        memory.upload(masses),
        null,
        wanted,
        new double[] {0, wanted == 1 ? 1 : 0, 0},
        new Magnitudes(largest, 0.25, 60, 1));
  }
}
