package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Box;
import org.jzfof.error.Cleanup;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.Neighbours;

/**
 * Device operations that find the places at which points are. Points are sorted as words: the row
 * of a point in the lower half, what it is sorted by in the upper one.
 */
public interface PlaceKernels {
  /**
   * Coordinates of points that are wrapped into a periodic box.
   *
   * @param xyz of the type of those given [3n]
   * @param farthest largest absolute coordinate that was outside
   */
  record Wrapped(DeviceArray xyz, double farthest) {}

  /** Brings points into [0, side] of a periodic box; null where all are there, or it is open. */
  Wrapped wrap(Coordinates points, Box box);

  /**
   * Sorts by one coordinate, stably; 0 and -0 are equal.
   *
   * @param words I64 [n]; closed
   */
  DeviceArray sortByCoordinate(DeviceArray words, Coordinates points, int dimension);

  /**
   * Rows of places with one point or more.
   *
   * @param first I32 the smallest row of each place, increasing
   * @param next I32 [n] the next row at the place of each, or {@link Neighbours#NONE}
   */
  record Rows(DeviceArray first, DeviceArray next) implements AutoCloseable {
    @Override
    public void close() {
      Cleanup.close(first, next);
    }
  }

  /**
   * Finds the points that coincide.
   *
   * @param words I64 [n] sorted by all coordinates, then by row
   */
  Rows places(DeviceArray words, Coordinates points);
}
