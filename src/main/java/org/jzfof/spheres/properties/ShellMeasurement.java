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
import org.jzfof.threads.Parallel;

/**
 * Measures motions in shells around centres. The input is the points of all ranks, and centres of
 * this rank with the radii of their spheres; the result is dispersions and mean radial velocities
 * of shells. The sums of a shell are the differences of the sums within its two radii, which are
 * integers in the same unit.
 */
public final class ShellMeasurement {
  /** Margin for the rounding of masses and radii. */
  private static final double MARGIN = 1.001;

  /** Maximum number of spheres per query. */
  private static final int BLOCK = 1 << 20;

  /** Minimum number of groups per thread. */
  private static final int GRAIN = 1 << 6;

  private final InsideKernels kernels;
  private final InsideSums sums;
  private final Communicator comm;
  private final FixedPoint map;
  private final SphereScale scale;
  private final CosmologyFactors background;

  /** Every rank creates one. */
  public ShellMeasurement(
      InsideKernels kernels, Communicator comm, FixedPoint map, CosmologyFactors background) {
    this.kernels = kernels;
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
   * @param radius radius that scales the shells [G]; 0 if undefined
   * @param edges radii between shells in units of that radius [E], increasing
   */
  public record ShellCentres(int[] centre, double[] radius, double[] edges) {
    private int shellCount() {
      return edges.length - 1;
    }

    private int[] withRadius() {
      return IntStream.range(0, radius.length).filter(g -> radius[g] > 0).toArray();
    }
  }

  /**
   * Motions of one particle type; 0 in empty shells.
   *
   * @param dispersion one-dimensional dispersion, with the expansion [G·(E-1)]
   * @param radial mean velocity away from the centre, with the expansion [G·(E-1)]
   */
  public record ShellMotions(double[] dispersion, double[] radial) {}

  /**
   * Returns the mean velocities inside the spheres. Every rank calls this method.
   *
   * @param mass mass inside [G]
   * @param types types that count, as bits of a {@link Weight}
   * @return stored velocities [3G]; 0 without a sphere
   */
  public double[] bulk(SphereSums points, ShellCentres shells, double[] mass, int types) {
    int[] found = shells.withRadius();
    double speed = largestSpeed(points);
    double[] bulk = new double[shells.centre.length];
    MomentFrames frames = MomentFrames.allocate(found.length);
    double[] radii = new double[found.length];
    Parallel.forEach(
        found.length,
        GRAIN,
        i -> {
          double radius = shells.radius[found[i]];
          radii[i] = radius;
          frames.set(i, shells.centre, bulk, 3 * found[i]);
          frames.setUnits(i, MARGIN * mass[found[i]], MARGIN * radius, speed);
        });
    Spheres spheres = SphereMeasurement.spheresAround(centres(shells, found), scale.squares(radii));
    long[] rows = sums.moments(points, spheres, frames, types);
    Parallel.forEach(
        found.length,
        GRAIN,
        i -> {
          Moments moments = Moments.of(rows, Moments.LONGS * i, frames, i);
          for (int d = 0; d < 3; d++) {
            bulk[3 * found[i] + d] = moments.velocity(d);
          }
        });
    return bulk;
  }

  /**
   * Returns the difference of two velocities with the largest component in each dimension and
   * opposite directions.
   */
  private static double largestSpeed(SphereSums points) {
    return MARGIN * 2 * Math.sqrt(3) * points.largestSpeed();
  }

  private static int[] centres(ShellCentres shells, int... groups) {
    int[] centres = new int[3 * groups.length];
    Parallel.forEach(
        groups.length,
        Parallel.GRAIN,
        i -> System.arraycopy(shells.centre, 3 * groups[i], centres, 3 * i, 3));
    return centres;
  }

  /**
   * Particles of a type around the centres.
   *
   * @param bulk stored velocities [3G] to which radial velocities are relative
   * @param mass mass of the type within the outermost radius [G]
   */
  public record OfType(int type, double[] bulk, double[] mass) {}

  /** Measures the motions of the particles of a type. Every rank calls this method. */
  public ShellMotions measure(SphereSums points, ShellCentres shells, OfType particles) {
    int edges = shells.edges.length;
    int cells = shells.radius.length * shells.shellCount();
    ShellMotions motions = new ShellMotions(new double[cells], new double[cells]);
    int[] found = Arrays.stream(shells.withRadius()).filter(g -> particles.mass[g] > 0).toArray();
    int block = Math.max(1, BLOCK / edges);
    double[] maxGroups = {found.length};
    comm.max(maxGroups);
    MotionFrames frames = null; // new arrays for each block would take longer than to fill them
    for (int from = 0; from < maxGroups[0]; from += block) {
      int start = Math.min(from, found.length);
      int[] groups = Arrays.copyOfRange(found, start, Math.min(start + block, found.length));
      if (frames == null || frames.mass().length != edges * groups.length) {
        frames = MotionFrames.allocate(edges * groups.length);
      }
      long[] rows = rows(points, shells, particles, groups, frames);
      Parallel.forEach(
          groups.length,
          GRAIN,
          k -> {
            for (int shell = 0; shell < edges - 1; shell++) {
              int at = groups[k] * (edges - 1) + shell;
              int row = Motions.SHELL_LONGS * (k * edges + shell);
              motions.dispersion[at] = Double.longBitsToDouble(rows[row]);
              motions.radial[at] = Double.longBitsToDouble(rows[row + Motions.RADIAL]);
            }
          });
    }
    return motions;
  }

  /**
   * Returns the rows of the spheres around groups.
   *
   * @param frames one for each sphere; overwritten
   */
  private long[] rows(
      SphereSums points, ShellCentres shells, OfType particles, int[] groups, MotionFrames frames) {
    int edges = shells.edges.length;
    double[] radius = new double[edges * groups.length];
    double flow = background.flow() / background.toPeculiar();
    Parallel.forEach(
        groups.length,
        GRAIN,
        k -> {
          int g = groups[k];
          for (int e = 0; e < edges; e++) {
            int i = k * edges + e;
            radius[i] = shells.radius[g] * shells.edges[e];
            System.arraycopy(particles.bulk, 3 * g, frames.velocity(), 3 * i, 3);
            frames.mass()[i] = MARGIN * particles.mass[g];
            frames.radius()[i] = MARGIN * shells.radius[g] * shells.edges[edges - 1];
            frames.flow()[i] = flow;
          }
        });
    Motions motions = new Motions(largestSpeed(points), background.toPeculiar());
    Spheres spheres =
        SphereMeasurement.spheresAround(centres(shells, groups), scale.squares(radius));
    int types = Weight.bits(particles.type);
    return InsideSums.rows(
        points,
        spheres,
        frames,
        ranksOfOutermost(points.soleRanks(spheres), edges),
        Motions.SHELL_LONGS,
        (sources, batch, about) ->
            kernels.shells(
                InsideKernels.Inside.of(sources, map, types), batch, about, motions, edges),
        (batch, about) -> {
          MomentFrames of = motions.frames(batch, about);
          return motions.ofShells(sums.moments(points, batch, of, types), of, about.flow(), edges);
        });
  }

  /** Gives all spheres of a group the rank of its outermost one. */
  private static int[] ranksOfOutermost(int[] rank, int edges) {
    Parallel.forEach(
        rank.length / edges,
        GRAIN,
        g -> Arrays.fill(rank, g * edges, (g + 1) * edges, rank[(g + 1) * edges - 1]));
    return rank;
  }
}
