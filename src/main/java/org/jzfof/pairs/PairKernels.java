package org.jzfof.pairs;

import org.jzfof.knn.NeighbourIndex;

/**
 * Device operations that count pairs. Differences of coordinates are those of the nearest images,
 * as for {@link org.jzfof.knn.Neighbours}; bins are at most half a periodic box wide.
 */
public interface PairKernels {
  /** Most counts in all bins. */
  int MAX_COUNTS = 1 << 12;

  /** Device bytes per point that counting takes besides the index. */
  long bytesPerPoint();

  /**
   * Counts the pairs of two different points of an index.
   *
   * @return each pair once, by bins [{@link PairBins#count}]
   */
  long[] countOwn(NeighbourIndex index, PairBins bins);

  /**
   * Counts the pairs of a point of one index and one of another, made for the same box.
   *
   * @return by bins [{@link PairBins#count}]
   */
  long[] countBetween(NeighbourIndex some, NeighbourIndex others, PairBins bins);
}
