package org.jzfof.spheres.properties;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.Centre;
import org.jzfof.config.Crossing;
import org.jzfof.config.Property;
import org.jzfof.config.SphereOptions;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.Cleanup;
import org.jzfof.groups.values.GroupEpochs;
import org.jzfof.groups.values.GroupProperty;
import org.jzfof.groups.values.SphereProperty;
import org.jzfof.spheres.SphereFixture;
import org.jzfof.spheres.SphereMasses;
import org.jzfof.spheres.SphereSource;
import org.jzfof.spheres.SphereSums;

/**
 * Properties of what is inside spheres of random sets, on any ranks, against plain sums over all
 * particles: several types with masses over four decades, particles in one place, spheres up to the
 * whole box, at two times.
 */
@OnBackends
class InsideMeasurementTest {
  private static final int[] RANKS = {1, 2, 3, 5, 8};
  private static final int GROUPS = 6;
  private static final int EACH = 2;
  private static final double SPEED = 900;
  private static final List<Box> BOXES =
      List.of(Box.periodic(1, 1, 1), Box.periodic(3, 1, 2), Box.periodic(30, 30, 30));

  /** Of z = 0 for all groups, and of times of their own. */
  private static final List<DoubleFunction<CosmologyFactors>> TIMES =
      List.of(
          a -> new CosmologyFactors(4.3, 70, 1, 1),
          a -> new CosmologyFactors(4.3, 50 + 20 * a, a, Math.sqrt(0.5)));

  private long shapes;
  private long concentrations;

  @Parameter private TestBackend on;

  /** A set with its spheres; sphere s of group g is number g·EACH + s. */
  private record Case(
      SphereFixture set,
      double[] velocity,
      DoubleFunction<CosmologyFactors> background,
      int[] types,
      int[] centre,
      double[] about,
      double[] vmax,
      SphereMasses masses,
      long[] number) {
    boolean counts(int type) {
      return types == null || Arrays.binarySearch(types, type) >= 0;
    }

    CosmologyFactors of(int sphere) {
      return background.apply(scaleFactor(sphere / EACH));
    }

    boolean inside(int particle, int sphere) {
      return counts(set.type()[particle])
          && set.isInside(
              set.metric(), particle, centre, 3 * (sphere / EACH), masses.square()[sphere]);
    }
  }

  @Test
  void equalToPlainSums() {
    SplittableRandom random = new SplittableRandom(5);
    for (int c = 0; c < 56; c++) {
      Case some = random(c, random);
      Map<SphereProperty, double[]> first = null;
      for (int ranks : c % 8 == 0 ? RANKS : new int[] {RANKS[c % RANKS.length]}) {
        Map<SphereProperty, double[]> found = joined(some, ranks);
        String where = "set %d on %d ranks".formatted(c, ranks);
        if (first == null) {
          first = found;
          for (int sphere = 0; sphere < GROUPS * EACH; sphere++) {
            check(some, sphere, found, where + ", sphere " + sphere);
          }
        }
        for (SphereProperty property : found.keySet()) {
          assertArrayEquals(first.get(property), found.get(property), 0, where + ", " + property);
        }
      }
    }
    assertTrue(shapes > 85, shapes + " shapes");
    assertTrue(concentrations > 145, concentrations + " concentrations");
  }

