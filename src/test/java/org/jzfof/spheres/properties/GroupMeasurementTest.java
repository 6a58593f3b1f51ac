package org.jzfof.spheres.properties;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.device.DeviceMemory;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.values.GroupProperty;
import org.jzfof.groups.values.LightconeValues;
import org.jzfof.threads.ParallelLoops;

/** Properties of random groups that lie on any ranks, against sorted lists. */
@OnBackends
@ExtendWith(ParallelLoops.class)
class GroupMeasurementTest {
  @Parameter private TestBackend on;

  /** A member of a group. */
  private record Body(int[] place, double[] velocity, double mass) {}

  /**
   * Groups with their centres.
   *
   * @param sides of the periodic box
   * @param same the mass of all, or 0 where they differ
   */
  private record Case(double[] sides, double same, List<List<Body>> groups, int[] centre) {
    FixedPoint map() {
      return FixedPoint.of(Box.periodic(sides[0], sides[1], sides[2]));
    }
  }

  /** The time of a group. */
  private static double scaleFactor(int group) {
    return 0.5 + 0.05 * (group % 10);
  }

  private static CosmologyFactors at(double scaleFactor) {
    return new CosmologyFactors(4.3, 30 + 50 * scaleFactor, scaleFactor, 0.8);
  }

  @Test
  void equalToSortedLists() {
    for (int seed = 0; seed < 120; seed++) {
      Case set = random(new Random(seed), seed);
      Map<GroupProperty, double[]> first = null;
      for (int ranks : new int[] {1, 2, 3, 5, 8}) {
        if (ranks > 1 && seed % 4 != 0) {
          continue;
        }
        int number = ranks;
        List<Map<GroupProperty, double[]>> found =
            ThreadRanks.run(number, comm -> measure(set, comm));
        Map<GroupProperty, double[]> all = new EnumMap<>(GroupProperty.class);
        for (GroupProperty property : GroupProperty.ABOUT_CENTRES) {
          all.put(
              property,
              ArrayParts.join(found.stream().map(m -> m.get(property)).toArray(double[][]::new)));
        }
        if (first == null) {
          first = all;
          check(set, all, "seed " + seed);
        }
        for (GroupProperty property : GroupProperty.ABOUT_CENTRES) {
          String where = "seed %d, %d ranks, %s".formatted(seed, ranks, property);
          assertArrayEquals(first.get(property), all.get(property), 0, where);
        }
      }
    }
  }

  private static Case random(Random random, int seed) {
    double[] sides = seed % 3 == 0 ? new double[] {9, 5, 7} : new double[] {8, 8, 8};
    double same = seed % 2 == 0 ? 0.7 : 0;
    List<List<Body>> groups = new ArrayList<>();
    List<int[]> centres = new ArrayList<>();
    for (int g = 0; g < 1 + random.nextInt(12); g++) {
      int length = random.nextInt(5) == 0 ? 1 + random.nextInt(8) : 1 + random.nextInt(400);
      int[] middle = {random.nextInt(), random.nextInt(), random.nextInt()};
      double size = Math.pow(2, 20 + 11 * random.nextDouble());
      List<Body> bodies = new ArrayList<>();
      for (int i = 0; i < length; i++) {
        int[] place = new int[3];
        double[] velocity = new double[3];
        boolean coincident = i < (seed % 5) * 3;
        for (int d = 0; d < 3; d++) {
          place[d] = middle[d] + (coincident ? 0 : (int) (size * random.nextGaussian() / 4));
          velocity[d] = 300 * d + 200 * random.nextGaussian();
        }
        double mass = same > 0 ? same : seed % 7 == 3 ? 0 : Math.pow(10, 4 * random.nextDouble());
        bodies.add(new Body(place, velocity, mass));
      }
      groups.add(bodies);
      centres.add(seed % 4 == 1 ? middle : bodies.get(random.nextInt(length)).place);
    }
    return new Case(sides, same, groups, centres.stream().flatMapToInt(Arrays::stream).toArray());
  }

