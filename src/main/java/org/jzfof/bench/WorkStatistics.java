package org.jzfof.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.jzfof.device.DeviceMemory;
import org.jzfof.neighbours.SearchWork;

/**
 * Statistics of the work of a search.
 *
 * @param distributions distributions by name: {@link #CELLS} and {@link #POINTS} over the queries
 *     and, of methods in which a warp scans 32 points in a step, {@link #LANES} over the steps
 */
public record WorkStatistics(Map<String, Distribution> distributions) {
  /** Cells, nodes or leaves whose points a query looked at. */
  public static final String CELLS = "cells";

  /** Points whose distance from a query was computed. */
  public static final String POINTS = "points";

  /** Lanes that had a point nearer than the k-th nearest so far. */
  public static final String LANES = "lanes";

  /**
   * @param work work of at least one query
   */
  static WorkStatistics of(SearchWork work, DeviceMemory memory) {
    Map<String, Distribution> distributions = new LinkedHashMap<>();
    distributions.put(CELLS, Distribution.of(memory.toInts(work.cells())));
    distributions.put(POINTS, Distribution.of(memory.toInts(work.points())));
    long[] steps = memory.toLongs(work.steps());
    if (LongStream.of(steps).sum() > 0) {
      distributions.put(LANES, Distribution.ofOccurrences(steps));
    }
    return new WorkStatistics(distributions);
  }
}
