package org.jzfof.neighbours.packing;

import org.jzfof.device.DeviceArray;

/** The device operation that packs lists of neighbours; {@link PackedCode} describes the bytes. */
public interface PackingKernels {
  /**
   * The neighbours of m queries, one list after the other.
   *
   * @param start I64 [m+1] offset of the list of each query, followed by the number of pairs
   * @param row I32 or I64 [pairs] rows of the neighbours, different within a list, in any order
   * @param rows number of points; all rows are below it
   * @param self row of the first query, if query q is a neighbour of itself with row self + q that
   *     is left out of its list; -1 if all neighbours are packed
   */
  record Lists(DeviceArray start, DeviceArray row, long rows, long self) {
    /** Whether queries are left out of their lists. */
    public boolean excludesSelf() {
      return self >= 0;
    }
  }

  /**
   * Sorts each list by row and packs all lists, block by block.
   *
   * @param lists lists; kept open by the caller
   * @param blockStart first query of each block, followed by m [blocks+1]; no block is empty
   */
  PackedLists pack(Lists lists, int[] blockStart);
}
