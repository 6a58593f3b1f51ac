package org.jzfof.comm.threads;

import java.nio.ByteBuffer;
import java.util.function.IntConsumer;
import org.jzfof.comm.ByteSink;
import org.jzfof.comm.ByteSource;
import org.jzfof.comm.Transport;

/**
 * Messages between threads through the slots of {@link ThreadMailboxes}. In every round a rank
 * posts one piece for each other rank, then receives one from each. A rank waits only for actions
 * of other ranks in the same or an earlier round, so that no deadlock can occur. A message in place
 * is read from the memory of its sender.
 */
record ThreadTransport(ThreadMailboxes mailboxes, int rank, int messageLimit) implements Transport {

  @Override
  public int size() {
    return mailboxes.ranks();
  }

  @Override
  public void exchange(ByteSource source, long[] sendStart, ByteSink sink, long[] receiveStart) {
    if (!source.inPlace()) {
      rounds(source, sendStart, sink, receiveStart);
      return;
    }
    try {
      rounds(source, sendStart, sink, receiveStart);
      forReceivers(sendStart, to -> mailboxes.awaitReceived(rank, to));
    } finally {
      forReceivers(sendStart, to -> mailboxes.withdraw(rank, to));
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

  private void send(ByteSource source, long offset, int bytes, int to) {
    if (source.inPlace()) {
      mailboxes.send(rank, to, source.bytesAt(offset, bytes));
    } else {
      source.read(offset, mailboxes.awaitEmpty(rank, to, bytes));
      mailboxes.publish(rank, to);
    }
  }

  private void receive(ByteSink sink, long offset, int bytes, int from) {
    ByteBuffer message = mailboxes.awaitFull(from, rank);
    try {
      checkLength(from, message.remaining(), bytes);
      sink.write(offset, message);
    } finally {
      mailboxes.release(from, rank);
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
    mailboxes.recover(rank);
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
