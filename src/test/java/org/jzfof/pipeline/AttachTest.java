package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.catalogue.particles.GroupNumbers;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.MockCoordinates;
import org.jzfof.domain.Particles;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.Members;
import org.jzfof.pipeline.stages.GroupFinder;
import org.jzfof.progress.StageClock;

/** Secondary particles join the group of their nearest primary one, on any number of ranks. */
@OnBackends
class AttachTest {
  private static final int[] PRIMARY = {1, 3, 40, 300, 900};
  private static final int[] SECONDARY = {1, 2, 70, 500};
  private static final double[] MASS = {0.5, 2};

  @Parameter private TestBackend on;

  /** Primary (type 1) and secondary (type 0) points, with IDs from 1 through both. */
  private record Points(double[] primary, double[] secondary, Box box) {
    int primaries() {
      return primary.length / 3;
    }

    int count() {
      return primaries() + secondary.length / 3;
    }
  }

  /** Lengths and IDs in catalogue order, masses, and the label of each particle. */
  private record Groups(long[] lengthType, long[] ids, double[] mass, int[] labels) {}

  @ParameterizedTest
  @EnumSource(PointSets.class)
  void randomConfigurationsEqualBruteForce(PointSets set) {
    SplittableRandom random = new SplittableRandom(300 + set.ordinal());
    for (int c = 0; c < Configurations.atMost(on == TestBackend.CPU ? 30 : 6); c++) {
      int n = PRIMARY[c % PRIMARY.length];
      double[] side = c % 3 == 1 ? new double[] {30, 20, 7} : new double[] {1, 1, 1};
      PointSets others = c % 2 == 0 ? set : PointSets.UNIFORM;
      Points points =
          new Points(
              set.points(n, side, random),
              others.points(SECONDARY[c % SECONDARY.length], side, random),
              Box.periodic(side));
      double ell =
          Math.cbrt(side[0] * side[1] * side[2] / n) * Math.pow(10, -2 + 2.5 * random.nextDouble());
      check(set + " " + c, points, ell, 1 + c % 3, 1 + c % 7);
    }
  }

  /** Eight primary particles are equally near; the one at the lowest corner wins. */
  @Test
  void tiesAreBrokenInOneWay() {
    int m = 8;
    double[] corners = new double[3 * m * m * m];
    double[] centres = new double[corners.length];
    for (int i = 0; i < corners.length / 3; i++) {
      int[] cell = {i % m, i / m % m, i / m / m};
      for (int d = 0; d < 3; d++) {
        corners[3 * i + d] = (double) cell[d] / m;
        centres[3 * i + d] = (cell[d] + 0.5) / m;
      }
    }
    for (int ranks : new int[] {1, 2, 5}) {
      check("ties", new Points(corners, centres, Box.periodic(1, 1, 1)), 0.9 / m, 1, ranks);
    }
  }

  @Test
  void openBox() {
    SplittableRandom random = new SplittableRandom(9);
    double[] side = {4, 4, 4};
    Box box = Box.open(new double[3], side);
    Points points =
        new Points(
            PointSets.CLUSTERED.points(400, side, random),
            PointSets.CLUSTERED.points(400, side, random),
            box);
    check("open", points, 0.2, 2, 1);
    check("open", points, 0.2, 2, 3);
  }

  /** All secondary particles at one place, next to many primary ones at another. */
  @Test
  void crowds() {
    double[] primary = new double[3 * 30_000];
    double[] secondary = new double[3 * 30_000];
    Arrays.fill(primary, 0.25);
    Arrays.fill(secondary, 0.2501);
    Points points = new Points(primary, secondary, Box.periodic(1, 1, 1));
    for (int ranks : new int[] {1, 3}) {
      Groups found = find(points, 0.001, 20, ranks);
      assertArrayEquals(new long[] {30_000, 30_000}, found.lengthType);
      assertArrayEquals(new int[60_000], found.labels);
    }
  }

  @Test
  void anyNumberOfRanksFindsTheSameInAClusteredMock() {
    double[] mock = MockCoordinates.wide(MockCoordinates.clustered(100_000, 10, 3));
    double[] primary = Arrays.copyOf(mock, 3 * 60_000);
    double[] secondary = Arrays.copyOfRange(mock, 3 * 60_000, mock.length);
    Points points = new Points(primary, secondary, Box.periodic(10, 10, 10));
    Groups one = find(points, 0.2 * 10 / Math.cbrt(60_000), 20, 1);
    long attached = Arrays.stream(one.labels).skip(60_000).filter(g -> g >= 0).count();
    assertTrue(attached > 10_000, attached + " attached");
    for (int ranks : new int[] {2, 3, 8}) {
      Groups several = find(points, 0.2 * 10 / Math.cbrt(60_000), 20, ranks);
      assertArrayEquals(one.lengthType, several.lengthType);
      assertArrayEquals(one.ids, several.ids);
      assertArrayEquals(one.labels, several.labels);
      assertArrayEquals(one.mass, several.mass, 1e-6);
    }
  }

