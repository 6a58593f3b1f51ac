package org.jzfof.plot.lightcone;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The geometry of the picture: its wedge, and the area on the sky. */
class WedgeTest {
  private static LightconeGroups at(double... rightAscension) {
    double[] ones = new double[rightAscension.length];
    Arrays.fill(ones, 1);
    return new LightconeGroups(ones, ones, rightAscension, new double[ones.length]);
  }

  @Test
  void aCircleWhereThereAreGroupsAllAround() {
    double[] around = new double[36];
    Arrays.setAll(around, i -> 10.0 * i);
    assertTrue(Wedge.around(at(around)).isCircle());
  }

  /** Also across zero; narrow ones are drawn wider. */
  @ParameterizedTest
  @CsvSource({"10, 100, 55, 1", "340, 40, 10, 1", "200, 206, 203, 10"})
  void aWedgeWhereThereAreNot(double from, double to, double middle, double stretch) {
    double width = (to - from + 360) % 360;
    double[] inside = new double[91];
    Arrays.setAll(inside, i -> (from + width * i / 90) % 360);
    Wedge wedge = Wedge.around(at(inside));
    assertFalse(wedge.isCircle());
    assertEquals(middle, wedge.middle(), 1e-9);
    assertEquals(1.04 * width, wedge.opening(), 1e-9);
    assertEquals(stretch, wedge.stretch(), 0.04 * stretch);
    assertArrayEquals(new double[] {0, 0.5}, wedge.place(0.5, middle), 1e-9);
    assertTrue(wedge.place(1, to)[0] < 0, "larger right ascensions are on the left");
    double angle = Math.atan2(wedge.place(1, from)[0], wedge.place(1, from)[1]);
    assertEquals(Math.toRadians(wedge.stretch() * width / 2), angle, 1e-9);
  }

  @Test
  void oneGroup() {
    Wedge wedge = Wedge.around(at(30));
    assertFalse(wedge.isCircle());
    assertArrayEquals(new double[] {0, 1}, wedge.place(1, 30), 1e-9);
  }

  private static SkyArea area(int count, Predicate<double[]> inside) {
    Random random = new Random(5);
    double[][] places =
        Stream.generate(
                () ->
                    new double[] {
                      360 * random.nextDouble(),
                      Math.toDegrees(Math.asin(2 * random.nextDouble() - 1))
                    })
            .filter(inside)
            .limit(count)
            .toArray(double[][]::new);
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return SkyArea.of(
        new LightconeGroups(
            ones,
            ones,
            Arrays.stream(places).mapToDouble(p -> p[0]).toArray(),
            Arrays.stream(places).mapToDouble(p -> p[1]).toArray()));
  }

  @Test
  void theAreaOfPixelsWithGroups() {
    assertEquals(SkyArea.WHOLE, area(100, p -> true).squareDegrees(), 1e-6);
    assertEquals(SkyArea.WHOLE, area(3000, p -> true).squareDegrees(), 0.01 * SkyArea.WHOLE);
    assertEquals(4 * Math.PI, new SkyArea(SkyArea.WHOLE, 0).steradians(), 1e-12);
    double octant = SkyArea.WHOLE / 8;
    double found = area(30000, p -> p[0] < 90 && p[1] > 0).squareDegrees();
    assertEquals(octant, found, 0.1 * octant, "edges");
    assertTrue(found > octant);
  }
}
