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
 * Device operations that find local densities of members of groups from their nearest neighbours
 * among all particles, and the denser ones of their nearest neighbours in the group.
 */
public interface DensityKernels {
  /** Integers in a term m W(0) of a density, with the largest mass as its unit. */
  double TERMS = 0x1p50;

  /** Bytes of rows of neighbours that are best looked at at once. */
  long blockBytes();

  /**
   * Places of points for {@link org.jzfof.neighbours.KnnKernels}, in units of the largest cell: in
   * each dimension the fixed-point coordinate, plus 2^31 where the box is periodic, times the size
   * of its cell over that of the largest one.
   *
   * @return F64 [3n]
   */
  Coordinates coordinates(SortedPoints points, FixedPoint map);

  /**
   * Masses of points.
   *
   * @param unit of the masses that are returned; each is m / unit
   * @return F64 [n]
   */
  DeviceArray masses(SortedPoints points, Particles particles, double unit);

  /**
   * Densities by a cubic spline that vanishes at the distance h of the last neighbour, as {@link
   * SplineSum} evaluates it: 8/π S / {@link #TERMS} / ((h h) h) with S the sum of the integers
   * nearest to m W {@link #TERMS}, which does not depend on its order; infinite where h is 0.
   *
   * @param neighbours k nearest points of each of n queries, F64 distances, none missing
   * @param mass F64 [k·n] of each neighbour, at most 1; null where all are 1
   * @return F64 [n]
   */
  DeviceArray densities(Neighbours neighbours, DeviceArray mass);

  /**
   * Of the {@link SubhaloKernels#MIN_MEMBERS} - 1 other members of the same group that are nearest
   * to each member, those at one distance by increasing ID, the one or two nearest that come
   * earlier by decreasing density and increasing ID. Distances are compared as {@link
   * org.jzfof.fof.LinkCriterion#square} orders them.
   *
   * @param start first member of each group, and their number [groups + 1]
   * @param position fixed-point coordinates [3m]
   * @param id [m], all different in a group
   * @param density [m]
   * @return places in the group, or {@link SubhaloMembers#NONE} [2m], as in {@link SubhaloMembers}
   */
  int[] denser(FixedPoint map, int[] start, int[] position, long[] id, double[] density);
}
