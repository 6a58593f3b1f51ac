package org.jzfof.spheres.properties;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HalfMassTest {
  @Test
  void membersOfOneMassAreThoseOfARunningSum() {
    SplittableRandom random = new SplittableRandom(8);
    int rounded = 0;
    for (double mass : new double[] {4.075161606, 0.1, 0.7, 0.75, 1e-30}) {
      long[] lengths = random.longs(300, 0, 1000).toArray();
      long[] found = HalfMass.members(lengths, mass);
      for (int i = 0; i < lengths.length; i++) {
        double[] sums = new double[(int) lengths[i] + 1];
        for (int k = 1; k < sums.length; k++) {
          sums[k] = sums[k - 1] + mass;
        }
        int least = 0;
        while (sums[least] < sums[sums.length - 1] / 2) {
          least++;
        }
        assertEquals(least, found[i], lengths[i] + " members of " + mass);
        rounded += least == (lengths[i] + 1) / 2 ? 0 : 1;
      }
    }
    assertTrue(rounded > 100, rounded + " numbers of members whose sums are below a half");
  }

  /** A half is a half, however it was summed. */
  @Test
  void differentMassesMayBeSummedInAnyOrder() {
    for (double unit : new double[] {0.1, 1 / 3.0, 0.7}) {
      double[] masses = new double[240];
      Arrays.setAll(masses, i -> i < 120 ? unit : 3 * unit);
      double within = Arrays.stream(masses, 0, 60).sum();
      for (int i = 120; i < 180; i++) {
        within += masses[i];
      }
      double all = 0;
      for (double mass : masses) {
        all += mass;
      }
      assertTrue(within >= HalfMass.threshold(all, false), "half of them");
      assertTrue(within - unit < HalfMass.threshold(all, false), "one less");
    }
    long large = 1L << 61;
    assertTrue(large / 2 >= HalfMass.threshold(large));
    assertTrue(large / 2 - large / 1000000 < HalfMass.threshold(large));
    assertEquals(2, HalfMass.threshold(3));
    assertEquals(1, HalfMass.threshold(1));
    assertEquals(0, HalfMass.threshold(0));
  }
}
