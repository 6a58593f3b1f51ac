package org.jzfof.spheres;

import java.util.List;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.LinkCriterion;

/** Device operations on spheres and the points inside them. */
public interface SphereKernels {
  /** Stands for weights of 1 for every point, without an array. */
  DeviceArray NUMBER_OF_POINTS = null;

  /**
   * Computes the exclusive prefix sums of the weights of points.
   *
   * @param points points with the particle row of each
   * @return I64 [n+1] sum of the weights of all points before each, and of all points
   */
  DeviceArray weightPrefixSums(SortedPoints points, Particles particles, Weight weight);

  /**
   * Sums weights inside spheres. Distances are those of nearest images; the test whether a point is
   * inside is exact, as for links.
   *
   * @param before prefix sums from {@link #weightPrefixSums}, or {@link #NUMBER_OF_POINTS}
   * @return sum of each sphere
   */
  long[] within(SphereSource source, DeviceArray before, Spheres spheres, LinkCriterion metric);

  /**
   * Returns upper bounds of {@link #within} for non-negative weights: no leaf is opened, and nodes
   * of the lowest opened level that the surface cuts count completely.
   *
   * @param opened number of levels to open from the top; the tree may have fewer
   */
  long[] upperBounds(
      SphereSource source, DeviceArray before, Spheres spheres, LinkCriterion metric, int opened);

  /**
   * Points with their weights.
   *
   * @param before prefix sums of the weights, as for {@link #within}
   */
  record Weighted(SphereSource source, DeviceArray before) {}

  /**
   * Definition of the spheres to find: with r(M) the radius at which a mass M has one of the
   * densities, the largest M with M(r(M)) = M.
   *
   * @param density mean densities, increasing
   */
  record Limits(SphereScale scale, double[] density) {}

  /**
   * Returns the masses inside the last radii at which the mean densities are at limits, as {@link
   * CrossingRule} finds them, if all points inside are on this rank.
   *
   * @param points sets of points, at least one
   * @param outermost upper bound of the spheres of each centre [n]
   * @return mass of sphere s of centre c at c·densities + s; 0 without a sphere
   */
  long[] lastMasses(List<Weighted> points, Limits limits, Spheres outermost, LinkCriterion metric);
}
