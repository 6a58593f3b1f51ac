package org.jzfof.neighbours.search;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.pipeline.Boxes;
import org.jzfof.pipeline.PointSets;

/** Points of one test, and what is asked of them. */
record KnnCase(Box box, double[] points, int k, ElementType type, ElementType distance) {
  private static final int[] SIZES = {1, 2, 5, 17, 33, 100, 257, 600, 1500};
  private static final int[] NUMBERS = {1, 16, 33, 2, 8, 257, 40, 17, 100, 3};

  /** A case of a set; those of one set differ in size, box, types and number of neighbours. */
  static KnnCase random(PointSets set, int c, SearchMethod method, SplittableRandom random) {
    ElementType type = c % 3 == 0 ? ElementType.F64 : ElementType.F32;
    double[] side = Boxes.sides(c, random);
    double[] xyz = set.points(SIZES[c % SIZES.length], side, random);
    if (type == ElementType.F32) {
      Arrays.setAll(xyz, i -> (float) xyz[i]);
    }
    Box box = c % 2 == 0 ? Box.periodic(side) : Boxes.boundingBox(xyz);
    return new KnnCase(
        box,
        xyz,
        Math.min(NUMBERS[c % NUMBERS.length], method.kind().maximumNeighbours()),
        type,
        c % 5 == 0 ? ElementType.F32 : ElementType.F64);
  }

  /** Some at points, some anywhere in and around the box. */
  double[] queries(int c, SplittableRandom random) {
    double[] queries = new double[3 * random.nextInt(1, 120)];
    double around = c % 4 == 0 ? 3 : c % 4 == 1 ? 50 : 1;
    for (int i = 0; i < queries.length; i += 3) {
      int at = 3 * random.nextInt(points.length / 3);
      boolean atPoint = random.nextInt(3) == 0;
      for (int d = 0; d < 3; d++) {
        double middle = box.lower()[d] + 0.5 * box.size()[d];
        queries[i + d] =
            atPoint
                ? points[at + d]
                : middle + around * box.size()[d] * (random.nextDouble() - 0.5);
      }
    }
    return queries;
  }

  /** Exactly the distance of a point, a little less, nothing or no bound. */
  double reach(double[] queries, int query, int kind, int point) {
    double distance = new BruteForceNeighbours(points, box).distance(queries, query, point);
    return switch (kind) {
      case 0 -> distance;
      case 1 -> Math.nextDown(distance);
      case 2 -> 0;
      default -> Double.POSITIVE_INFINITY;
    };
  }

  @Override
  public String toString() {
    return "n %d k %d box %s %s %s"
        .formatted(
            points.length / 3, k, box.describe(), box.periodic() ? "periodic" : "open", type);
  }
}
