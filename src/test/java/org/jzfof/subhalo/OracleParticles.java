package org.jzfof.subhalo;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jzfof.domain.FixedPoint;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.groups.ExactSums;

/**
 * All particles of a box.
 *
 * @param metric for squares of distances that are compared
 * @param place fixed-point coordinates [3n]
 * @param velocity peculiar velocities [3n]
 * @param thermal thermal energies per unit mass [n]
 */
public record OracleParticles(
    FixedPoint map,
    LinkCriterion metric,
    int[] place,
    double[] velocity,
    double[] mass,
    double[] thermal,
    long[] id,
    byte[] type) {
  /** Particles that are cold. */
  static OracleParticles of(
      FixedPoint map, int[] place, double[] velocity, double[] mass, long[] id, byte[] type) {
    return new OracleParticles(
        map, LinkCriterion.of(map, 1), place, velocity, mass, new double[id.length], id, type);
  }

  OracleParticles withThermal(double[] energies) {
    return new OracleParticles(map, metric, place, velocity, mass, energies, id, type);
  }

  public int count() {
    return id.length;
  }

  /** Cells from one particle to another, to its nearest image. */
  int cells(int from, int to, int d) {
    return place[3 * to + d] - place[3 * from + d];
  }

  /** Orders distances when compared unsigned. */
  long square(int i, int j) {
    return metric.square(cells(i, j, 0), cells(i, j, 1), cells(i, j, 2));
  }

  /** The distance that has a square. */
  double length(long square) {
    return metric.isotropic()
        ? Math.sqrt(ExactSums.toDouble(square, 0)) * map.largestCell()
        : Math.sqrt(Double.longBitsToDouble(square));
  }

  /** The distance in which potentials are computed. */
  double distance(int i, int j) {
    double x = cells(i, j, 0) * map.cell()[0];
    double y = cells(i, j, 1) * map.cell()[1];
    double z = cells(i, j, 2) * map.cell()[2];
    return Math.sqrt(x * x + y * y + z * z);
  }

  /** Orders by IDs. */
  int compareIds(int i, int j) {
    return Long.compareUnsigned(id[i], id[j]);
  }

  /** Particles by their distance from one of them, equal ones by ID. */
  int[] byDistance(int centre, IntStream some) {
    return some.boxed()
        .sorted(
            Comparator.<Integer, Long>comparing(i -> square(centre, i), Long::compareUnsigned)
                .thenComparing(this::compareIds))
        .mapToInt(i -> i)
        .toArray();
  }

  /** The nearest of some to one of them, by distance, then ID. */
  int[] nearest(int centre, int[] some, int most) {
    int[] found = new int[most + 1];
    long[] square = new long[most + 1];
    int count = 0;
    for (int i : some) {
      long own = square(centre, i);
      if (count < most || Long.compareUnsigned(own, square[most - 1]) <= 0) {
        int at = count;
        while (at > 0 && before(own, i, square[at - 1], found[at - 1])) {
          square[at] = square[at - 1];
          found[at] = found[at - 1];
          at--;
        }
        square[at] = own;
        found[at] = i;
        count = Math.min(count + 1, most);
      }
    }
    return Arrays.copyOf(found, count);
  }

  private boolean before(long square, int i, long otherSquare, int j) {
    int order = Long.compareUnsigned(square, otherSquare);
    return order < 0 || order == 0 && compareIds(i, j) < 0;
  }

  /** Largest absolute value of a column over some particles. */
  static double largest(double[] values, int width, int[] particles) {
    return Arrays.stream(particles)
        .flatMap(i -> IntStream.range(width * i, width * i + width))
        .mapToDouble(k -> Math.abs(values[k]))
        .max()
        .orElse(0);
  }
}
