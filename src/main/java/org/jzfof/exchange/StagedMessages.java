package org.jzfof.exchange;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.ByteSink;
import org.jzfof.comm.ByteSource;
import org.jzfof.comm.Communicator;

/**
 * Messages are sent from, and received into, page-locked memory of the host, which the device
 * copies from and to. In a round each pair of ranks has a piece of limited length in both
 * directions; while the host sends and receives it, the device copies the pieces of the next round
 * to the host and those of the last one to itself.
 *
 * <p>Rounds are those of pairs: a rank that has nothing more to send or receive does not wait for
 * the others.
 */
public final class StagedMessages implements MessagePath {
  private static final int ALIGNMENT = 64;
  private static final int LEAST_PIECE = 64 << 10;

  private final StagingBuffers buffers;
  private final int bytes;

  /**
   * @param buffers of the device
   * @param bytes of each buffer, which the pieces of a round share; it has more if there are so
   *     many ranks that pieces would be too short
   */
  public StagedMessages(StagingBuffers buffers, int bytes) {
    this.buffers = buffers;
    this.bytes = bytes;
  }

  @Override
  public void exchange(Communicator comm, RankRanges from, RankRanges to) {
    int others = Math.max(1, comm.size() - 1);
    int piece = Math.max(LEAST_PIECE, bytes / others) / ALIGNMENT * ALIGNMENT;
    long longest =
        IntStream.range(0, comm.size())
            .mapToLong(r -> Math.max(from.bytes(r), to.bytes(r)))
            .max()
            .orElse(0);
    int rounds = Math.toIntExact((longest + piece - 1) / piece);
    if (rounds == 0) {
      return;
    }
    buffers.begin(Math.multiplyExact(piece, others));
    try {
      Round leaving = new Round(from, 0, piece);
      leaving.fetch(buffers);
      for (int round = 0; round < rounds; round++) {
        Outgoing source = new Outgoing(buffers.fetched(round % 2));
        Round next = new Round(from, round + 1, piece);
        next.fetch(buffers);
        Incoming sink = new Incoming(new Round(to, round, piece), buffers.room(round % 2));
        comm.exchange(source, leaving.start, sink, sink.round.start);
        sink.store();
        leaving = next;
      }
    } finally {
      buffers.end();
    }
  }

  /** The pieces of a round, one after another in a buffer. */
  private static final class Round {
    private final RankRanges ranges;
    private final long done;
    private final int half;
    private final long[] start;

    Round(RankRanges ranges, int round, int piece) {
      this.ranges = ranges;
      this.done = (long) round * piece;
      this.half = round % 2;
      int ranks = ranges.ranks().packed().length - 1;
      this.start =
          ArrayParts.offsets(ranks, r -> Math.max(0, Math.min(piece, ranges.bytes(r) - done)));
    }

    /** Where a byte of the buffer lies in the array. */
    long place(long at) {
      int rank = ArrayParts.partOf(start, at);
      return ranges.place(rank) + done + at - start[rank];
    }

    void fetch(StagingBuffers buffers) {
      for (int r = 0; r < start.length - 1; r++) {
        int bytes = (int) (start[r + 1] - start[r]);
        if (bytes > 0) {
          buffers.fetch(half, (int) start[r], ranges.array(), place(start[r]), bytes);
        }
      }
    }
  }

  /** The data sent in a round. */
  private record Outgoing(ByteBuffer buffer) implements ByteSource {
    @Override
    public boolean inPlace() {
      return true;
    }

    @Override
    public ByteBuffer bytesAt(long at, int bytes) {
      return buffer.slice((int) at, bytes);
    }

    @Override
    public void read(long at, ByteBuffer target) {
      throw new UnsupportedOperationException("what stays on the rank goes another way");
    }
  }

  /** What comes in a round: into the buffer, or straight from that of a rank of this process. */
  private final class Incoming implements ByteSink {
    private final Round round;
    private final ByteBuffer buffer;
    private boolean received;

    Incoming(Round round, ByteBuffer buffer) {
      this.round = round;
      this.buffer = buffer;
    }

    @Override
    public boolean inPlace() {
      return true;
    }

    @Override
    public ByteBuffer roomAt(long at, int bytes) {
      received = true;
      return buffer.slice((int) at, bytes);
    }

    @Override
    public void write(long at, ByteBuffer source) {
      buffers.store(source, round.ranges.array(), round.place(at));
    }

    void store() {
      for (int r = 0; received && r < round.start.length - 1; r++) {
        int bytes = (int) (round.start[r + 1] - round.start[r]);
        if (bytes > 0) {
          int at = (int) round.start[r];
          buffers.store(round.half, at, round.ranges.array(), round.place(at), bytes);
        }
      }
    }
  }
}
