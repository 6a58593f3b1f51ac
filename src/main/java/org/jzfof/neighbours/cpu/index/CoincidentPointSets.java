package org.jzfof.neighbours.cpu.index;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jzfof.device.cpu.RealArray;

/**
 * The crowds of an index that has many of them, by the index of the first point of each crowd. A
 * crowd is a set of points that share a fixed-point position, but not their coordinates.
 */
public final class CoincidentPointSets {
  /** Number of points per point in crowds, above which crowds are ignored. */
  private static final int OTHERS = 1024;

  private final Map<Integer, CoincidentPoints> byFirst = new HashMap<>();

  /** Points [from, to) in Morton order that share a fixed-point position. */
  record Range(int from, int to) {}

  private CoincidentPointSets() {}

  /**
   * The crowds of sorted points; null if they have so few points that the search in fixed point
   * suffices.
   */
  public static CoincidentPointSets of(SortedCoordinates sorted, PairDistance distance) {
    List<Range> ranges = sorted.crowds();
    long points = ranges.stream().mapToLong(r -> r.to - r.from).sum();
    if (points * OTHERS <= sorted.count()) {
      return null;
    }
    CoincidentPointSets crowds = new CoincidentPointSets();
    RealArray xyz = new RealArray(sorted.xyz());
    for (Range r : ranges) {
      crowds.byFirst.put(r.from, new CoincidentPoints(xyz, r.from, r.to, distance));
    }
    return crowds;
  }

  /**
   * The crowd that begins at a point; null without such a crowd.
   *
   * @param point index of the point in Morton order
   */
  public CoincidentPoints from(int point) {
    return byFirst.get(point);
  }
}
