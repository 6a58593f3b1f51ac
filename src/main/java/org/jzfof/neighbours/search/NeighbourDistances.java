package org.jzfof.neighbours.search;

import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.files.BlockSize;

/** The k nearest neighbours of each query, and the distance of the k-th. */
public final class NeighbourDistances {
  /** Bytes of a neighbour: row and distance with 64 bits each. */
  private static final int PAIR = 2 * Long.BYTES;

  private final Backend backend;
  private final ArrayExchange arrays;
  private final NeighbourSearch.Sources sources;
  private final Box box;

  /**
   * @param sources points that this rank has read; kept open by the caller
   */
  public NeighbourDistances(
      Backend backend, ArrayExchange arrays, NeighbourSearch.Sources sources, Box box) {
    this.backend = backend;
    this.arrays = arrays;
    this.sources = sources;
    this.box = box;
  }

  /** Number of queries per block, the same on all ranks; all ranks call it together. */
  static int block(Communicator comm, int k) {
    return (int) Math.max(1, BlockSize.ofAllRanks(comm) / comm.size() / ((long) PAIR * k));
  }

  /** Receives the neighbours of consecutive queries; closes nothing. */
  @FunctionalInterface
  interface RowSink {
    /**
     * @param from first of the queries on this rank
     * @param near rows of neighbours with F64 distances
     */
    void accept(long from, Neighbours near);
  }

  /**
   * Finds the distances; every rank calls it.
   *
   * @param queries positions of queries, or null if the queries are the points
   * @return distance for each query of this rank, infinite if it has fewer than k neighbours
   */
  public double[] of(QuerySupply queries, int k) {
    double[] found = new double[Math.toIntExact(rows(queries))];
    forEachBlock(
        queries,
        k,
        (from, near) -> {
          try (DeviceArray last = backend.knn().rows().farthest(near)) {
            double[] distances = backend.memory().toDoubles(last);
            System.arraycopy(distances, 0, found, (int) from, distances.length);
          }
        });
    return found;
  }

  /** Number of queries of this rank. */
  long rows(QuerySupply queries) {
    return queries == null ? sources.coordinates().count() : queries.rows();
  }

  /** Finds the k nearest neighbours of the queries, block by block; every rank calls it. */
  void forEachBlock(QuerySupply queries, int k, RowSink sink) {
    int block = block(arrays.comm(), k);
    NeighbourSearch.Parameters parameters =
        new NeighbourSearch.Parameters(box, k, false, false, block, ElementType.F64);
    try (IndexedSearch search =
        new IndexedSearch(backend, backend.knn(), arrays, sources, parameters)) {
      SharedBlocks.forEach(
          arrays.comm(),
          rows(queries),
          block,
          (from, count) -> {
            try (Neighbours near =
                queries == null
                    ? search.searchRead(from, count)
                    : search.search(queries.read(from, count))) {
              sink.accept(from, near);
            }
          });
    }
  }
}
