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
   * @param query place of a query
   * @param place of a point
   * @param radius in length units
   */
  boolean within(int query, int place, double radius) {
    double square =
        distance.square(
            from.get(3 * query), from.get(3 * query + 1), from.get(3 * query + 2), to, place);
    return Math.sqrt(square) <= radius;
  }
}