  /** Body i of group g is on rank (g + i·i) mod ranks, a few groups whole on one. */
  private Map<GroupProperty, double[]> measure(Case set, Communicator comm) {
    List<List<Body>> groups = set.groups;
    List<Integer> here = new ArrayList<>();
    List<List<Body>> own = new ArrayList<>();
    for (int g = groups.size() - 1; g >= 0; g--) {
      int group = g;
      List<Body> all = groups.get(g);
      List<Body> some =
          IntStream.range(0, all.size())
              .filter(i -> (group + (group % 3 == 0 ? 0 : i * i)) % comm.size() == comm.rank())
              .mapToObj(all::get)
              .toList();
      if (!some.isEmpty()) {
        here.add(g);
        own.add(some);
      }
    }
    long[] first = new long[comm.size() + 1];
    Arrays.setAll(first, r -> (long) groups.size() * r / comm.size());
    int from = (int) first[comm.rank()];
    int to = (int) first[comm.rank() + 1];
    GroupCatalogue catalogue = GroupCatalogue.allocate(to - from, 2);
    for (int g = from; g < to; g++) {
      for (Body body : groups.get(g)) {
        catalogue.sums().mass()[g - from] += body.mass;
      }
      catalogue.sums().length()[g - from] = groups.get(g).size();
      catalogue.sums().velocity()[3 * (g - from)] = 30;
    }
    int[] centre = Arrays.copyOfRange(set.centre, 3 * from, 3 * to);
    List<Body> bodies = own.stream().flatMap(List::stream).toList();
    try (Backend backend = on.open(comm)) {
      Map<GroupProperty, double[]> found;
      try (Particles particles = particles(set, bodies, backend.memory());
          SortedPoints points = points(bodies, backend.memory());
          MemberList list = list(own, backend.memory())) {
        found =
            new GroupMeasurement(backend.properties(), comm, set.map(), GroupMeasurementTest::at)
                .measure(
                    new GroupMeasurement.Members(
                        list, points, particles, here.stream().mapToLong(g -> g).toArray(), first),
                    catalogue.withLightcone(
                        new LightconeValues(
                            IntStream.range(from, to)
                                .mapToDouble(GroupMeasurementTest::scaleFactor)
                                .toArray(),
                            0)),
                    centre);
      }
      assertEquals(0, backend.memory().used(), "device arrays left open");
      return found;
    }
  }

  private static MemberList list(List<List<Body>> groups, DeviceMemory memory) {
    long[] start = ArrayParts.offsets(groups.size(), g -> groups.get(g).size());
    int count = (int) start[groups.size()];
    return new MemberList(
        memory.upload(IntStream.range(0, groups.size()).toArray()),
        memory.upload(start),
        memory.upload(IntStream.range(0, count).map(i -> count - 1 - i).toArray()));
  }

  /** Member i is point count - 1 - i, which is particle i. */
  private static SortedPoints points(List<Body> bodies, DeviceMemory memory) {
    int count = bodies.size();
    int[][] places = new int[3][count];
    for (int i = 0; i < 3 * count; i++) {
      places[i % 3][count - 1 - i / 3] = bodies.get(i / 3).place[i % 3];
    }
    return new SortedPoints(
        count,
        memory.upload(places[0]),
        memory.upload(places[1]),
        memory.upload(places[2]),
        memory.upload(IntStream.range(0, count).map(i -> count - 1 - i).toArray()));
  }

  private static Particles particles(Case set, List<Body> bodies, DeviceMemory memory) {
    double[] velocities =
        bodies.stream().flatMapToDouble(body -> Arrays.stream(body.velocity)).toArray();
    double[] masses = bodies.stream().mapToDouble(Body::mass).toArray();
    int[] places = bodies.stream().flatMapToInt(body -> Arrays.stream(body.place)).toArray();
    return new Particles(
        bodies.size(),
        memory.upload(places),
        memory.upload(new long[bodies.size()]),
        memory.upload(velocities),
        set.same > 0 ? null : memory.upload(masses),
        null,
        1,
        new double[] {0, set.same},
        new Magnitudes(set.same > 0 ? set.same : 1e4, 0.1, 2000, 1e-3));
  }

