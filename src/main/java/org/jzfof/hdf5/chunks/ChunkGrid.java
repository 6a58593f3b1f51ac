package org.jzfof.hdf5.chunks;

import java.util.Arrays;
import org.jzfof.hdf5.library.Hdf5Exception;

/**
 * The grid of chunks that covers a dataset. Chunk numbers increase along the last dimension first.
 *
 * @param dims lengths of the dataset
 * @param maxDims maximum lengths of the dataset, -1 for an unlimited dimension
 */
public record ChunkGrid(long[] dims, long[] maxDims, long[] chunk) {
  public ChunkGrid {
    for (int d = 0; d < dims.length; d++) {
      if (chunk[d] <= 0 || maxDims[d] >= 0 && chunk[d] > maxDims[d]) {
        throw new Hdf5Exception(
            "its chunks of %s values do not fit %s"
                .formatted(Arrays.toString(chunk), Arrays.toString(dims)));
      }
    }
  }

  /** Number of chunks along a dimension. */
  public long count(int d) {
    return chunks(dims[d], d);
  }

  private long chunks(long length, int d) {
    return length / chunk[d] + (length % chunk[d] == 0 ? 0 : 1);
  }

  /** Number of all chunks. */
  public long count() {
    long n = 1;
    for (int d = 0; d < dims.length; d++) {
      n = Math.multiplyExact(n, count(d));
    }
    return n;
  }

  /** Returns the number of a chunk from its indices along the dimensions. */
  long number(long[] indices) {
    long number = 0;
    for (int d = 0; d < dims.length; d++) {
      if (indices[d] < 0 || indices[d] >= count(d)) {
        throw new Hdf5Exception(
            "its index has a chunk at %s, beyond its %s"
                .formatted(Arrays.toString(first(indices)), Arrays.toString(dims)));
      }
      number = number * count(d) + indices[d];
    }
    return number;
  }

  private long[] first(long[] indices) {
    long[] first = new long[dims.length];
    Arrays.setAll(first, d -> indices[d] * chunk[d]);
    return first;
  }

  /** First row of a chunk. */
  public long row(long number) {
    return number / (count() / count(0)) * chunk[0];
  }

  /** Whether a chunk reaches beyond the dataset. */
  boolean overhangs(long number) {
    long rest = number;
    boolean over = false;
    for (int d = dims.length - 1; d >= 0; d--) {
      over |= (rest % count(d) + 1) * chunk[d] > dims[d];
      rest /= count(d);
    }
    return over;
  }

  /**
   * Returns the number of a chunk from its index in an array. There the unlimited dimension varies
   * slowest, and all other dimensions have their maximum lengths.
   */
  long fromArrayIndex(long index) {
    int endless = 0;
    for (int d = 0; d < maxDims.length; d++) {
      if (maxDims[d] < 0) {
        endless = d;
      }
    }
    long[] indices = new long[dims.length];
    long rest = index;
    for (int d = dims.length - 1; d >= 0; d--) {
      if (d != endless) {
        long n = chunks(maxDims[d], d);
        indices[d] = rest % n;
        rest /= n;
      }
    }
    indices[endless] = rest;
    return number(indices);
  }
}
