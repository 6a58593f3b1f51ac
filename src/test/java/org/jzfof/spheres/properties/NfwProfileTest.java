package org.jzfof.spheres.properties;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.threads.ParallelLoops;

/** Concentrations of profiles whose concentrations are known, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class NfwProfileTest {
  private static final double PEAK = 2.1625815870646;

  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  private static double mass(double x) {
    return StrictMath.log1p(x) - x / (1 + x);
  }

  private static double meanRadius(double c) {
    return (c - 2 * StrictMath.log1p(c) + c / (1 + c)) / (c * mass(c));
  }

  private static double velocityRatio(double c) {
    return Math.sqrt(c / PEAK * mass(PEAK) / mass(c));
  }

  @Test
  void logarithmsAreThoseOfTheMathLibraryButForTheLastBit() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 200_000; i++) {
      double x = Math.exp(random.nextDouble(-20, 14));
      double expected = StrictMath.log1p(x);
      assertEquals(
          expected, NfwProfile.log1p(x), 2 * Math.ulp(expected), "log(1 + %s)".formatted(x));
    }
    assertEquals(0, NfwProfile.log1p(0));
  }

  @Test
  void concentrationsAreFound() {
    SplittableRandom random = new SplittableRandom(6);
    double[] concentration =
        DoubleStream.generate(() -> Math.exp(random.nextDouble(Math.log(0.1), Math.log(9e4))))
            .limit(20_000)
            .toArray();
    double[] byMean =
        backend
            .inside()
            .concentrations(
                NfwProfile.MEAN_RADIUS,
                Arrays.stream(concentration).map(NfwProfileTest::meanRadius).toArray());
    double[] byVmax =
        backend
            .inside()
            .concentrations(
                NfwProfile.VMAX,
                Arrays.stream(concentration).map(NfwProfileTest::velocityRatio).toArray());
    int found = 0;
    for (int i = 0; i < concentration.length; i++) {
      double c = concentration[i];
      assertEquals(c, byMean[i], 1e-8 * c);
      if (c > PEAK * (1 + 1e-6)) {
        assertEquals(c, byVmax[i], 1e-6 * c);
        found++;
      }
    }
    assertTrue(found > 5000, found + " concentrations by Vmax");
  }

  @Test
  void bitsAreThoseOfOneProfileAfterTheOther() {
    SplittableRandom random = new SplittableRandom(7);
    double[] numbers = random.doubles(50_000, -0.2, 3).toArray();
    numbers[0] = Double.NaN;
    numbers[1] = Double.POSITIVE_INFINITY;
    numbers[2] = 0;
    for (NfwProfile by : NfwProfile.values()) {
      double[] expected = Arrays.stream(numbers).map(by::concentration).toArray();
      assertArrayEquals(expected, backend.inside().concentrations(by, numbers));
      assertTrue(Arrays.stream(expected).filter(Double::isNaN).count() > 1000);
      assertTrue(Arrays.stream(expected).filter(c -> c > 0).count() > 1000);
    }
  }
}
