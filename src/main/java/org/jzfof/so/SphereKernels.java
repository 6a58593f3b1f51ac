package org.jzfof.so;

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
   * Upper bounds of {@link #within}, for weights that are not negative: no leaf is opened, and a
   * parent of leaves that the surface cuts counts as a whole.
   */
  long[] atMost(SphereSource source, DeviceArray before, Spheres spheres, LinkCriterion metric);
}