  private static Case random(int c, SplittableRandom random) {
    FixedPoint map = FixedPoint.of(BOXES.get(c % BOXES.size()));
    SphereFixture set = SphereFixture.random(map, new int[] {1, 40, 300, 1200}[c / 2 % 4], random);
    int n = set.count();
    int[] centre = new int[3 * GROUPS];
    SphereMasses masses =
        new SphereMasses(
            new double[GROUPS * EACH], new double[GROUPS * EACH], new long[GROUPS * EACH], null);
    for (int g = 0; g < GROUPS; g++) {
      int middle = random.nextInt(n);
      for (int d = 0; d < 3; d++) {
        int shift = g % 2 == 0 ? 0 : random.nextInt(1 << 20);
        centre[3 * g + d] = set.positions()[3 * middle + d] + shift;
      }
      for (int s = 0; s < EACH; s++) {
        double radius = map.largestCell() * Math.pow(2, 25 + 6.5 * random.nextDouble());
        masses.radius()[EACH * g + s] = radius;
        masses.square()[EACH * g + s] = set.scale().square(radius);
      }
    }
    Case some =
        new Case(
            set,
            random.doubles(3L * n, -SPEED, SPEED).toArray(),
            TIMES.get(c / 3 % TIMES.size()),
            c % 5 == 4 ? new int[] {0, 2} : null,
            centre,
            random.doubles(3L * GROUPS, -SPEED, SPEED).toArray(),
            new double[GROUPS],
            masses,
            new long[GROUPS * EACH]);
    for (int sphere = 0; sphere < GROUPS * EACH; sphere++) {
      for (int i = 0; i < n; i++) {
        if (some.inside(i, sphere)) {
          masses.mass()[sphere] += (float) set.mass()[i];
          some.number[sphere]++;
        }
      }
      if (masses.mass()[sphere] == 0) { // no sphere
        masses.radius()[sphere] = 0;
        masses.square()[sphere] = 0;
      }
    }
    Arrays.setAll(some.vmax, g -> circular(some, EACH * g) * (0.9 + random.nextDouble()));
    return some;
  }

  private static double scaleFactor(int group) {
    return 0.5 + 0.05 * group;
  }

  private static double circular(Case some, int sphere) {
    double a = some.of(sphere).scaleFactor();
    double mass = some.masses.mass()[sphere];
    double radius = some.masses.radius()[sphere];
    return radius == 0 ? 0 : Math.sqrt(some.of(sphere).gravity() * mass / (a * radius));
  }

  private Map<SphereProperty, double[]> joined(Case some, int ranks) {
    List<Map<SphereProperty, double[]>> found = ThreadRanks.run(ranks, comm -> measure(some, comm));
    Map<SphereProperty, double[]> all = new EnumMap<>(SphereProperty.class);
    for (SphereProperty property : found.get(0).keySet()) {
      all.put(
          property,
          ArrayParts.join(found.stream().map(m -> m.get(property)).toArray(double[][]::new)));
    }
    return all;
  }

  /** Every rank has a share of the particles and of the groups. */
  private Map<SphereProperty, double[]> measure(Case some, Communicator comm) {
    int n = some.set.count();
    int from = n * comm.rank() / comm.size();
    int to = n * (comm.rank() + 1) / comm.size();
    int first = GROUPS * comm.rank() / comm.size();
    int end = GROUPS * (comm.rank() + 1) / comm.size();
    List<AutoCloseable> open = new ArrayList<>();
    try (Backend backend = on.open()) {
      List<SphereSums.Source> sources = new ArrayList<>();
      if (from < to) {
        Particles particles = particles(some, backend, from, to);
        SortedPoints points = SphereFixture.sorted(backend, particles);
        SphereSource source = SphereSource.of(points, backend.tree(), backend.fofShape());
        open.addAll(List.of(source, points, particles));
        sources.add(new SphereSums.Source(source, particles));
      }
      SphereSums sums =
          new SphereSums(comm, backend.spheres(), backend.memory(), some.set.metric(), sources);
      SphereOptions options =
          new SphereOptions(
              SphereOptions.DEFAULT_LIMITS,
              Crossing.LAST,
              Centre.POTENTIAL,
              true,
              1,
              false,
              some.types,
              EnumSet.of(Property.INSIDE, Property.CONCENTRATION, Property.SHAPE));
      InsideMeasurement.SphereGroups around =
          new InsideMeasurement.SphereGroups(
              Arrays.copyOfRange(some.centre, 3 * first, 3 * end),
              Arrays.copyOfRange(some.about, 3 * first, 3 * end),
              new SphereMasses(
                  Arrays.copyOfRange(some.masses.mass(), EACH * first, EACH * end),
                  Arrays.copyOfRange(some.masses.radius(), EACH * first, EACH * end),
                  Arrays.copyOfRange(some.masses.square(), EACH * first, EACH * end),
                  null),
              Arrays.copyOfRange(some.number, EACH * first, EACH * end),
              new GroupEpochs(
                  IntStream.range(first, end)
                      .mapToDouble(InsideMeasurementTest::scaleFactor)
                      .toArray()),
              Map.of(GroupProperty.VMAX, Arrays.copyOfRange(some.vmax, first, end)));
      Map<SphereProperty, double[]> found =
          new InsideMeasurement(backend.inside(), comm, some.set.map(), some.background, options)
              .measure(sums, around);
      Cleanup.close(open.toArray(AutoCloseable[]::new));
      assertEquals(0, backend.memory().used(), "device arrays left open");
      return found;
    }
  }