  private static void check(Case set, Map<GroupProperty, double[]> found, String where) {
    for (int g = 0; g < set.groups.size(); g++) {
      Map<GroupProperty, double[]> expected = bySortedList(set, g);
      for (Map.Entry<GroupProperty, double[]> property : expected.entrySet()) {
        int width = property.getKey().width();
        double[] values =
            Arrays.copyOfRange(found.get(property.getKey()), g * width, (g + 1) * width);
        double largest = Arrays.stream(property.getValue()).map(Math::abs).max().orElse(0);
        assertArrayEquals(
            property.getValue(), values, 1e-9 * largest + 1e-5, where + ", " + property.getKey());
      }
    }
  }

  /** Plain sums in double precision over one sorted list. */
  private static Map<GroupProperty, double[]> bySortedList(Case set, int g) {
    List<Body> bodies = set.groups.get(g);
    double[] cell = set.map().cell();
    int n = bodies.size();
    double[][] x = new double[n][3];
    double[] r = new double[n];
    double[] meanX = new double[3];
    double[] meanV = new double[3];
    double mass = 0;
    for (int i = 0; i < n; i++) {
      Body body = bodies.get(i);
      for (int d = 0; d < 3; d++) {
        x[i][d] = (body.place[d] - set.centre[3 * g + d]) * cell[d];
        meanX[d] += body.mass * x[i][d];
        meanV[d] += body.mass * body.velocity[d];
      }
      mass += body.mass;
      r[i] = Math.sqrt(x[i][0] * x[i][0] + x[i][1] * x[i][1] + x[i][2] * x[i][2]);
    }
    Map<GroupProperty, double[]> found = new EnumMap<>(GroupProperty.class);
    if (mass == 0) {
      for (GroupProperty property : GroupProperty.ABOUT_CENTRES) {
        found.put(property, new double[property.width()]);
      }
      return found;
    }
    CosmologyFactors then = at(scaleFactor(g));
    double scatter = 0;
    double[] spin = new double[3];
    double offset = 0;
    for (int i = 0; i < n; i++) {
      double[] dx = new double[3];
      double[] dv = new double[3];
      double[] w = new double[3];
      for (int d = 0; d < 3; d++) {
        dx[d] = x[i][d] - meanX[d] / mass;
        w[d] = then.toPeculiar() * (bodies.get(i).velocity[d] - meanV[d] / mass);
        dv[d] = w[d] + then.flow() * dx[d];
        scatter += bodies.get(i).mass * dv[d] * dv[d];
      }
      for (int d = 0; d < 3; d++) {
        int a = (d + 1) % 3;
        int b = (d + 2) % 3;
        spin[d] += bodies.get(i).mass * (dx[a] * w[b] - dx[b] * w[a]) / mass;
      }
    }
    for (int d = 0; d < 3; d++) {
      offset += meanX[d] / mass * meanX[d] / mass;
    }
    found.put(GroupProperty.DISPERSION, new double[] {Math.sqrt(scatter / 3 / mass)});
    found.put(GroupProperty.SPIN, spin);
    found.put(GroupProperty.OFFSET, new double[] {Math.sqrt(offset)});
    Integer[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> r[i]))
            .toArray(Integer[]::new);
    double inside = 0;
    double peak = 0;
    double peakRadius = 0;
    double half = -1;
    double before = -1;
    for (int i = 0; i < n; i++) {
      double radius = r[order[i]];
      inside += bodies.get(order[i]).mass;
      boolean last = i + 1 == n || r[order[i + 1]] > radius;
      if (last && half < 0) {
        if (set.same > 0 ? inside >= mass / 2 : 2 * inside >= mass * (1 - 1e-12)) {
          half = radius;
        } else {
          before = radius;
        }
      }
      if (last && i >= 6 && radius > 0 && inside / radius > peak) {
        peak = inside / radius;
        peakRadius = radius;
      }
    }
    found.put(
        GroupProperty.HALF_MASS_RADIUS, new double[] {(half + (before < 0 ? half : before)) / 2});
    double factor = then.gravity() / then.scaleFactor();
    found.put(GroupProperty.VMAX, new double[] {Math.sqrt(factor * peak)});
    found.put(GroupProperty.VMAX_RADIUS, new double[] {peakRadius});
    return found;
  }
}
