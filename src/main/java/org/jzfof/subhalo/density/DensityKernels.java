package org.jzfof.subhalo.density;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.subhalo.SubhaloKernels;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * Device operations that compute local densities of group members from their nearest neighbours
 * among all particles, and that find the denser ones of their nearest neighbours in the group.
 */
public interface DensityKernels {
  /** Integer that stands for a term m W(0) of a density, with m in units of the mass unit. */
  double TERMS = 0x1p50;

  /** Returns the preferred size in bytes of a block of neighbour rows. */
  long blockBytes();

  /**
   * Returns positions of points for {@link org.jzfof.neighbours.KnnKernels}, in units of the
   * largest cell: the fixed-point coordinate, plus 2^31 if the box is periodic, times the ratio of
   * the cell size in its dimension to the largest cell size.
   *
   * @return F64 [3n]
   */
  Coordinates coordinates(SortedPoints points, FixedPoint map);

  /**
   * Returns masses of points.
   *
   * @param unit unit of the result, which is m / unit
   * @return F64 [n]
   */
  DeviceArray masses(SortedPoints points, Particles particles, double unit);

  /**
   * Returns densities by a cubic spline that vanishes at the distance h of the last neighbour, as
   * {@link SplineSum} evaluates it: 8/π S / {@link #TERMS} / ((h h) h) with S the sum of the
   * integers nearest to m W {@link #TERMS}, which does not depend on the order of the terms;
   * infinite if h is 0.
   *
   * @param neighbours k nearest points of each of n queries, with F64 distances, and no row missing
   * @param mass F64 mass of each neighbour, at most 1 [k·n]; null if all are 1
   * @return F64 [n]
   */
  DeviceArray densities(Neighbours neighbours, DeviceArray mass);

  /**
   * Returns the one or two nearest members that come earlier by decreasing density and increasing
   * ID, among the {@link SubhaloKernels#MIN_MEMBERS} - 1 members of the same group that are nearest
   * to each member. Members at equal distances are in order of ID. Distances are compared as {@link
   * org.jzfof.fof.LinkCriterion#square} orders them.
   *
   * @param start first member of each group, and the number of members m [groups + 1]
   * @param position fixed-point coordinates [3m]
   * @param id IDs, unique in a group [m]
   * @param density [m]
   * @return indices in the group, or {@link SubhaloMembers#NONE} [2m], as in {@link SubhaloMembers}
   */
  int[] denser(FixedPoint map, int[] start, int[] position, long[] id, double[] density);
}
