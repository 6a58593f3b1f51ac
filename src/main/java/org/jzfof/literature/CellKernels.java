package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.neighbours.Neighbours;

/** Device operations of the methods that sort points into cells. */
public interface CellKernels {
  /** Queue in which CLOVER keeps the nearest points of a query. */
  enum Queue {
    /** Truncated bitonic sort of the points that are nearer. */
    BITONIC,
    /** Selection of FAISS, in which each lane of a warp buffers a few points. */
    WARP_SELECT
  }

  /** Largest number of neighbours that CLOVER finds, limited by the registers of a warp. */
  int MAX_CLOVER = 256;

  /**
   * Finds the nearest hub of each position: section 3.1, first kernel.
   *
   * @param hubs [3H] coordinates of the hubs, of the type of the positions
   * @return I64 words, each with a hub above a position
   */
  DeviceArray findNearestHubs(DistinctPoints positions, DeviceArray hubs);

  /** Finds the grid cell of each position. Returns I64 words, each with a cell above a position. */
  DeviceArray findGridCells(DistinctPoints positions, GridShape shape);

  /**
   * Sorts positions into cells: section 3.1, second and third kernel.
   *
   * @param words I64 words, each with a cell above a position; closed
   * @param next lists of coincident points ({@link DistinctPoints#next}), or null; owned by the
   *     result
   */
  Cells fill(DistinctPoints positions, DeviceArray words, long cells, DeviceArray next);

  /**
   * Computes the edges of a {@link Clover}: section 3.1, fourth kernel.
   *
   * @param cellBits number of bits of the index of a cell
   * @return I64 edges, not sorted
   */
  DeviceArray measureEdges(Cells cells, DeviceArray hubs, int cellBits);

  /**
   * Sorts edges by hub and distance: section 3.1, fifth kernel.
   *
   * @param edges I64 edges; closed
   */
  DeviceArray sortEdges(DeviceArray edges, int cellBits);

  /**
   * Finds the nearest points of queries with CLOVER: algorithm 1.
   *
   * @param found receives the neighbours
   */
  void findNearest(Clover clover, MethodQueries queries, Queue queue, Neighbours found);

  /**
   * Finds the nearest points of queries in a grid, in ring after ring of cells.
   *
   * @param found receives the neighbours
   */
  void findNearest(Grid grid, MethodQueries queries, Neighbours found);
}
