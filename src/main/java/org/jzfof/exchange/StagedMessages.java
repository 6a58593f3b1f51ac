package org.jzfof.exchange;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.ByteSink;
import org.jzfof.comm.ByteSource;
import org.jzfof.comm.Communicator;

/**
 * Messages are sent from, and received into, page-locked host memory, which the device copies from
 * and to. In a round each pair of ranks exchanges one piece of limited length in each direction.
 * While the host exchanges these pieces, the device copies the pieces of the next round to the host
 * and those of the previous round to the device.
 *
 * <p>Each pair of ranks counts its rounds separately: a rank that has nothing more to send or
 * receive does not wait for the others.
 */
public final class StagedMessages implements MessagePath {
  private static final int ALIGNMENT = 64;
  private static final int MIN_PIECE_BYTES = 64 << 10;

  private final StagingBuffers buffers;
  private final int bytes;

  /**
   * @param bytes size of each buffer, which the pieces of a round share; with so many ranks that
   *     pieces would be too short, the buffers are larger
   */
  public StagedMessages(StagingBuffers buffers, int bytes) {
    this.buffers = buffers;
    this.bytes = bytes;
  }

  @Override
  public void exchange(Communicator comm, RankRanges from, RankRanges to) {
    int others = Math.max(1, comm.size() - 1);
    int piece = Math.max(MIN_PIECE_BYTES, bytes / others) / ALIGNMENT * ALIGNMENT;
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
        SendBytes source = new SendBytes(buffers.sendBuffer(round % 2));
        Round next = new Round(from, round + 1, piece);
        next.fetch(buffers);
        ReceivedBytes sink =
            new ReceivedBytes(new Round(to, round, piece), buffers.receiveBuffer(round % 2));
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

    /** Returns the offset in the array of a byte of the buffer. */
    long arrayOffset(long offset) {
      int rank = ArrayParts.partOf(start, offset);
      return ranges.offset(rank) + done + offset - start[rank];
    }

    void fetch(StagingBuffers buffers) {
      for (int r = 0; r < start.length - 1; r++) {
        int bytes = (int) (start[r + 1] - start[r]);
        if (bytes > 0) {
          buffers.fetch(half, (int) start[r], ranges.array(), arrayOffset(start[r]), bytes);
        }
      }
    }
  }

  /** The data sent in a round. */
  private record SendBytes(ByteBuffer buffer) implements ByteSource {
    @Override
    public boolean inPlace() {
      return true;
    }

    @Override
    public ByteBuffer bytesAt(long offset, int bytes) {
      return buffer.slice((int) offset, bytes);
    }

    @Override
    public void read(long offset, ByteBuffer target) {
      throw new UnsupportedOperationException("what stays on the rank goes another way");
    }
  }

  /**
   * The data received in a round: it arrives in the buffer, or is copied directly from a rank of
   * this process.
   */
  private final class ReceivedBytes implements ByteSink {
    private final Round round;
    private final ByteBuffer buffer;
    private boolean received;

    ReceivedBytes(Round round, ByteBuffer buffer) {
      this.round = round;
      this.buffer = buffer;
    }

    @Override
    public boolean inPlace() {
      return true;
    }

    @Override
    public ByteBuffer roomAt(long offset, int bytes) {
      received = true;
      return buffer.slice((int) offset, bytes);
    }

    @Override
    public void write(long offset, ByteBuffer source) {
      buffers.store(source, round.ranges.array(), round.arrayOffset(offset));
    }

    void store() {
      for (int r = 0; received && r < round.start.length - 1; r++) {
        int bytes = (int) (round.start[r + 1] - round.start[r]);
        if (bytes > 0) {
          int offset = (int) round.start[r];
          buffers.store(round.half, offset, round.ranges.array(), round.arrayOffset(offset), bytes);
        }
      }
    }
  }
}
