package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.neighbours.Neighbours;

/** Device operations of the methods that put points into cells. */
public interface CellKernels {
  /** How CLOVER keeps the nearest points of a query. */
  enum Queue {
    /** By a truncated bitonic sort of the points that are nearer. */
    BITONIC,
    /** By the selection of FAISS, where each lane of a warp holds some back. */
    WARP_SELECT
  }

  /** Most neighbours that CLOVER finds: what the registers of a warp hold. */
  int MAX_CLOVER = 256;

  /**
   * The nearest hub of each place: section 3.1, first kernel.
   *
   * @param hubs [3H] of the type of the places
   * @return I64 words of a hub and a place
   */
  DeviceArray nearestHubs(DistinctPoints places, DeviceArray hubs);

  /** I64 words of the cell of a grid and a place. */
  DeviceArray gridCells(DistinctPoints places, GridShape shape);

  /**
   * Puts places into cells: section 3.1, second and third kernel.
   *
   * @param words I64 of a cell and a place; closed
   * @param next of the places, belongs to what is returned; or null
   */
  Cells fill(DistinctPoints places, DeviceArray words, long cells, DeviceArray next);

  /**
   * The edges of a {@link Clover}, by hub and distance: section 3.1, fourth and fifth kernel.
   *
   * @param cellBits bits of the number of a cell
   */
  DeviceArray edges(Cells cells, DeviceArray hubs, int cellBits);

  /** Algorithm 1. */
  void nearest(Clover clover, MethodQueries queries, Queue queue, Neighbours found);

  /** Ring after ring of cells. */
  void nearest(Grid grid, MethodQueries queries, Neighbours found);
}
