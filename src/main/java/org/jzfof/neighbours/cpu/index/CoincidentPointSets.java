package org.jzfof.neighbours.cpu.index;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jzfof.device.cpu.RealArray;

/** The crowds of an index that has many of them, by the place of the first point of each. */
public final class CoincidentPointSets {
  /** Points in crowds for each of which there may be this many others before it matters. */
  private static final int OTHERS = 1024;

  private final Map<Integer, CoincidentPoints> byFirst = new HashMap<>();

  /** Points that share a fixed-point place: from one place of the index up to another. */
  record Range(int from, int to) {}

  private CoincidentPointSets() {}

  /** The crowds of sorted points; null where they are so few that fixed point does. */
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

  /** The crowd whose first point has a place; null if there is none. */
  public CoincidentPoints from(int place) {
    return byFirst.get(place);
  }
}
