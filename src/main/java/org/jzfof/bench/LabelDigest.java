package org.jzfof.bench;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;

/**
 * One number for the groups of all particles. Runs with equal digests have put the same particles
 * into the same groups, in the same order, independently of backend and number of ranks. The digest
 * is the sum of a hash of each particle's number in the input and its group's row in the catalogue.
 */
final class LabelDigest {
  private static final int CHUNK_BYTES = 1 << 24;
  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

  private LabelDigest() {}

  /**
   * Computes the digest; every rank calls it.
   *
   * @param labels I32 catalogue row of the group of each particle of this rank, in input order; the
   *     shares of the ranks follow each other
   * @return the digest, the same on every rank
   */
  static long of(DeviceArray labels, DeviceMemory memory, Communicator comm) {
    long[] sum = {0};
    long particle = comm.exclusiveScan(labels.length());
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
    for (long offset = 0; offset < labels.byteLength(); offset += CHUNK_BYTES) {
      chunk.clear().limit((int) Math.min(CHUNK_BYTES, labels.byteLength() - offset));
      memory.read(labels, offset, chunk);
      chunk.flip();
      while (chunk.hasRemaining()) {
        sum[0] += hash(particle++, chunk.getInt());
      }
    }
    comm.sum(sum);
    return sum[0];
  }

  /** Returns a hash of a number and its value. */
  static long hash(long number, long value) {
    return new SplittableRandom(number * MULTIPLIER + value).nextLong();
  }
}
