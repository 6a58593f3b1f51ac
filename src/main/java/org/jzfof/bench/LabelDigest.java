package org.jzfof.bench;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;

/**
 * One number for the groups of all particles. Runs that agree in it have put the same particles
 * into the same groups, in the same order, whatever computed them on how many ranks: it is the sum
 * of a hash of the number of each particle in the input and of its group's place in the catalogue.
 */
final class LabelDigest {
  private static final int CHUNK_BYTES = 1 << 24;
  private static final long ODD = 0x9e3779b97f4a7c15L;

  private LabelDigest() {}

  /**
   * Every rank calls it.
   *
   * @param labels I32 place of the group of each particle of this rank, in the order of the input,
   *     in which the ranks' shares follow each other
   * @return the same on every rank
   */
  static long of(DeviceArray labels, DeviceMemory memory, Communicator comm) {
    long[] sum = {0};
    long particle = comm.exclusiveScan(labels.length());
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
    for (long at = 0; at < labels.byteLength(); at += CHUNK_BYTES) {
      chunk.clear().limit((int) Math.min(CHUNK_BYTES, labels.byteLength() - at));
      memory.read(labels, at, chunk);
      chunk.flip();
      while (chunk.hasRemaining()) {
        sum[0] += hash(particle++, chunk.getInt());
      }
    }
    comm.sum(sum);
    return sum[0];
  }

  /** A hash of a number and of what it has. */
  static long hash(long number, long value) {
    return new SplittableRandom(number * ODD + value).nextLong();
  }
}
