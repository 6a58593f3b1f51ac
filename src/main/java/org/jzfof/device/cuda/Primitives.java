package org.jzfof.device.cuda;

import org.jzfof.error.BackendException;

/**
 * The native library around CUB ({@code cuda/primitives.cu}). Arguments are addresses on the GPU.
 * With {@code temp} 0 a function returns one more than the bytes of temporary memory that it needs;
 * otherwise it starts the work and returns the value described below. Negative results are errors.
 */
public final class Primitives {
  public static final String LIBRARY = "jzfofcuda";

  private Primitives() {}

  /**
   * Sorts 64-bit keys by a range of bits; returns the index (0 or 1) of the buffer with the result.
   */
  static native long sortKeys64(
      long keys, long otherKeys, long n, int begin, int end, long temp, long bytes, long stream);

  /**
   * Sorts 32-bit keys with 32-bit values, stably; returns the index of the buffers with the result.
   */
  static native long sortPairs3232(
      long keys,
      long otherKeys,
      long values,
      long otherValues,
      long n,
      int begin,
      int end,
      long temp,
      long bytes,
      long stream);

  /**
   * Sorts 64-bit keys with 32-bit values, stably; returns the index of the buffers with the result.
   */
  static native long sortPairs6432(
      long keys,
      long otherKeys,
      long values,
      long otherValues,
      long n,
      int begin,
      int end,
      long temp,
      long bytes,
      long stream);

  /**
   * Sorts 32-bit keys with 64-bit values, stably; returns the index of the buffers with the result.
   */
  static native long sortPairs3264(
      long keys,
      long otherKeys,
      long values,
      long otherValues,
      long n,
      int begin,
      int end,
      long temp,
      long bytes,
      long stream);

  /** Sorts {@code OrderKey}s of common.cuh, two 64-bit words each, in catalogue order. */
  static native long sortOrderKeys(long keys, long n, long temp, long bytes, long stream);

  /** Computes 64-bit sums[i] = sum of the 32-bit counts before i. */
  static native long scanCounts(long counts, long sums, long n, long temp, long bytes, long stream);

  /**
   * Computes 64-bit sums[i] = sum of the 64-bit values before i; the two arrays may be the same.
   */
  static native long scanSums(long values, long sums, long n, long temp, long bytes, long stream);

  /** Returns a result that is no error, or throws an exception. */
  public static long require(long result, String what) {
    if (result < 0) {
      CudaCheck.check((int) -result, what);
      throw new BackendException(what + " failed");
    }
    return result;
  }
}
