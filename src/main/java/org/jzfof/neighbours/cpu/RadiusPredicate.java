package org.jzfof.neighbours.cpu;

import org.jzfof.device.cpu.RealArray;
import org.jzfof.neighbours.cpu.index.CpuNeighbourIndex;
import org.jzfof.neighbours.cpu.index.PairDistance;
import org.jzfof.neighbours.cpu.index.SortedCoordinates;

/** Decides in double precision whether a point is within a radius of a query. */
final class RadiusPredicate {
  private final PairDistance distance;
  private final RealArray from;
  private final RealArray to;

  RadiusPredicate(CpuNeighbourIndex index, SortedCoordinates queries) {
    this.distance = index.distance();
    this.from = new RealArray(queries.xyz());
    this.to = new RealArray(index.sorted().xyz());
  }

  /**
   * Whether a point is within a radius of a query.
   *
   * @param query index of the query in Morton order
   * @param point index of the point in Morton order
   * @param radius radius in length units
   */
  boolean within(int query, int point, double radius) {
    double square =
        distance.square(
            from.get(3 * query), from.get(3 * query + 1), from.get(3 * query + 2), to, point);
    return Math.sqrt(square) <= radius;
  }
}
