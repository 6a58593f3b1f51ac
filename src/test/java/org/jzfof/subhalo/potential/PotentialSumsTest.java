package org.jzfof.subhalo.potential;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
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
import org.jzfof.centres.Softening;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.subhalo.members.MemberSelection;
import org.jzfof.subhalo.members.PointMasses;
import org.jzfof.threads.ParallelLoops;

/** Sums of potentials against a loop over all pairs, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class PotentialSumsTest {
  private static final List<Box> BOXES =
      List.of(
          Box.periodic(1, 1, 1),
          Box.periodic(30, 20, 7),
          Box.periodic(1, 1, 0),
          Box.open(new double[] {0, 0, 0}, new double[] {3, 2, 1}));

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  PotentialSums open(PointMasses members) {
    return backend.potentialSums().open(members);
  }

  /** In a small place, across the wall, in half a box, and in all of it; many sets at once. */
  @Test
  void sumsAreThoseOfAllPairs() {
    SplittableRandom random = new SplittableRandom(21);
    for (int c = 0; c < 48; c++) {
      FixedPoint map = FixedPoint.of(BOXES.get(c % 4));
      int bits = new int[] {20, 28, 30, 32}[c / 4 % 4];
      PointMasses members = members(map, bits, 2000, random);
      double length = Math.pow(2, bits - 33 + random.nextInt(-6, 3));
      Softening softening = Softening.plummer(length * BOXES.get(c % 4).size()[0]);
      double scale = Math.scalb(1.0, 43 - Math.getExponent(10 * softening.largest()));
      List<PotentialSums.Request> requests = new ArrayList<>();
      for (int n : new int[] {0, 1, 31, 33, 200, 511, 513, 1200}) {
        boolean itself = random.nextInt(3) == 0;
        MemberSelection sources = some(n, random);
        MemberSelection targets = itself ? sources : some(random.nextInt(300), random);
        int sign = random.nextBoolean() ? 1 : -1;
        double part = Math.scalb(scale, -random.nextInt(20));
        long[] depth = random.longs(targets.count() + 1, 0, 1 << 20).toArray();
        Softening own = new Softening(softening.length() * (1 + n % 3));
        requests.add(new PotentialSums.Request(sources, targets, own, sign, part, depth));
      }
      check("set " + c, members, requests);
    }
  }

  /** Sources and targets that many threads share, of requests beside short ones. */
  @Test
  void longRequests() {
    SplittableRandom random = new SplittableRandom(22);
    FixedPoint map = FixedPoint.of(BOXES.get(1));
    PointMasses members = members(map, 25, 10_000, random);
    Softening softening = Softening.plummer(0x1p-7 * BOXES.get(1).size()[0]);
    double scale = Math.scalb(1.0, 30 - Math.getExponent(10 * softening.largest()));
    List<PotentialSums.Request> requests = new ArrayList<>();
    for (int[] n : new int[][] {{8192, 40}, {3, 4}, {9001, 33}, {20, 9000}, {4097, 1}}) {
      MemberSelection sources = some(10_000, n[0], random);
      MemberSelection targets = some(10_000, n[1], random);
      requests.add(
          new PotentialSums.Request(sources, targets, softening, 1, scale, new long[n[1]]));
    }
    check("long", members, requests);
  }

  @Test
  void noRequests() {
    SplittableRandom random = new SplittableRandom(23);
    PointMasses members = members(FixedPoint.of(BOXES.get(0)), 20, 10, random);
    check("none", members, List.of());
  }

  private void check(String name, PointMasses members, List<PotentialSums.Request> requests) {
    List<long[]> expected = requests.stream().map(r -> sums(members, r)).toList();
    try (PotentialSums sums = open(members)) {
      sums.add(requests);
    }
    for (int q = 0; q < requests.size(); q++) {
      assertArrayEquals(expected.get(q), requests.get(q).depth(), name + " request " + q);
    }
  }

  private static PointMasses members(FixedPoint map, int bits, int n, SplittableRandom random) {
    int[] place = new int[3 * n];
    for (int k = 0; k < place.length; k++) {
      int wall = map.periodic() ? Integer.MIN_VALUE : 0;
      int open = random.nextInt() >> Math.max(2, 32 - bits);
      int cells = map.periodic() ? random.nextInt() >> (32 - bits) : open;
      place[k] = map.cell()[k % 3] == 0 ? 0 : wall + cells;
    }
    return new PointMasses(
        map, place, random.doubles(n, 0.01, 10).toArray(), random.longs(n).toArray());
  }

  private static MemberSelection some(int n, SplittableRandom random) {
    return some(2000, n, random);
  }

  /** Different rows out of a number; the column is longer. */
  private static MemberSelection some(int of, int n, SplittableRandom random) {
    int[] rows = IntStream.range(0, of).toArray();
    for (int i = 0; i < n; i++) {
      int other = random.nextInt(i, of);
      int row = rows[i];
      rows[i] = rows[other];
      rows[other] = row;
    }
    return new MemberSelection(n, Arrays.copyOf(rows, n + of / 1000));
  }

  private static long[] sums(PointMasses members, PotentialSums.Request request) {
    Softening softening = request.softening();
    long[] depth = request.depth().clone();
    for (int i = 0; i < request.targets().count(); i++) {
      int target = request.targets().row()[i];
      for (int j = 0; j < request.sources().count(); j++) {
        int source = request.sources().row()[j];
        double square = 0;
        for (int d = 0; d < 3; d++) {
          int cells = members.position()[3 * source + d] - members.position()[3 * target + d];
          square += cells * members.map().cell()[d] * (cells * members.map().cell()[d]);
        }
        double term =
            members.mass()[source] * softening.potential(Math.sqrt(square)) * request.scale();
        depth[i] += request.sign() * (long) Math.rint(term);
      }
    }
    return depth;
  }
}
