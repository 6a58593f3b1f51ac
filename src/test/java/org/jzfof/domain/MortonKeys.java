package org.jzfof.domain;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.comm.threads.LocalCommunicator;

/** Places of points along the Morton curve. */
public final class MortonKeys {
  private MortonKeys() {}

  /** The key of each point, as splitters cut them, from fixed-point coordinates [3n]. */
  public static long[] of(int... xyz) {
    return IntStream.range(0, xyz.length / 3).mapToLong(i -> of(xyz, i)).toArray();
  }

  /** The key of one point of several. */
  public static long of(int[] xyz, int row) {
    return Morton.key(xyz[3 * row], xyz[3 * row + 1], xyz[3 * row + 2], 0, Splitters.BITS);
  }

  /** Splitters of the points with these keys, which one rank has sampled. */
  public static Splitters splitters(long[] keys, int pieces) {
    long[] own = keys.clone();
    Arrays.sort(own);
    return Splitters.of(own, pieces, new LocalCommunicator());
  }
}
