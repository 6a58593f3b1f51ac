package org.jzfof.pipeline.stages;

import org.jzfof.config.HeaderChoice.Lightcone;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.SearchSpace;
import org.jzfof.pipeline.slices.ConeSlice;

/**
 * A search for groups on a light cone.
 *
 * @param several whether the particles are those of several cones of one run, which share some
 * @param space space of the particles, in which the observer is at the origin
 * @param slice slice whose groups are kept; null for all
 */
public record LightconeSearch(
    Lightcone options, boolean several, SearchSpace space, ConeSlice slice) {

  /** Returns the same search in a slice. */
  LightconeSearch in(ConeSlice other) {
    return new LightconeSearch(options, several, space, other);
  }

  /** Whether a position is one of those that a search counts, rather than of another slice. */
  boolean owns(int x, int y, int z) {
    return slice == null || slice.owns(Math.sqrt(squares(x, y, z)[0]));
  }

  /**
   * Returns squared distances from the observer.
   *
   * @param fixed fixed-point positions [3n]
   */
  double[] squares(int... fixed) {
    FixedPoint map = space.map();
    double[] xyz = new double[fixed.length];
    for (int i = 0; i < xyz.length; i++) {
      xyz[i] = map.toLength(fixed[i], i % 3);
    }
    space.expand(xyz);
    double[] squares = new double[xyz.length / 3];
    for (int i = 0; i < squares.length; i++) {
      squares[i] = ConeSlice.square(xyz, i);
    }
    return squares;
  }
}
