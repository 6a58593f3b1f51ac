package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;

/**
 * The work of a search. Searches add to the counts.
 *
 * @param cells I32 [m] number of cells (of CLOVER and of a grid), of nodes (of a k-d tree) or of
 *     leaves (of the tree) whose points each query looked at, by row of the queries
 * @param points I32 [m] number of points whose distance from the query was computed; methods of the
 *     literature count coincident points once
 * @param steps I64 [{@value #LANES}+1] number of steps of a warp in which 0, 1, ... lanes had a
 *     point nearer than the k-th nearest so far; 0 for methods in which a warp does not scan 32
 *     points in a step
 */
public record SearchWork(DeviceArray cells, DeviceArray points, DeviceArray steps)
    implements AutoCloseable {
  /** Number of lanes of a warp. */
  public static final int LANES = 32;

  /** Creates counts of 0. */
  public static SearchWork of(DeviceMemory memory, long queries) {
    try (Scope made = new Scope()) {
      return made.keep(
          new SearchWork(
              made.add(zeros(memory, queries)),
              made.add(zeros(memory, queries)),
              made.add(memory.upload(new long[LANES + 1]))));
    }
  }

  private static DeviceArray zeros(DeviceMemory memory, long queries) {
    DeviceArray counts = memory.allocate(ElementType.I32, queries);
    memory.fill(counts, 0, queries, 0);
    return counts;
  }

  @Override
  public void close() {
    Cleanup.close(cells, points, steps);
  }
}
