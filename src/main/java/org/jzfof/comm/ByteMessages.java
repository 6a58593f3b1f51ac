package org.jzfof.comm;

import java.util.Arrays;

/** Messages of any length from every rank to every rank. */
public final class ByteMessages {
  private ByteMessages() {}

  /**
   * Sends a message to each rank; every rank calls it.
   *
   * @param messages bytes for each rank [size][any]
   * @return bytes from each rank [size][any]
   */
  public static byte[][] allToAll(Communicator comm, byte[][] messages) {
    long[][] lengths =
        Arrays.stream(messages).map(of -> new long[] {of.length}).toArray(long[][]::new);
    long[] coming = ArrayParts.join(comm.allToAll(lengths, 1));
    byte[][] received = new byte[coming.length][];
    Arrays.setAll(received, r -> new byte[Math.toIntExact(coming[r])]);
    long[] sendStart = ArrayParts.offsets(messages.length, r -> messages[r].length);
    long[] receiveStart = ArrayParts.offsets(coming);
    comm.exchange(
        (at, target) -> {
          int r = ArrayParts.partOf(sendStart, at);
          target.put(messages[r], (int) (at - sendStart[r]), target.remaining());
        },
        sendStart,
        (at, source) -> {
          int r = ArrayParts.partOf(receiveStart, at);
          source.get(received[r], (int) (at - receiveStart[r]), source.remaining());
        },
        receiveStart);
    return received;
  }

  /** No message to any rank. */
  public static byte[][] none(Communicator comm) {
    return new byte[comm.size()][0];
  }
}
