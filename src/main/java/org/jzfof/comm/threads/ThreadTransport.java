package org.jzfof.comm.threads;

import java.nio.ByteBuffer;
import java.util.function.IntConsumer;
import org.jzfof.comm.ByteSink;
import org.jzfof.comm.ByteSource;
import org.jzfof.comm.Transport;

/**
 * Messages between threads through the slots of a {@link ThreadMailboxes}: in every round a rank
 * posts one piece for each other rank, then takes one from each. A rank waits only for what others
 * have to do in the same or an earlier round, so that nothing blocks for ever. What is in place is
 * taken from the memory of its sender.
 */
record ThreadTransport(ThreadMailboxes board, int rank, int messageLimit) implements Transport {

  @Override
  public int size() {
    return board.ranks();
  }

  @Override
  public void exchange(ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart) {
    if (!source.inPlace()) {
      rounds(source, sendStart, sink, receiveStart);
      return;
    }
    try {
      rounds(source, sendStart, sink, receiveStart);
      forReceivers(sendStart, to -> board.awaitTaken(rank, to));
    } finally {
      forReceivers(sendStart, to -> board.withdraw(rank, to));
    }
  }

  private void rounds(ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart) {
    int limit = messageLimit(source);
    long longest = Math.max(longest(sendStart), longest(receiveStart));
    for (long done = 0; done < longest; done += limit) {
      for (int step = 1; step < size(); step++) {
        int to = (rank + step) % size();
        int bytes = piece(sendStart, to, done, limit);
        if (bytes > 0) {
          send(source, sendStart[to] + done, bytes, to);
        }
      }
      for (int step = 1; step < size(); step++) {
        int from = (rank + size() - step) % size();
        int bytes = piece(receiveStart, from, done, limit);
        if (bytes > 0) {
          receive(sink, receiveStart[from] + done, bytes, from);
        }
      }
    }
  }

  private void send(ByteSource source, long at, int bytes, int to) {
    if (source.inPlace()) {
      board.send(rank, to, source.bytesAt(at, bytes));
    } else {
      source.read(at, board.awaitEmpty(rank, to, bytes));
      board.sent(rank, to);
    }
  }

  private void receive(ByteSink sink, long at, int bytes, int from) {
    ByteBuffer message = board.awaitFull(from, rank);
    try {
      checkLength(from, message.remaining(), bytes);
      sink.write(at, message);
    } finally {
      board.taken(from, rank);
    }
  }

  private void forReceivers(long[] sendStart, IntConsumer action) {
    for (int to = 0; to < size(); to++) {
      if (to != rank && sendStart[to] < sendStart[to + 1]) {
        action.accept(to);
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

  private int piece(long[] start, int other, long done, int limit) {
    return (int) Math.min(limit, start[other + 1] - start[other] - done);
  }

  private void checkLength(int from, int sent, int expected) {
    if (sent != expected) {
      throw new IllegalStateException(
          "rank %d sent %d bytes where rank %d expected %d".formatted(from, sent, rank, expected));
    }
  }
}
