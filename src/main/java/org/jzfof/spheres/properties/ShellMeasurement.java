package org.jzfof.spheres.properties;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.FixedPoint;
import org.jzfof.spheres.SphereMeasurement;
import org.jzfof.spheres.SphereScale;
import org.jzfof.spheres.SphereSums;
import org.jzfof.spheres.Spheres;
import org.jzfof.spheres.Weight;

/**
 * Measures motions in shells around centres: needs the points of all ranks, and centres of this
 * rank with the radii of their spheres, leaves dispersions and mean radial velocities of shells.
 * What is in a shell is the difference of the sums within its two radii, which are integers in one
 * unit.
 */
public final class ShellMeasurement {
  /** Masses and radii are rounded. */
  private static final double MARGIN = 1.001;

  /** Spheres that are asked about at a time. */
  private static final int BLOCK = 1 << 17;

  private final InsideSums sums;
  private final Communicator comm;
  private final FixedPoint map;
  private final SphereScale scale;
  private final CosmologyFactors background;

  /** Every rank makes one. */
  public ShellMeasurement(
      InsideKernels kernels, Communicator comm, FixedPoint map, CosmologyFactors background) {
    this.sums = new InsideSums(kernels, map);
    this.comm = comm;
    this.map = map;
    this.scale = new SphereScale(map, 1, true);
    this.background = background;
  }

  /**
   * Centres of this rank with shells.
   *
   * @param centre fixed-point coordinates [3G]
   * @param radius of the sphere that the shells are measured by [G]; 0 where there is none
   * @param edges radii between shells over that radius [E], increasing
   */
  public record Around(int[] centre, double[] radius, double[] edges) {
    private int shells() {
      return edges.length - 1;
    }

    private int[] found() {
      return IntStream.range(0, radius.length).filter(g -> radius[g] > 0).toArray();
    }
  }

  /**
   * What was found of one type; 0 in empty shells.
   *
   * @param dispersion one-dimensional, expansion included [G·(E-1)]
   * @param radial mean velocity away from the centre, expansion included [G·(E-1)]
   */
  public record Motions(double[] dispersion, double[] radial) {}

  /**
   * Mean velocities inside the spheres; every rank calls it.
   *
   * @param mass inside [G]
   * @param types that count, as bits of a {@link Weight}
   * @return stored velocities [3G]; 0 where there is no sphere
   */
  public double[] bulk(SphereSums points, Around around, double[] mass, int types) {
    int[] found = around.found();
    double speed = largestSpeed(points);
    double[] bulk = new double[around.centre.length];
    MomentFrames frames = MomentFrames.allocate(found.length);
    long[] square = new long[found.length];
    for (int i = 0; i < found.length; i++) {
      double radius = around.radius[found[i]];
      square[i] = scale.square(radius);
      frames.set(i, around.centre, bulk, 3 * found[i]);
      frames.setUnits(i, MARGIN * mass[found[i]], MARGIN * radius, speed);
    }
    Spheres spheres = SphereMeasurement.around(centres(around, found), square);
    long[] rows = sums.moments(points, spheres, frames, types);
    for (int i = 0; i < found.length; i++) {
      double[] mean = Moments.of(rows, Moments.LONGS * i, frames, i).mean();
      System.arraycopy(mean, 3, bulk, 3 * found[i], 3);
    }
    return bulk;
  }

  /** Two velocities with the largest component in each dimension, in opposite directions. */
  private static double largestSpeed(SphereSums points) {
    return MARGIN * 2 * Math.sqrt(3) * points.largestSpeed();
  }

  private static int[] centres(Around around, int... groups) {
    return Arrays.stream(groups)
        .flatMap(g -> Arrays.stream(around.centre, 3 * g, 3 * g + 3))
        .toArray();
  }

  /**
   * Particles of a type around the centres.
   *
   * @param bulk stored velocities [3G] that radial velocities are relative to
   * @param mass of the type within the outermost radius [G]
   */
  public record OfType(int type, double[] bulk, double[] mass) {}

  /** Motions of the particles of a type; every rank calls it. */
  public Motions measure(SphereSums points, Around around, OfType particles) {
    double speed = largestSpeed(points);
    int cells = around.radius.length * around.shells();
    Motions motions = new Motions(new double[cells], new double[cells]);
    int[] found = Arrays.stream(around.found()).filter(g -> particles.mass[g] > 0).toArray();
    int block = Math.max(1, BLOCK / around.edges.length);
    double[] most = {found.length};
    comm.max(most);
    for (int from = 0; from < most[0]; from += block) {
      int start = Math.min(from, found.length);
      int[] groups = Arrays.copyOfRange(found, start, Math.min(start + block, found.length));
      MomentFrames frames = frames(around, particles, speed, groups);
      int edges = around.edges.length;
      long[] square = new long[edges * groups.length];
      Arrays.setAll(
          square, i -> scale.square(around.radius[groups[i / edges]] * around.edges[i % edges]));
      Spheres spheres = SphereMeasurement.around(centres(around, groups), square);
      long[] rows = sums.moments(points, spheres, frames, Weight.bits(particles.type));
      for (int i = 0; i < groups.length; i++) {
        put(motions, around, groups[i], rows, frames, i * edges);
      }
    }
    return motions;
  }

  /** In one unit for all radii of a group. */
  private static MomentFrames frames(Around around, OfType particles, double speed, int... groups) {
    int edges = around.edges.length;
    MomentFrames frames = MomentFrames.allocate(edges * groups.length);
    for (int i = 0; i < frames.count(); i++) {
      int g = groups[i / edges];
      frames.set(i, around.centre, particles.bulk, 3 * g);
      frames.setUnits(
          i,
          MARGIN * particles.mass[g],
          MARGIN * around.radius[g] * around.edges[edges - 1],
          speed);
    }
    return frames;
  }

  /**
   * @param row of the innermost radius
   */
  private void put(
      Motions motions, Around around, int group, long[] rows, MomentFrames frames, int row) {
    double toPeculiar = background.toPeculiar();
    double flow = background.flow() / toPeculiar;
    for (int s = 0; s < around.shells(); s++) {
      long[] shell = new long[Moments.LONGS];
      int inner = Moments.LONGS * (row + s);
      Arrays.setAll(shell, c -> rows[inner + Moments.LONGS + c] - rows[inner + c]);
      Moments moments = Moments.of(shell, 0, frames, row);
      int at = group * around.shells() + s;
      motions.dispersion[at] = toPeculiar * moments.dispersion(flow);
      motions.radial[at] = toPeculiar * (moments.radial() + flow * moments.distance());
    }
  }
}
