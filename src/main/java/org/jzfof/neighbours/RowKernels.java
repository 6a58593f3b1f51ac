package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;

/** Device operations on rows of neighbours that have been found. */
public interface RowKernels {
  /**
   * Leaves one neighbour out of each row: the given one where the row has it, else the last.
   *
   * @param found rows of at least one neighbour
   * @param self [m] the row number to leave out of each row, I32 or I64 as those found
   * @return rows of k - 1
   */
  Neighbours without(Neighbours found, DeviceArray self);

  /**
   * Room for rows with I32 row numbers, which {@link #renumber} makes I64 in the same memory where
   * the device can do so.
   */
  Neighbours allocate(long count, int k, ElementType distance);

  /**
   * Gives the points found other row numbers; {@link Neighbours#NONE} stays.
   *
   * @param found with I32 row numbers; belongs to what is returned
   * @param numbers I64 [n] the number to give to the point of each row
   * @return with I64 row numbers and the same distances
   */
  Neighbours renumber(Neighbours found, DeviceArray numbers);

  /**
   * F64 [m]: the distance of the last neighbour of each row, or a little more where distances are
   * rounded to F32.
   */
  DeviceArray farthest(Neighbours found);

  /**
   * Rounds distances.
   *
   * @param distance F64; kept open by the caller
   * @return F32
   */
  DeviceArray rounded(DeviceArray distance);

  /**
   * Measures distances again, without rounding.
   *
   * @param found with I32 row numbers; their order is that of the distances before rounding
   * @param queries that the rows are about
   * @param points that the row numbers are of
   * @return F64 [k·m]; infinite where there is no neighbour
   */
  DeviceArray distances(Neighbours found, Coordinates queries, Coordinates points, Box box);

  /**
   * Replaces some rows by the nearest of themselves and of other rows, by (distance, row number).
   *
   * @param found with I64 row numbers and F64 distances; changed
   * @param which I32 [m] the rows to replace
   * @param others of the same k and types [m or more]; has no point that {@code found} has
   * @param from first row of {@code others} and of {@code which} to take
   * @param to one past the last; the rows to replace are all different
   */
  void merge(Neighbours found, DeviceArray which, Neighbours others, long from, long to);

  /**
   * Puts rows where they belong.
   *
   * @param found of the same k, with I64 row numbers and F32 or F64 distances
   * @param number I32 or I64 [m] number of each row, all different
   * @param all with I64 row numbers; changed; F64 distances are rounded where its own are F32
   * @param first number of the first row of {@code all}
   */
  void put(Neighbours found, DeviceArray number, Neighbours all, long first);
}
