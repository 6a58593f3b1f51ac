package org.jzfof.domain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The statistics of mock sets. */
class MockParticlesTest {
  private static final int N = 400_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 1000, 4096, 4097})
  void everySlotIsTakenOnce(int n) {
    MockParticles mock = MockParticles.uniform(n, 7);
    long[] slots = new long[n];
    Arrays.setAll(slots, mock::slot);
    Arrays.sort(slots);
    long[] expected = new long[n];
    Arrays.setAll(expected, i -> i);
    assertArrayEquals(expected, slots);
  }

  @Test
  void massesOfHaloesFollowThePowerLaw() {
    long[] first = MockParticles.clustered(100 * N, 3).firstSlot();
    int haloes = first.length - 1;
    assertEquals(50 * N, first[haloes]);
    double[] mass = new double[haloes];
    Arrays.setAll(mass, h -> first[h + 1] - first[h]);
    double large = Arrays.stream(mass).filter(m -> m >= 1000).count() / (double) haloes;
    double largest = N;
    double expected =
        (Math.pow(1000, -0.9) - Math.pow(largest, -0.9))
            / (Math.pow(10, -0.9) - Math.pow(largest, -0.9));
    assertEquals(expected, large, 0.05 * expected);
    assertTrue(Arrays.stream(mass).max().orElseThrow() <= largest);
  }

  @Test
  void membersOfTheLargestHaloFollowTheProfileInAllDirections() {
    MockParticles mock = MockParticles.clustered(N, 5);
    long[] first = mock.firstSlot();
    int halo = 0;
    for (int h = 1; h < first.length - 1; h++) {
      halo = first[h + 1] - first[h] > first[halo + 1] - first[halo] ? h : halo;
    }
    int members = (int) (first[halo + 1] - first[halo]);
    assertTrue(members > 1000, members + " members");
    int[] centre = mock.centre(halo);
    double[] sum = new double[3];
    int inside = 0;
    int found = 0;
    int[] place = new int[3];
    for (int i = 0; i < N; i++) {
      if (mock.slot(i) < first[halo] || mock.slot(i) >= first[halo + 1]) {
        continue;
      }
      mock.make(i, 0, place, new float[3]);
      double square = 0;
      for (int d = 0; d < 3; d++) {
        double x = (place[d] - centre[d]) / mock.radius()[halo];
        sum[d] += x;
        square += x * x;
      }
      assertTrue(square <= 1.0001, "squared radius " + square);
      inside += Math.sqrt(square) < mock.profile()[MockParticles.PROFILE_STEPS / 2] ? 1 : 0;
      found++;
    }
    assertEquals(members, found);
    double noise = 4 * Math.sqrt(members);
    assertEquals(members / 2.0, inside, noise);
    for (double s : sum) {
      assertEquals(0, s, noise);
    }
  }

  @Test
  void particlesOutsideOfHaloesAreUniformInAnyRangeOfTheSet() {
    MockParticles mock = MockParticles.clustered(N, 9);
    long inHaloes = mock.firstSlot()[mock.firstSlot().length - 1];
    assertEquals(N / 2, inHaloes);
    int[] octants = new int[8];
    int[] place = new int[3];
    for (int i = 0; i < N / 2; i++) {
      if (mock.slot(i) >= inHaloes) {
        mock.make(i, 0, place, new float[3]);
        octants[(place[0] >>> 31) << 2 | (place[1] >>> 31) << 1 | place[2] >>> 31]++;
      }
    }
    for (int octant : octants) {
      assertEquals(N / 4 / 8, octant, 4 * Math.sqrt(N / 32.0));
    }
  }
}
