package org.jzfof.spheres.properties;

import java.util.List;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.spheres.SphereSource;
import org.jzfof.spheres.SphereSums;
import org.jzfof.spheres.Spheres;

/** Device operations on the sets of particles inside spheres. */
public interface InsideKernels {
  /**
   * Points of this rank.
   *
   * @param types types that count, as bits of a {@link org.jzfof.spheres.Weight}
   */
  record Inside(SphereSource source, Particles particles, FixedPoint map, int types) {
    /** Returns the points of all sources. */
    static List<Inside> of(List<SphereSums.Source> sources, FixedPoint map, int types) {
      return sources.stream().map(s -> new Inside(s.points(), s.particles(), map, types)).toList();
    }
  }

  /**
   * Computes the sums of {@link Moments} over the points inside spheres.
   *
   * @return rows of {@link Moments#LONGS} numbers
   */
  long[] moments(Inside points, Spheres spheres, MomentFrames frames);

  /**
   * Computes motions from the {@link Moments} of points that are all on this rank.
   *
   * @param points at least one set
   * @return rows of {@link Motions#LONGS} numbers
   */
  long[] motions(List<Inside> points, Spheres spheres, MotionFrames frames, Motions motions);

  /**
   * Computes motions in shells from the {@link Moments} of points that are all on this rank.
   *
   * @param points at least one set
   * @param spheres sets of {@code edges} concentric spheres
   * @return the rows of {@link Motions#ofShells}
   */
  long[] shells(
      List<Inside> points, Spheres spheres, MotionFrames frames, Motions motions, int edges);

  /**
   * Computes concentrations.
   *
   * @param by number that describes the mass
   * @param values such numbers
   * @return the concentrations of {@link NfwProfile}, with the same bits on any device
   */
  double[] concentrations(NfwProfile by, double[] values);

  /**
   * Computes the sums over the points inside {@link Ellipsoids}.
   *
   * @return rows of {@link Ellipsoids#LONGS} numbers
   */
  long[] shapeSums(Inside points, Spheres spheres, Ellipsoids ellipsoids);

  /**
   * Iterates shapes as a {@link ShapeIteration} over points that are all on this rank.
   *
   * @param points at least one set
   * @return rows of {@link ShapeIteration#LONGS} numbers
   */
  long[] shapes(List<Inside> points, Spheres spheres, ShapeStarts starts);
}