  private void check(String name, Points points, double ell, int minLength, int ranks) {
    Groups expected = bruteForce(points, ell, minLength);
    Groups found = find(points, ell, minLength, ranks);
    assertArrayEquals(expected.lengthType, found.lengthType, name);
    assertArrayEquals(expected.ids, found.ids, name);
    assertArrayEquals(expected.mass, found.mass, 1e-9, name);
    assertArrayEquals(expected.labels, found.labels, name);
  }

  private static Groups bruteForce(Points points, double ell, int minLength) {
    int[] label = BruteForce.labels(points.primary, points.box, ell);
    List<List<Integer>> groups = new ArrayList<>();
    IntStream.range(0, label.length).forEach(i -> groups.add(new ArrayList<>()));
    for (int i = 0; i < label.length; i++) {
      groups.get(label[i]).add(i);
    }
    int[] nearest = BruteForce.nearest(points.secondary, points.primary, points.box, ell);
    for (int s = 0; s < nearest.length; s++) {
      if (nearest[s] >= 0) {
        groups.get(label[nearest[s]]).add(points.primaries() + s);
      }
    }
    groups.removeIf(g -> g.isEmpty() || g.size() < minLength);
    groups.sort(
        Comparator.<List<Integer>>comparingInt(g -> -g.size()).thenComparing(g -> g.get(0)));
    return groups(groups, points);
  }

  private static Groups groups(List<List<Integer>> groups, Points points) {
    int primaries = points.primaries();
    long[] lengthType = new long[2 * groups.size()];
    double[] mass = new double[groups.size()];
    int[] labels = new int[points.count()];
    Arrays.fill(labels, GroupNumbers.NONE);
    List<Long> ids = new ArrayList<>();
    for (int g = 0; g < groups.size(); g++) {
      // The IDs of type 0, the secondary ones, come first.
      for (int type = 0; type < 2; type++) {
        for (int i : groups.get(g)) {
          if (i < primaries == (type == 1)) {
            ids.add(i + 1L);
            lengthType[2 * g + type]++;
            mass[g] += MASS[type];
            labels[i] = g;
          }
        }
      }
    }
    return new Groups(lengthType, ids.stream().mapToLong(i -> i).toArray(), mass, labels);
  }

  private Groups find(Points points, double ell, int minLength, int ranks) {
    List<Groups> ofRanks = ThreadRanks.run(ranks, comm -> find(points, ell, minLength, comm));
    int[] labels = new int[points.count()];
    for (int part = 0; part < 2; part++) {
      for (int r = 0; r < ranks; r++) {
        int ofPrimary =
            share(points.primaries(), r + 1, ranks) - share(points.primaries(), r, ranks);
        int[] own = ofRanks.get(r).labels;
        int others = points.count() - points.primaries();
        int from = part == 0 ? 0 : ofPrimary;
        int to = part == 0 ? ofPrimary : own.length;
        int at =
            part == 0
                ? share(points.primaries(), r, ranks)
                : points.primaries() + share(others, r, ranks);
        System.arraycopy(own, from, labels, at, to - from);
      }
    }
    Groups first = ofRanks.get(0);
    return new Groups(first.lengthType, first.ids, first.mass, labels);
  }

  private static int share(int n, int rank, int ranks) {
    return n * rank / ranks;
  }

  private Groups find(Points points, double ell, int minLength, Communicator comm) {
    try (Backend backend = on.open(comm);
        ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO)) {
      long held = backend.memory().used();
      GroupFinder finder =
          new GroupFinder(backend, arrays, new StageClock(backend.memory(), comm, stage -> {}));
      GroupFinder.Input input =
          new GroupFinder.Input(
              part(backend, points, points.primary, 1, comm),
              part(backend, points, points.secondary, 0, comm));
      GroupFinder.Parameters problem =
          new GroupFinder.Parameters(FixedPoint.of(points.box), ell, minLength, true, false);
      GroupCatalogue groups;
      long[] ids;
      int[] labels;
      try (GroupFinder.SearchResult found = finder.find(input, problem, true)) {
        ids = Members.ids(found.catalogue());
        groups = Members.whole(comm, found.catalogue());
        labels = backend.memory().toInts(found.labels());
      }
      assertEquals(held, backend.memory().used(), "device arrays left open");
      arrays.finish();
      return new Groups(groups.sums().lengthType(), ids, groups.sums().mass(), labels);
    }
  }

  /** The rows of one rank of one of the types. */
  private static Particles part(
      Backend backend, Points points, double[] xyz, int type, Communicator comm) {
    int n = xyz.length / 3;
    int from = share(n, comm.rank(), comm.size());
    int to = share(n, comm.rank() + 1, comm.size());
    int firstId = type == 1 ? 1 : 1 + points.primaries();
    long[] ids = new long[to - from];
    Arrays.setAll(ids, i -> firstId + from + i);
    Particles rows =
        new FofRun(backend, points.box, Arrays.copyOfRange(xyz, 3 * from, 3 * to)).particles(ids);
    return new Particles(
        rows.count(),
        rows.positions(),
        rows.ids(),
        null,
        null,
        null,
        type,
        MASS.clone(),
        Magnitudes.UNKNOWN);
  }
}
