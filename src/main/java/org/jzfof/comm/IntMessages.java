package org.jzfof.comm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Exchanges int arrays of any length between all ranks. */
public final class IntMessages {
  private IntMessages() {}

  /**
   * @param values values for each rank [size][any]
   * @return values from each rank [size][any]
   */
  public static int[][] allToAll(Communicator comm, int[][] values) {
    int size = comm.size();
    long[][] counts = new long[size][];
    for (int r = 0; r < size; r++) {
      counts[r] = new long[] {values[r].length};
    }
    long[][] incoming = comm.allToAll(counts);
    int[][] received = new int[size][];
    for (int r = 0; r < size; r++) {
      received[r] = new int[(int) incoming[r][0]];
    }
    long[] send = starts(values);
    long[] receive = starts(received);
    comm.exchange(
        (at, target) -> copyOut(values, send, at, target),
        send,
        (at, source) -> copyIn(received, receive, at, source),
        receive);
    return received;
  }

  private static long[] starts(int[][] arrays) {
    long[] starts = new long[arrays.length + 1];
    for (int r = 0; r < arrays.length; r++) {
      starts[r + 1] = starts[r] + 4L * arrays[r].length;
    }
    return starts;
  }

  /** A piece of a message never crosses from one rank's values to another's. */
  private static void copyOut(int[][] arrays, long[] starts, long at, ByteBuffer target) {
    int rank = rankOf(starts, at);
    target
        .order(ByteOrder.nativeOrder())
        .asIntBuffer()
        .put(arrays[rank], (int) ((at - starts[rank]) / 4), target.remaining() / 4);
    target.position(target.limit());
  }

  private static void copyIn(int[][] arrays, long[] starts, long at, ByteBuffer source) {
    int rank = rankOf(starts, at);
    source
        .order(ByteOrder.nativeOrder())
        .asIntBuffer()
        .get(arrays[rank], (int) ((at - starts[rank]) / 4), source.remaining() / 4);
    source.position(source.limit());
  }

  private static int rankOf(long[] starts, long at) {
    int rank = 0;
    while (starts[rank + 1] <= at) {
      rank++;
    }
    return rank;
  }
}
