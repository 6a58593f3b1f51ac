package org.jzfof.neighbours.search;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.pipeline.Boxes;
import org.jzfof.pipeline.PointSets;

/**
 * Points of a search for neighbours within radii, places and radii for it, and what it has to find.
 *
 * @param type of the points
 * @param distance type of the distances that are asked for
 */
record RadiusCase(Box box, double[] points, ElementType type, ElementType distance) {

  /** The configuration of a number: float32 and float64, periodic and open boxes, flat ones too. */
  static RadiusCase random(PointSets set, int n, int c, SplittableRandom random) {
    ElementType type = c % 3 == 0 ? ElementType.F64 : ElementType.F32;
    double[] side = Boxes.sides(c, random);
    double[] xyz = set.points(n, side, random);
    if (type == ElementType.F32) {
      Arrays.setAll(xyz, i -> (float) xyz[i]);
    }
    Box box = c % 2 == 0 ? Box.periodic(side) : Boxes.boundingBox(xyz);
    return new RadiusCase(box, xyz, type, c % 5 == 0 ? ElementType.F32 : ElementType.F64);
  }

  int count() {
    return points.length / 3;
  }

  private BruteForceNeighbours brute() {
    return new BruteForceNeighbours(points, box);
  }

  /** Some at points, some anywhere in and around the box. */
  double[] places(ElementType asking, int c, SplittableRandom random) {
    double[] places = new double[3 * random.nextInt(1, 120)];
    double around = c % 4 == 0 ? 3 : c % 4 == 1 ? 50 : 1;
    for (int i = 0; i < places.length; i += 3) {
      int at = 3 * random.nextInt(count());
      boolean atPoint = random.nextInt(3) == 0;
      for (int d = 0; d < 3; d++) {
        double middle = box.lower()[d] + 0.5 * box.size()[d];
        double place =
            atPoint
                ? points[at + d]
                : middle + around * box.size()[d] * (random.nextDouble() - 0.5);
        places[i + d] = asking == ElementType.F32 ? (float) place : place;
      }
    }
    return places;
  }

  /** A radius for each place, in every third configuration one for all. */
  double[] radii(double[] places, int c, SplittableRandom random) {
    double[] radius = new double[places.length / 3];
    Arrays.setAll(radius, i -> radius(places, i, random));
    if (c % 3 == 0) {
      Arrays.fill(radius, radius[0]);
    }
    return radius;
  }

  /** The distance of a point, a little less, nothing, beyond the box, or over four decades. */
  double radius(double[] places, int query, SplittableRandom random) {
    double extent = Arrays.stream(box.size()).max().orElseThrow();
    double distance = brute().distance(places, query, random.nextInt(count()));
    return switch (random.nextInt(8)) {
      case 0 -> distance;
      case 1 -> distance > 0 ? Math.nextDown(distance) : 0;
      case 2 -> 0;
      case 3 -> random.nextInt(10) == 0 ? 3 * extent : 0.3 * extent;
      default -> extent * Math.pow(10, -4 * random.nextDouble());
    };
  }

  /**
   * Rows that a place has to get, nearest first.
   *
   * @param ofPoints radii of the points, or null
   */
  int[] within(double[] places, int query, double radius, double[] ofPoints) {
    return brute()
        .within(places, query, p -> ofPoints == null ? radius : Math.max(radius, ofPoints[p]));
  }

  /** Distances of points as they have to be listed. */
  double[] distances(double[] places, int query, int[] rows) {
    return Arrays.stream(rows)
        .mapToDouble(p -> brute().distance(places, query, p))
        .map(d -> distance == ElementType.F32 ? (float) d : d)
        .toArray();
  }

  @Override
  public String toString() {
    return "n %d box %s %s %s"
        .formatted(count(), box.describe(), box.periodic() ? "periodic" : "open", type);
  }
}
