package org.jzfof.plot.lightcone;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jzfof.config.Overdensity;
import org.jzfof.massfunction.HaloMassFunction;
import org.jzfof.massfunction.LinearCosmology;
import org.jzfof.massfunction.MassFunctionModel;
import org.jzfof.plot.MassFunction;
import org.jzfof.snapshot.header.Cosmology;

class RedshiftCountsTest {
  private static LightconeGroups groups(double[] mass, double... redshift) {
    return new LightconeGroups(mass, redshift, new double[mass.length], new double[mass.length]);
  }

  private static double[] densities(MassFunction.Point... points) {
    return Arrays.stream(points).mapToDouble(MassFunction.Point::density).toArray();
  }

  @Test
  void groupsAboveAMassPerSteradianAndRedshift() {
    LightconeGroups groups = groups(new double[] {1, 2, 3, 4, 5}, 0.1, 0.15, 0.25, 0.4, 0.05);
    RedshiftCounts counts = RedshiftCounts.of(new double[] {0.1, 0.4, 3}, groups, 2);
    assertArrayEquals(new double[] {0.1, 0.2, 0.3, 0.4}, counts.edge(), 1e-15);
    double one = 1 / (2 * 0.1);
    assertArrayEquals(new double[] {2 * one, one, one}, densities(counts.above(0, groups)), 1e-12);
    assertArrayEquals(new double[] {one, one, one}, densities(counts.above(2, groups)), 1e-12);
    assertArrayEquals(new double[] {0, 0, one}, densities(counts.above(4, groups)), 1e-12);
    assertEquals(0.15, counts.above(0, groups)[0].logMass(), 1e-12, "the middle of the bin");
  }

  /** Bins begin at the observer, unless the cone does not. */
  @Test
  void binsOfTheCatalogue() {
    double[] mass = {1, 1};
    assertEquals(0, RedshiftCounts.of(null, groups(mass, 0.01, 0.5), 1).edge()[0]);
    RedshiftCounts far = RedshiftCounts.of(null, groups(mass, 0.3, 0.5), 1);
    assertEquals(0.3, far.edge()[0]);
    assertEquals(0.5, far.edge()[far.bins()]);
    LightconeGroups same = groups(mass, 0.3, 0.3);
    RedshiftCounts one = RedshiftCounts.of(null, same, 1);
    assertEquals(2 / (one.edge()[1] - one.edge()[0]), one.above(0, same)[0].density(), 1e-3);
  }

  @Test
  void limitsFitTheMasses() {
    double[] many = IntStream.rangeClosed(1, 100).mapToDouble(i -> 1e12 * i).toArray();
    assertArrayEquals(new double[] {3e12, 1e13, 3e13}, RedshiftCounts.limits(2e12, many), 1);
    double[] few = {4e12, 5e12};
    assertArrayEquals(new double[] {1e12, 3e12}, RedshiftCounts.limits(1e12, few), 1);
    assertArrayEquals(new double[] {3e12}, RedshiftCounts.limits(8e12, few), 1);
  }

  /** The sum over fine slices of density times volume. */
  @Test
  void theModelIsDensityTimesVolume() {
    LinearCosmology linear = new LinearCosmology(new Cosmology(0.3, 0.7, 0.05, 0.7), 0.8, 0.96);
    Overdensity limit = Overdensity.of("--mass", "200m");
    RedshiftCounts.ModelAtRedshift model =
        z -> HaloMassFunction.of(MassFunctionModel.TINKER08, limit, linear, z);
    LightconeGroups none = groups(new double[] {1}, 1);
    RedshiftCounts counts = RedshiftCounts.of(new double[] {0.5, 0.6, 2}, none, 1);
    double[][] found = counts.ofModel(model, linear.background(), 1e12, 1e13);
    for (int bin = 0; bin < 2; bin++) {
      double[] sum = new double[2];
      int slices = 50;
      for (int i = 0; i < slices; i++) {
        double z = 0.5 + 0.05 * (bin + (i + 0.5) / slices);
        double rate = Math.sqrt(0.3 * Math.pow(1 + z, 3) + 0.7);
        double distance = 0; // by rectangles, in Mpc/h
        int steps = 20000;
        for (int k = 0; k < steps; k++) {
          double at = z * (k + 0.5) / steps;
          distance += 2997.92458 * z / steps / Math.sqrt(0.3 * Math.pow(1 + at, 3) + 0.7);
        }
        double volume = distance * distance * 2997.92458 / rate / slices;
        double[] density = model.at(z).cumulative(1e12, 1e13);
        sum[0] += density[0] * volume;
        sum[1] += density[1] * volume;
      }
      assertEquals(sum[0], found[0][bin], 1e-3 * sum[0]);
      assertEquals(sum[1], found[1][bin], 1e-3 * sum[1]);
    }
  }

  /** 2 c / H0 (1 - sqrt(a)) in a flat universe of matter. */
  @Test
  void distancesOfLight() {
    Cosmology matter = new Cosmology(1, 0, 0.05, 0.7);
    for (double a : new double[] {1, 0.999, 0.5, 1.0 / 21}) {
      double expected = 2 * 2997.92458 * (1 - Math.sqrt(a));
      assertEquals(expected, matter.distance(a), 1e-6 * expected + 1e-12);
    }
  }
}
