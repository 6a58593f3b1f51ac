package org.jzfof.subhalo;

import java.util.Arrays;
import org.jzfof.domain.Bisection;
import org.jzfof.domain.FixedPoint;
import org.jzfof.so.Softening;

/**
 * Potentials by sums over all pairs. Where no pair is nearer around the box, the loops have no
 * branches, so that processors do several steps at once: pairs within the softening length count as
 * if they were that far apart, and are put right one by one.
 */
final class DirectSums implements PotentialSums {
  /** Targets in a part, and sources whose terms are added up as doubles without rounding. */
  private static final int BLOCK = 1 << (53 - TERM_BITS);

  private final double[] cell;
  private final Softening softening;
  private final Loops loops;

  DirectSums(FixedPoint map, Softening softening, Loops loops) {
    this.cell = map.cell();
    this.softening = softening;
    this.loops = loops;
  }

  @Override
  public void add(PointMasses sources, double scale, int sign, PointMasses targets, long[] depth) {
    if (sources.count() == 0) {
      return;
    }
    FlatPlaces from = FlatPlaces.of(sources, sources);
    FlatPlaces at = FlatPlaces.of(targets, sources);
    if (from == null || at == null) {
      addAcross(sources, scale, sign, targets, depth);
    } else {
      addFlat(from.sorted(), scale, sign, at, depth);
    }
  }

  /** Sums up one by one, with nearest images. */
  private void addAcross(
      PointMasses sources, double scale, int sign, PointMasses targets, long[] depth) {
    loops.forRange(
        targets.count(),
        BLOCK,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            for (int j = 0; j < sources.count(); j++) {
              double distance =
                  distance(
                      sources.x()[j] - targets.x()[i],
                      sources.y()[j] - targets.y()[i],
                      sources.z()[j] - targets.z()[i]);
              depth[i] += sign * term(sources.mass()[j], softening.potential(distance), scale);
            }
          }
        });
  }

  private double distance(double cellsX, double cellsY, double cellsZ) {
    double dx = cellsX * cell[0];
    double dy = cellsY * cell[1];
    double dz = cellsZ * cell[2];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  private static long term(double mass, double potential, double scale) {
    return (long) Math.rint(mass * potential * scale);
  }

  private void addFlat(
      FlatPlaces sources, double scale, int sign, FlatPlaces targets, long[] depth) {
    loops.forRange(
        targets.count(),
        BLOCK,
        (from, to) -> {
          for (int first = from; first < to; first += BLOCK) {
            FlatPlaces some = targets.part(first, Math.min(first + BLOCK, to));
            long[] sums = spread(sources, scale, some);
            for (int i = 0; i < sums.length; i++) {
              depth[first + i] += sign * (sums[i] + correction(sources, some, i, scale));
            }
          }
        });
  }

  /** Sums in which no distance is below the softening length. */
  private long[] spread(FlatPlaces sources, double scale, FlatPlaces targets) {
    long[] sums = new long[targets.count()];
    double[] partial = new double[sums.length];
    for (int from = 0; from < sources.count(); from += BLOCK) {
      Arrays.fill(partial, 0);
      for (int j = from; j < Math.min(from + BLOCK, sources.count()); j++) {
        addTerms(sources, j, scale, targets, partial);
      }
      for (int i = 0; i < sums.length; i++) {
        sums[i] += (long) partial[i];
      }
    }
    return sums;
  }

  private void addTerms(
      FlatPlaces sources, int j, double scale, FlatPlaces targets, double[] sums) {
    double[] x = targets.x();
    double[] y = targets.y();
    double[] z = targets.z();
    double px = sources.x()[j];
    double py = sources.y()[j];
    double pz = sources.z()[j];
    double mass = sources.mass()[j];
    double cx = cell[0];
    double cy = cell[1];
    double cz = cell[2];
    double least = softening.length();
    for (int i = 0; i < sums.length; i++) {
      double dx = (px - x[i]) * cx;
      double dy = (py - y[i]) * cy;
      double dz = (pz - z[i]) * cz;
      double distance = Math.max(Math.sqrt(dx * dx + dy * dy + dz * dz), least);
      sums[i] += Math.rint(mass * (1 / distance) * scale);
    }
  }

  /** What {@link #spread} lacks of near pairs. */
  private long correction(FlatPlaces sources, FlatPlaces targets, int i, double scale) {
    double[] x = sources.x();
    double[] y = sources.y();
    double[] z = sources.z();
    double least = softening.length();
    double px = targets.x()[i];
    double py = targets.y()[i];
    double pz = targets.z()[i];
    double reachX = least / cell[0] + 1;
    double reachY = least / cell[1] + 1;
    double reachZ = least / cell[2] + 1;
    long sum = 0;
    int first = Bisection.countBelow(x.length, j -> x[j] < px - reachX);
    for (int j = first; j < x.length && x[j] <= px + reachX; j++) {
      if (Math.abs(y[j] - py) <= reachY && Math.abs(z[j] - pz) <= reachZ) {
        double distance = distance(x[j] - px, y[j] - py, z[j] - pz);
        if (distance < least) {
          sum += term(sources.mass()[j], softening.potential(distance), scale);
          sum -= term(sources.mass()[j], 1 / least, scale);
        }
      }
    }
    return sum;
  }
}
