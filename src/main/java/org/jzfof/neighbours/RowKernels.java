package org.jzfof.neighbours;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;

/** Device operations on rows of neighbours. */
public interface RowKernels {
  /**
   * Removes one neighbour from each row: the given one if the row has it, otherwise the last one.
   *
   * @param found rows of at least one neighbour
   * @param self [m] row number to remove from each row, of the type of the row numbers of {@code
   *     found}
   * @return rows of k - 1 neighbours
   */
  Neighbours removeNeighbour(Neighbours found, DeviceArray self);

  /**
   * Allocates rows with I32 row numbers in memory in which {@link #renumber} can replace them by
   * I64 numbers, if the device supports it.
   */
  Neighbours allocate(long count, int k, ElementType distance);

  /**
   * Replaces row numbers, except {@link Neighbours#NONE}.
   *
   * @param found rows with I32 row numbers; owned by the result
   * @param numbers I64 [n] new number of the point in each row
   * @return rows with I64 row numbers and the same distances
   */
  Neighbours renumber(Neighbours found, DeviceArray numbers);

  /**
   * F64 [m] distance of the last neighbour of each row, or slightly more if distances are rounded
   * to F32.
   */
  DeviceArray farthest(Neighbours found);

  /**
   * Rounds distances.
   *
   * @param distance F64 distances; kept open by the caller
   * @return F32 distances
   */
  DeviceArray round(DeviceArray distance);

  /**
   * Computes distances again, without rounding to F32.
   *
   * @param found rows with I32 row numbers, in the order of the distances before rounding
   * @param queries query of each row
   * @param points points to which the row numbers refer
   * @return F64 [k·m] distances, infinite without neighbour
   */
  DeviceArray distances(Neighbours found, Coordinates queries, Coordinates points, Box box);

  /**
   * Merges rows with other rows: each merged row keeps the k nearest neighbours of both, by
   * (distance, row number).
   *
   * @param found rows with I64 row numbers and F64 distances; changed
   * @param targets I32 [m] rows of {@code found} to merge each of the other rows into
   * @param others at least m rows with the same k and types; no point is in both rows that are
   *     merged
   * @param from first row of {@code others} and of {@code targets} to merge
   * @param to one past the last row; the targets in this range are all different
   */
  void merge(Neighbours found, DeviceArray targets, Neighbours others, long from, long to);

  /**
   * Copies rows to the rows of {@code all} with given numbers.
   *
   * @param found rows of the same k, with I64 row numbers and F32 or F64 distances
   * @param number I32 or I64 [m] number of each row, all different
   * @param all target rows with I64 row numbers; changed; F64 distances are rounded if those of
   *     {@code all} are F32
   * @param first number of the first row of {@code all}
   */
  void put(Neighbours found, DeviceArray number, Neighbours all, long first);
}
