package org.jzfof.neighbours.search;

import org.jzfof.backend.Backend;
import org.jzfof.device.DeviceArray;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.RowKernels;

/**
 * An index of points that answers queries for nearest neighbours. Every rank takes part in every
 * call, except those about the order of queries.
 */
interface IndexedSearch extends AutoCloseable {
  /**
   * Indexes points; every rank calls it.
   *
   * @param kernels of the method to search with
   * @param sources kept open by the caller
   */
  static IndexedSearch of(
      Backend backend,
      KnnKernels kernels,
      ArrayExchange arrays,
      NeighbourSearch.Sources sources,
      NeighbourSearch.Problem problem) {
    Coordinates points = sources.coordinates();
    return arrays.comm().size() == 1
        ? new LocalSearch(kernels, backend.memory(), points, problem)
        : new DistributedSearch(backend, kernels, arrays, points, sources.firstRow(), problem);
  }

  /** Points that this rank answers in the order of a space-filling curve. */
  long ordered();

  /**
   * Rows of points along that curve, among those of all ranks.
   *
   * @param from first place
   * @return I32 or I64, as in the answers
   */
  DeviceArray order(long from, long count);

  /**
   * The neighbours of points in the order of {@link #order}.
   *
   * @param from first place in that order
   */
  Neighbours inOrder(long from, long count);

  /**
   * The neighbours of points that this rank has read.
   *
   * @param from first of them
   */
  Neighbours own(long from, long count);

  /** The neighbours of all points that this rank has read. */
  Neighbours all();

  /**
   * The neighbours of any places.
   *
   * @param queries closed
   */
  Neighbours search(Coordinates queries);

  /**
   * Leaves each query out of its own row.
   *
   * @param found closed
   * @param self as for {@link RowKernels#without}; closed
   */
  static Neighbours without(KnnKernels kernels, Neighbours found, DeviceArray self) {
    try (found;
        self) {
      return kernels.rows().without(found, self);
    }
  }

  @Override
  void close();
}
