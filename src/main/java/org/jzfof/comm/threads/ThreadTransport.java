package org.jzfof.comm.threads;

import java.nio.ByteBuffer;
import org.jzfof.comm.ByteSink;
import org.jzfof.comm.ByteSource;
import org.jzfof.comm.Transport;

/**
 * Messages between threads through the slots of a {@link Switchboard}: in every round a rank posts
 * one piece for each other rank, then takes one from each. A rank waits only for what others have
 * to do in the same or an earlier round, so that nothing blocks for ever.
 */
record ThreadTransport(Switchboard board, int rank, int messageLimit) implements Transport {

  @Override
  public int size() {
    return board.ranks();
  }

  @Override
  public void exchange(ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart) {
    long longest = Math.max(longest(sendStart), longest(receiveStart));
    for (long done = 0; done < longest; done += messageLimit) {
      for (int step = 1; step < size(); step++) {
        int to = (rank + step) % size();
        int bytes = piece(sendStart, to, done);
        if (bytes > 0) {
          source.read(sendStart[to] + done, board.awaitEmpty(rank, to, bytes));
          board.sent(rank, to);
        }
      }
      for (int step = 1; step < size(); step++) {
        int from = (rank + size() - step) % size();
        int bytes = piece(receiveStart, from, done);
        if (bytes > 0) {
          ByteBuffer message = board.awaitFull(from, rank);
          checkLength(from, message.remaining(), bytes);
          sink.write(receiveStart[from] + done, message);
          board.taken(from, rank);
        }
      }
    }
  }

  @Override
  public void recover() {
    board.recover(rank);
  }

  private long longest(long[] start) {
    long longest = 0;
    for (int r = 0; r < size(); r++) {
      longest = r == rank ? longest : Math.max(longest, start[r + 1] - start[r]);
    }
    return longest;
  }

  private int piece(long[] start, int other, long done) {
    return (int) Math.min(messageLimit, start[other + 1] - start[other] - done);
  }

  private void checkLength(int from, int sent, int expected) {
    if (sent != expected) {
      throw new IllegalStateException(
          "rank %d sent %d bytes where rank %d expected %d".formatted(from, sent, rank, expected));
    }
  }
}
