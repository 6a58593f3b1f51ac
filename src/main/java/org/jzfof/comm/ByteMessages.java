package org.jzfof.comm;

import java.util.Arrays;

/** Exchange of byte messages of any length between all ranks. */
public final class ByteMessages {
  private ByteMessages() {}

  /**
   * Sends a message to each rank; every rank calls it.
   *
   * @param messages message for each rank [size][any]
   * @return message from each rank [size][any]
   */
  public static byte[][] allToAll(Communicator comm, byte[][] messages) {
    long[][] lengths =
        Arrays.stream(messages).map(row -> new long[] {row.length}).toArray(long[][]::new);
    long[] receivedLengths = ArrayParts.join(comm.allToAll(lengths, 1));
    byte[][] received = new byte[receivedLengths.length][];
    Arrays.setAll(received, r -> new byte[Math.toIntExact(receivedLengths[r])]);
    long[] sendStart = ArrayParts.offsets(messages.length, r -> messages[r].length);
    long[] receiveStart = ArrayParts.offsets(receivedLengths);
    comm.exchange(
        (offset, target) -> {
          int r = ArrayParts.partOf(sendStart, offset);
          target.put(messages[r], (int) (offset - sendStart[r]), target.remaining());
        },
        sendStart,
        (offset, source) -> {
          int r = ArrayParts.partOf(receiveStart, offset);
          source.get(received[r], (int) (offset - receiveStart[r]), source.remaining());
        },
        receiveStart);
    return received;
  }

  /** Returns an empty message for every rank. */
  public static byte[][] none(Communicator comm) {
    return new byte[comm.size()][0];
  }
}
