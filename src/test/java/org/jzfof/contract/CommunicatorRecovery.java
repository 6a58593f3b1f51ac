package org.jzfof.contract;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jzfof.comm.ByteSink;
import org.jzfof.comm.ByteSource;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.RankLostException;

/** What {@link CommunicatorContract} asks of ranks that fail and go on. */
final class CommunicatorRecovery {
  private final Communicator comm;
  private final int size;
  private final int rank;

  CommunicatorRecovery(Communicator comm) {
    this.comm = comm;
    this.size = comm.size();
    this.rank = comm.rank();
  }

  void run() {
    recoveryBeforeAnExchange();
    recoveryWithinAnExchange();
    memoryAfterAFailure();
    recoveryInPlace();
  }

  /** One rank gives up while the others wait for it, again and again. */
  private void recoveryBeforeAnExchange() {
    for (int round = 0; round < 3; round++) {
      int bad = round % size;
      if (rank != bad) {
        try {
          comm.allGather(new long[20_000]);
          throw new AssertionError("gathered from a rank that had given up");
        } catch (RankLostException e) {
          check(e.lost() != rank, "the rank that is lost");
        }
      }
      recover("round " + round);
    }
  }

  /** One rank cannot take what comes in; whether the others notice is a matter of time. */
  private void recoveryWithinAnExchange() {
    if (size == 1) {
      return;
    }
    for (int bad = 0; bad < size; bad++) {
      try {
        giveUpWithin(bad);
        long[] late = new long[size];
        comm.sum(late);
        throw new AssertionError("the sum of a rank that had given up");
      } catch (RankLostException | IllegalStateException e) {
        check((e instanceof IllegalStateException) == (rank == bad), "who gave up: " + e);
      }
      recover("within an exchange of " + bad);
    }
  }

  private void giveUpWithin(int bad) {
    long[] start = new long[size + 1];
    Arrays.setAll(start, r -> 30_000L * r);
    comm.exchange(
        (at, target) -> target.position(target.limit()),
        start,
        (at, source) -> {
          if (rank == bad && at >= start[(rank + 1) % size]) {
            throw new IllegalStateException("no room");
          }
          source.position(source.limit());
        },
        start);
  }

  /** Whoever gives up may use the memory that the others' bytes were to go to. */
  private void memoryAfterAFailure() {
    int length = 10_007;
    long[] start = new long[size + 1];
    Arrays.setAll(start, r -> (long) r * length);
    for (int bad = 0; bad < Math.min(size, 2) && size > 1; bad++) {
      DirectBytes from = new DirectBytes(length * size);
      DirectBytes to = new DirectBytes(length * size);
      try {
        comm.exchange(rank == bad ? new Unreadable() : from, start, to.sink(), start);
        comm.sum(new long[1]);
        throw new AssertionError("the sum of a rank that had given up");
      } catch (RankLostException | IllegalStateException e) {
        check((e instanceof IllegalStateException) == (rank == bad), "who gave up: " + e);
      }
      for (int i = 0; i < length * size; i++) {
        to.bytes.put(i, (byte) 99);
      }
      recover("with memory used again");
      for (int i = 0; i < length * size; i++) {
        check(to.bytes.get(i) == 99, "byte %d was written after the failure".formatted(i));
      }
    }
  }

  /** One rank cannot take what lies in the memory of another. */
  private void recoveryInPlace() {
    int length = 30_000;
    long[] start = new long[size + 1];
    Arrays.setAll(start, r -> (long) r * length);
    DirectBytes from = new DirectBytes(length * size);
    for (int bad = 0; bad < size && size > 1; bad++) {
      DirectBytes to = new DirectBytes(length * size);
      ByteSink full = new FullSink(to.sink());
      try {
        comm.exchange(from, start, rank == bad ? full : to.sink(), start);
        comm.sum(new long[1]);
        throw new AssertionError("the sum of a rank that had given up");
      } catch (RankLostException | IllegalStateException e) {
        check((e instanceof IllegalStateException) == (rank == bad), "who gave up: " + e);
      }
      for (int i = 0; i < length * size; i++) {
        from.bytes.put(i, (byte) bad); // the own memory again
      }
      recover("with a full sink");
    }
  }

  /** Takes what its rank sends itself, and nothing else. */
  private final class FullSink implements ByteSink {
    private final ByteSink own;

    FullSink(ByteSink own) {
      this.own = own;
    }

    private void refuse(long at) {
      if (at / 30_000 != rank) {
        throw new IllegalStateException("no room");
      }
    }

    @Override
    public boolean inPlace() {
      return true;
    }

    @Override
    public void write(long at, ByteBuffer source) {
      refuse(at);
      own.write(at, source);
    }

    @Override
    public ByteBuffer roomAt(long at, int length) {
      refuse(at);
      return own.roomAt(at, length);
    }
  }

  /** Gives up as soon as another rank's bytes are asked for. */
  private final class Unreadable implements ByteSource {
    @Override
    public boolean inPlace() {
      return true;
    }

    @Override
    public ByteBuffer bytesAt(long at, int length) {
      throw new IllegalStateException("nothing to send");
    }

    @Override
    public void read(long at, ByteBuffer target) {
      if (at / 10_007 != rank) {
        throw new IllegalStateException("nothing to send");
      }
      target.position(target.limit());
    }
  }

  private void recover(String when) {
    comm.recover();
    long[] sum = {rank, 1};
    comm.sum(sum);
    check(sum[0] == size * (size - 1L) / 2 && sum[1] == size, "the sums after recovery, " + when);
  }

  private void check(boolean right, String what) {
    if (!right) {
      throw new AssertionError("rank " + rank + " of " + size + ": " + what);
    }
  }
}
