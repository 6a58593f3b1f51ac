package org.jzfof.spheres.cpu;

import java.util.List;
import java.util.function.Function;
import org.jzfof.device.cpu.CpuArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.cpu.RowColumns;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.spheres.Spheres;
import org.jzfof.spheres.properties.Ellipsoids;
import org.jzfof.spheres.properties.InsideKernels;
import org.jzfof.spheres.properties.MomentFrames;
import org.jzfof.spheres.properties.Moments;
import org.jzfof.spheres.properties.MotionFrames;
import org.jzfof.spheres.properties.Motions;
import org.jzfof.spheres.properties.NfwProfile;
import org.jzfof.spheres.properties.ShapeIteration;
import org.jzfof.spheres.properties.ShapeStarts;
import org.jzfof.threads.Parallel;

/** Sums over the particles inside spheres on the CPU, one thread per sphere. */
public final class CpuInsideKernels implements InsideKernels {
  private static final int GRAIN = 8;

  /** Adds a particle to the sums of a sphere. */
  @FunctionalInterface
  private interface Adder {
    /**
     * @param cells difference from the centre in cells [3]
     */
    void add(int sphere, RowColumns particles, int row, int[] cells);
  }

  private void forAll(Inside points, int[] centre, long[] square, Adder adder) {
    SphereTree tree = SphereTree.of(points.source());
    LinkCriterion metric = LinkCriterion.of(points.map(), 1);
    int[] row = CpuArray.ints(points.source().points().row());
    RowColumns particles = new RowColumns(points.particles());
    Parallel.forRange(
        square.length,
        GRAIN,
        (from, to) -> {
          SphereWalk walk = new SphereWalk(tree, null, metric);
          int[] cells = new int[3];
          for (int s = from; s < to; s++) {
            int sphere = s;
            walk.forEach(
                centre,
                3 * s,
                square[s],
                i -> {
                  if ((points.types() >>> particles.type(row[i]) & 1) == 0) {
                    return;
                  }
                  cells[0] = tree.x()[i] - centre[3 * sphere];
                  cells[1] = tree.y()[i] - centre[3 * sphere + 1];
                  cells[2] = tree.z()[i] - centre[3 * sphere + 2];
                  adder.add(sphere, particles, row[i], cells);
                });
          }
        });
  }

  @Override
  public long[] moments(Inside points, Spheres spheres, MomentFrames frames) {
    long[] sums = new long[Moments.LONGS * spheres.count()];
    FixedPoint map = points.map();
    forAll(
        points,
        spheres.centre(),
        spheres.square(),
        (s, particles, row, cells) ->
            frames.add(sums, s, map, cells, particles.mass(row), particles.velocity(row)));
    return sums;
  }

  @Override
  public long[] motions(
      List<Inside> points, Spheres spheres, MotionFrames frames, Motions motions) {
    MomentFrames about = motions.frames(spheres, frames);
    return motions.of(sums(points, set -> moments(set, spheres, about)), about, frames.flow());
  }

  @Override
  public long[] shells(
      List<Inside> points, Spheres spheres, MotionFrames frames, Motions motions, int edges) {
    MomentFrames about = motions.frames(spheres, frames);
    return motions.ofShells(
        sums(points, set -> moments(set, spheres, about)), about, frames.flow(), edges);
  }

  @Override
  public double[] concentrations(NfwProfile by, double[] values) {
    double[] concentrations = new double[values.length];
    Parallel.forEach(values.length, GRAIN, i -> concentrations[i] = by.concentration(values[i]));
    return concentrations;
  }

  /** Returns sums over all sets of points. */
  private static long[] sums(List<Inside> points, Function<Inside, long[]> ofSet) {
    long[] sums = ofSet.apply(points.get(0));
    for (Inside more : points.subList(1, points.size())) {
      long[] part = ofSet.apply(more);
      Parallel.forEach(sums.length, Parallel.GRAIN, i -> sums[i] += part[i]);
    }
    return sums;
  }

  @Override
  public long[] shapeSums(Inside points, Spheres spheres, Ellipsoids ellipsoids) {
    long[] sums = new long[Ellipsoids.LONGS * spheres.count()];
    double[] cell = points.map().cell();
    forAll(
        points,
        spheres.centre(),
        spheres.square(),
        (s, particles, row, cells) -> {
          double[] x = {cells[0] * cell[0], cells[1] * cell[1], cells[2] * cell[2]};
          ellipsoids.add(sums, Ellipsoids.LONGS * s, particles.mass(row), x, s);
        });
    return sums;
  }

  @Override
  public long[] shapes(List<Inside> points, Spheres spheres, ShapeStarts starts) {
    return new ShapeIteration(spheres, starts)
        .run(
            left -> left > 0,
            (subset, ellipsoids) -> sums(points, set -> shapeSums(set, subset, ellipsoids)));
  }
}
