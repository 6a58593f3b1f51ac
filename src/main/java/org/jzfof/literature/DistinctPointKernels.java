package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.Box;
import org.jzfof.error.Cleanup;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.Neighbours;

/**
 * Device operations that find the distinct positions of points. They sort words, each with the sort
 * key of a point in its upper half and the row in its lower half.
 */
public interface DistinctPointKernels {
  /**
   * Coordinates of points, wrapped into a periodic box.
   *
   * @param xyz [3n] wrapped coordinates, of the type of the points
   * @param farthest largest absolute coordinate outside of the box
   */
  record WrappedCoordinates(DeviceArray xyz, double farthest) {}

  /**
   * Wraps points into [0, side] of a periodic box. Returns null if all points are inside, or the
   * box is open.
   */
  WrappedCoordinates wrap(Coordinates points, Box box);

  /**
   * Sorts by one coordinate, stably; 0 and -0 are equal.
   *
   * @param words I64 [n] words; closed
   */
  DeviceArray sortByCoordinate(DeviceArray words, Coordinates points, int dimension);

  /**
   * Rows of the points at each distinct position.
   *
   * @param first I32 smallest row at each position, increasing
   * @param next I32 [n] next row at the position of each point, or {@link Neighbours#NONE}
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
   * @param words I64 [n] words, sorted by all coordinates, then by row
   */
  Rows findCoincident(DeviceArray words, Coordinates points);
}
