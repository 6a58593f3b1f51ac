package org.jzfof.plot.lightcone;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
  void theAreaOfTheWholeSkyIsThatOfPixels() {
    assertEquals(SkyArea.WHOLE, area(100, p -> true).squareDegrees(), 1e-6);
    assertEquals(SkyArea.WHOLE, area(3000, p -> true).squareDegrees(), 0.01 * SkyArea.WHOLE);
    assertEquals(4 * Math.PI, SkyArea.of(SkyArea.WHOLE).steradians(), 1e-12);
  }

  /** A cap and an octant are convex; few groups are less certain. */
  @ParameterizedTest
  @CsvSource({"40, 0.25", "300, 0.1", "30000, 0.01"})
  void theAreaOfAConvexRegion(int count, double tolerance) {
    double octant = SkyArea.WHOLE / 8;
    double found = area(count, p -> p[0] < 90 && p[1] > 0).squareDegrees();
    assertEquals(octant, found, tolerance * octant);
    double cap = SkyArea.WHOLE * (1 - Math.sin(Math.toRadians(80))) / 2;
    assertEquals(cap, area(count, p -> p[1] > 80).squareDegrees(), tolerance * cap);
  }

  /** Of two fields, whose hull is larger. */
  @Test
  void theAreaOfARegionThatIsNotConvex() {
    Predicate<double[]> fields = p -> Math.abs(p[1]) < 5 && (p[0] < 10 || p[0] > 80 && p[0] < 90);
    double exact = 2 * SkyArea.WHOLE * Math.sin(Math.toRadians(5)) * 10 / 360;
    double found = area(3000, fields).squareDegrees();
    assertEquals(exact, found, 0.3 * exact);
  }

  /** An eighth of the sky by its corners, and directions in it. */
  @Test
  void theHullOfDirections() {
    List<double[]> corners =
        List.of(new double[] {1, 0, 0}, new double[] {0, 1, 0}, new double[] {0, 0, 1});
    assertEquals(Math.PI / 2, DirectionHull.of(corners).orElseThrow().area(), 1e-12);
    double third = 1 / Math.sqrt(3);
    List<double[]> more = new ArrayList<>(corners);
    more.add(new double[] {third, third, third});
    DirectionHull hull = DirectionHull.of(more).orElseThrow();
    assertEquals(3, hull.corners().size());
    assertEquals(Math.PI / 2 / (1 - 3 / 5.0), hull.areaOfRegion(), 1e-12);
    assertTrue(DirectionHull.of(corners.subList(0, 2)).isEmpty(), "a line");
    more.add(new double[] {-1, 0, 0});
    assertTrue(DirectionHull.of(more).isEmpty(), "too wide");
  }
}