  private static Particles particles(Case some, Backend backend, int from, int to) {
    Particles bare = some.set.particles(backend, from, to);
    return new Particles(
        bare.count(),
        bare.positions(),
        bare.ids(),
        backend.memory().upload(Arrays.copyOfRange(some.velocity, 3 * from, 3 * to)),
        bare.masses(),
        bare.types(),
        bare.onlyType(),
        bare.massOfType(),
        new Magnitudes(10, 1e-3, SPEED, 0));
  }

  private void check(Case some, int sphere, Map<SphereProperty, double[]> found, String where) {
    if (some.masses.mass()[sphere] == 0) {
      for (SphereProperty property : found.keySet()) {
        boolean shape = property == SphereProperty.AXIS_RATIOS || property == SphereProperty.AXES;
        for (double value : of(found, property, sphere)) {
          assertEquals(shape ? Double.NaN : 0, value, where + ", " + property);
        }
      }
      return;
    }
    PlainSums plain = new PlainSums(some.of(sphere), some.masses.radius()[sphere]);
    for (int i = 0; i < some.set.count(); i++) {
      if (some.inside(i, sphere)) {
        double[] x = new double[3];
        for (int d = 0; d < 3; d++) {
          int cells = some.set.positions()[3 * i + d] - some.centre[3 * (sphere / EACH) + d];
          x[d] = cells * some.set.map().cell()[d];
        }
        double[] v = Arrays.copyOfRange(some.velocity, 3 * i, 3 * i + 3);
        plain.add((float) some.set.mass()[i], x, v);
      }
    }
    double speed = 1e-7 * SPEED;
    close(plain.dispersion(), of(found, SphereProperty.DISPERSION, sphere), speed, where);
    double spin = speed * some.masses.radius()[sphere];
    close(plain.spin(), of(found, SphereProperty.SPIN, sphere), spin, where);
    double unit = Math.sqrt(2) * circular(some, sphere) * some.masses.radius()[sphere];
    double[] parameter = {PlainSums.length(plain.spin()) / unit};
    close(parameter, of(found, SphereProperty.SPIN_PARAMETER, sphere), spin / unit, where);
    double byMean = of(found, SphereProperty.CONCENTRATION, sphere)[0];
    NfwShells.requireMeanRadius(byMean, plain.meanDistance(), where);
    double ratio = some.vmax[sphere / EACH] / circular(some, sphere);
    double byPeak = of(found, SphereProperty.CONCENTRATION_VMAX, sphere)[0];
    NfwShells.requirePeak(byPeak, ratio, where);
    concentrations += Double.isNaN(byMean) ? 0 : 1;
    double[] ratios = of(found, SphereProperty.AXIS_RATIOS, sphere);
    close(plain.axisRatios(), ratios, 1e-6, where + " shape");
    shapes += Double.isNaN(ratios[0]) ? 0 : 1;
  }

  private static double[] of(Map<SphereProperty, double[]> found, SphereProperty what, int sphere) {
    int width = what.width();
    return Arrays.copyOfRange(found.get(what), width * sphere, width * (sphere + 1));
  }

  private static void close(double[] expected, double[] found, double bound, String where) {
    assertArrayEquals(expected, found, bound, where);
  }
}
