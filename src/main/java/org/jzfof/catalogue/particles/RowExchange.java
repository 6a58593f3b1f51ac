package org.jzfof.catalogue.particles;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.ByteMessages;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.hdf5.RowWords;
import org.jzfof.threads.Parallel;

/**
 * Sends the rows of columns of one type from the ranks that read them, in the order of the
 * snapshot, to the ranks that process them in group order. A rank reads only blocks with needed
 * rows. All threads share each block.
 */
final class RowExchange {
  private static final int READ_BYTES = 1 << 24;
  private static final int READ_ROWS = 1 << 20;
  private static final int RECEIVED_BYTES = 1 << 24;
  private static final int NOWHERE = -1;

  private final Communicator comm;
  private final List<RowSource> sources;
  private final GroupOrderedRows order;
  private final RowBatches windows;
  private final int receivedBytes;
  private final int[] block;
  private final long[] newRow;
  private final int[] rank; // rank that needs each row of the block
  private final RowSort byRank;

  /**
   * @param sources columns, read by this rank at the rows whose order it knows
   * @param windows rows in group order
   */
  RowExchange(
      Communicator comm, List<RowSource> sources, GroupOrderedRows order, RowBatches windows) {
    this(comm, sources, order, windows, READ_BYTES, RECEIVED_BYTES);
  }

  /**
   * Creates the exchange with given limits.
   *
   * @param readBytes number of bytes per read
   * @param receivedBytes number of bytes that a rank receives at a time
   */
  RowExchange(
      Communicator comm,
      List<RowSource> sources,
      GroupOrderedRows order,
      RowBatches windows,
      int readBytes,
      int receivedBytes) {
    this.comm = comm;
    this.sources = sources;
    this.order = order;
    this.windows = windows;
    this.receivedBytes = receivedBytes;
    int widest =
        sources.stream().mapToInt(source -> RowWords.perRow(source.rowBytes())).max().orElseThrow();
    int limit = Math.min(READ_ROWS, Math.max(1, readBytes / (Integer.BYTES * widest)));
    int rows = (int) Math.min(limit, (windows.rows() + comm.size() - 1) / comm.size());
    this.block = new int[rows * widest];
    this.newRow = new long[rows];
    this.rank = new int[comm.size() > 1 ? rows : 0];
    this.byRank = new RowSort(comm.size(), rank.length);
  }

  /** Number of bytes of the buffers, without messages in transit. */
  long heldBytes() {
    return (long) Integer.BYTES * block.length
        + Long.BYTES * newRow.length
        + 2L * Integer.BYTES * rank.length;
  }

  /**
   * Fills the windows of a round; collective over all ranks.
   *
   * @param round rows of each rank
   * @param window receives the rows of this rank, per column
   */
  void fill(RowRange[] round, RowWindow[] window) {
    SharedBlocks.forEach(
        comm,
        order.rows().count(),
        newRow.length,
        (from, count) -> {
          order.read(from, (int) count, newRow);
          RowRange local = round[comm.rank()];
          boolean needed = comm.size() > 1 ? sort((int) count, round) : any((int) count, local);
          for (int c = 0; c < sources.size(); c++) {
            if (needed) {
              sources.get(c).read(order.rows().first() + from, (int) count, block);
              window[c].put(newRow, local, (int) count, block);
            }
            if (comm.size() > 1) {
              send(round, window[c]);
            }
          }
        });
  }

  /** Returns whether a row of the block is needed on one rank. */
  private boolean any(int count, RowRange needed) {
    return needed.count() == windows.rows()
        || Parallel.indices(count, Parallel.STREAM_GRAIN).anyMatch(i -> needed.contains(newRow[i]));
  }

  /** Sorts the rows of the block by the rank that needs them; returns whether there are any. */
  private boolean sort(int count, RowRange[] round) {
    long[] start = new long[round.length + 1];
    Arrays.setAll(start, r -> r < round.length ? round[r].first() : Long.MAX_VALUE);
    long[] end = Arrays.stream(round).mapToLong(RowRange::end).toArray();
    Parallel.forRange(
        count,
        Parallel.GRAIN,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            long row = newRow[i];
            int r = ArrayParts.partOf(start, row);
            rank[i] = row >= start[r] && row < end[r] ? r : NOWHERE;
          }
        });
    byRank.sort(rank, count);
    return byRank.end(round.length - 1) > 0;
  }

  private void send(RowRange[] round, RowWindow window) {
    int rowBytes = Integer.BYTES * (1 + window.words());
    int limit = Math.max(1, receivedBytes / comm.size() / rowBytes);
    double[] longest = {0};
    for (int r = 0; r < comm.size(); r++) {
      int rows = byRank.end(r) - byRank.start(r);
      longest[0] = Math.max(longest[0], r == comm.rank() ? 0 : rows);
    }
    comm.max(longest);
    for (int done = 0; done < longest[0]; done += limit) {
      byte[][] messages = ByteMessages.none(comm);
      for (int r = 0; r < messages.length; r++) {
        int from = byRank.start(r) + done;
        if (r != comm.rank() && from < byRank.end(r)) {
          int to = Math.min(byRank.end(r), from + limit);
          messages[r] = message(from, to - from, round[r].first(), window.words());
        }
      }
      for (byte[] message : ByteMessages.allToAll(comm, messages)) {
        take(message, window);
      }
    }
  }

  /** Packs a message: indices in the window, then the rows. */
  private byte[] message(int start, int count, long first, int words) {
    int[] rows = byRank.rows();
    int[] content = new int[count * (1 + words)];
    Parallel.forRange(
        count,
        Parallel.GRAIN,
        (from, to) -> {
          for (int k = from; k < to; k++) {
            int row = rows[start + k];
            content[k] = (int) (newRow[row] - first);
            for (int w = 0; w < words; w++) {
              content[count + k * words + w] = block[row * words + w];
            }
          }
        });
    ByteBuffer message = ByteBuffer.allocate(Integer.BYTES * content.length);
    RowWords.toBytes(content, 0, content.length, Integer.BYTES, message);
    return message.array();
  }

  private static void take(byte[] message, RowWindow window) {
    ByteBuffer content = ByteBuffer.wrap(message);
    int count = message.length / Integer.BYTES / (1 + window.words());
    int[] index = new int[count];
    int[] rows = new int[count * window.words()];
    RowWords.fromBytes(content, Integer.BYTES, count, index, 0);
    content.position(count * Integer.BYTES);
    RowWords.fromBytes(content, Integer.BYTES, rows.length, rows, 0);
    long[] newRow = new long[count];
    Parallel.forEach(count, Parallel.GRAIN, k -> newRow[k] = index[k]);
    window.put(newRow, new RowRange(0, Integer.MAX_VALUE), count, rows);
  }
}
