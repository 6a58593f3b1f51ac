package org.jzfof.subhalo;

import org.jzfof.domain.FixedPoint;
import org.jzfof.so.Softening;

/** Potentials by sums over all pairs. */
final class DirectSums implements PotentialSums {
  private static final int GRAIN = 16;

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
    loops.forRange(
        targets.count(),
        GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            depth[i] += sign * sum(sources, scale, targets.x()[i], targets.y()[i], targets.z()[i]);
          }
        });
  }

  private long sum(PointMasses sources, double scale, int px, int py, int pz) {
    int[] x = sources.x();
    int[] y = sources.y();
    int[] z = sources.z();
    double[] mass = sources.mass();
    long sum = 0;
    for (int j = 0; j < sources.count(); j++) {
      double dx = (x[j] - px) * cell[0];
      double dy = (y[j] - py) * cell[1];
      double dz = (z[j] - pz) * cell[2];
      double distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
      sum += (long) Math.rint(mass[j] * softening.potential(distance) * scale);
    }
    return sum;
  }
}
