package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;

/**
 * Device operations that sum over the neighbours of queries with the weights of an SPH kernel, in
 * double precision and in the order of each list, so that the bits of a sum depend neither on the
 * device nor on the number of ranks. The support of the kernel is the radius of the query or, in a
 * row of nearest neighbours, the distance of the farthest one.
 */
public interface SphKernels {
  /**
   * The neighbours of m queries, one list after the other, each sorted by distance. The owners of
   * the arrays keep them open.
   *
   * @param count number of queries m
   * @param start I64 [m+1] offset of the list of each query, followed by the number of pairs; null
   *     if each list has k neighbours
   * @param distance F64 [pairs]; infinite where a query has fewer than k neighbours
   * @param radius F64 [m] radius of each query; null in rows of nearest neighbours
   * @param row I32 [pairs] index of each neighbour in the columns of {@link Values}; null if the
   *     columns have one value per neighbour, in the order of the lists
   * @param self I32 [m] index that does not count in the list of each query; null if all count;
   *     only together with {@code row}
   */
  record Lists(
      long count,
      DeviceArray start,
      int k,
      DeviceArray distance,
      DeviceArray radius,
      DeviceArray row,
      DeviceArray self) {}

  /**
   * Values of neighbours.
   *
   * @param mass F64 masses; null if each neighbour has the same mass
   * @param oneMass mass of each neighbour if {@code mass} is null
   * @param velocity F64 velocities, three numbers each; null if they are not needed
   */
  record Values(DeviceArray mass, double oneMass, DeviceArray velocity) {}

  /**
   * F64 [m] densities at the queries: 0 without neighbours, and infinite if the distance of the
   * farthest neighbour is the support and is 0.
   */
  DeviceArray densities(SphKernel kernel, Lists lists, Values values);

  /** F64 [m] three-dimensional velocity dispersions; NaN if no neighbour has weight. */
  DeviceArray dispersions(SphKernel kernel, Lists lists, Values values);

  /**
   * Tries lengths for each query until one meets the condition, the next one is larger than the
   * radius of the query or 0, or {@link SmoothingTrials#LIMIT} trials are made. Lengths are those
   * of Newton's method within the bracket, else the middle of the bracket, so that they do not
   * depend on the radii.
   *
   * @param lists all neighbours within radii, without rows; neighbours at the radius, where the
   *     kernel vanishes, may be left out
   * @param trials state of each query; changed
   */
  void trySmoothingLengths(SmoothingCondition condition, Lists lists, SmoothingTrials trials);
}
