package org.jzfof.spheres;

import java.util.List;
import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.LinkCriterion;

/** Device operations on spheres and the points inside them. */
public interface SphereKernels {
  /** Every point counts 1: what stands for the weights where there is no array of them. */
  DeviceArray NUMBER_OF_POINTS = null;

  /**
   * Adds up weights in the order of points.
   *
   * @param points their rows tell which particles they are
   * @param particles masses and types, by row
   * @return I64 [n+1] sum of the weights of all points before each, and of all
   */
  DeviceArray weightsBefore(SortedPoints points, Particles particles, Weight weight);

  /**
   * Sums of weights inside spheres. Distances are those of nearest images; whether a point is
   * inside is decided exactly, as for links.
   *
   * @param before as from {@link #weightsBefore}, or {@link #NUMBER_OF_POINTS}
   * @param metric squares of distances
   * @return the sum of each sphere
   */
  long[] within(SphereSource source, DeviceArray before, Spheres spheres, LinkCriterion metric);

  /**
   * Upper bounds of {@link #within}, for weights that are not negative: no leaf is opened, and
   * nodes of some level that the surface cuts count as a whole.
   *
   * @param opened levels to open from the top, as far as there are
   */
  long[] atMost(
      SphereSource source, DeviceArray before, Spheres spheres, LinkCriterion metric, int opened);

  /**
   * Points with what each of them counts.
   *
   * @param before as for {@link #within}
   */
  record Weighted(SphereSource source, DeviceArray before) {}

  /**
   * Spheres to look for: with r(M) the radius at which a mass M has one of the densities, the
   * largest M with M(r(M)) = M.
   *
   * @param density mean densities, increasing
   */
  record Limits(SphereScale scale, double[] density) {}

  /**
   * Masses inside the last radii at which the mean densities are at limits, as {@link CrossingRule}
   * finds them, where all points inside are on this rank.
   *
   * @param points runs of points, at least one
   * @param outermost spheres that the wanted ones of a centre do not exceed [n]
   * @return mass of sphere s of centre c at c·densities + s; 0 where there is none
   */
  long[] lastMasses(List<Weighted> points, Limits limits, Spheres outermost, LinkCriterion metric);
}
