package org.jzfof.catalogue.particles;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
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
  private final int receivedBytes;
  private final int[] block;
  private final long[] newRow;
  private final int[] rank; // rank that needs each row of the block
  private final RowSort byRank;
  private final int[] index; // index in the window of that rank, of the sorted rows

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
    this.receivedBytes = receivedBytes;
    int widest =
        sources.stream().mapToInt(source -> RowWords.perRow(source.rowBytes())).max().orElseThrow();
    int limit = Math.min(READ_ROWS, Math.max(1, readBytes / (Integer.BYTES * widest)));
    int rows = (int) Math.min(limit, (windows.rows() + comm.size() - 1) / comm.size());
    this.block = new int[rows * widest];
    this.newRow = new long[rows];
    this.rank = new int[rows];
    this.byRank = new RowSort(comm.size(), rows);
    this.index = new int[rows];
  }

  /** Number of bytes of the buffers, without messages in transit. */
  long heldBytes() {
    return (long) Integer.BYTES * block.length + (Long.BYTES + 3L * Integer.BYTES) * newRow.length;
  }

  /**
   * Fills the windows of a round; collective over all ranks.
   *
   * @param round rows of each rank
   * @param window receives the rows of this rank, per column
   */
  void fill(RowRange[] round, RowWindow[] window) {
    GroupOrderedRows.Walk walk = order.walk();
    SharedBlocks.forEach(
        comm,
        order.rows().count(),
        newRow.length,
        (from, count) -> {
          walk.next((int) count, newRow);
          sortByRank((int) count, round);
          for (int c = 0; c < sources.size(); c++) {
            if (byRank.end(comm.size() - 1) > 0) {
              sources.get(c).read(order.rows().first() + from, (int) count, block);
            }
            int first = byRank.start(comm.rank());
            int kept = byRank.end(comm.rank()) - first;
            window[c].put(index, byRank.rows(), first, kept, block);
            if (comm.size() > 1) {
              send(round, window[c]);
            }
          }
        });
  }

  /** Sorts the rows of the block by the rank that needs them. */
  private void sortByRank(int count, RowRange[] round) {
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
    int[] rows = byRank.rows();
    Parallel.forRange(
        byRank.end(round.length - 1),
        Parallel.GRAIN,
        (from, to) -> {
          for (int k = from; k < to; k++) {
            index[k] = (int) (newRow[rows[k]] - start[rank[rows[k]]]);
          }
        });
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
          messages[r] = message(from, to - from, window.words());
        }
      }
      for (byte[] message : ByteMessages.allToAll(comm, messages)) {
        take(message, window);
      }
    }
  }

  /** Packs a message: indices in the window, then the rows. */
  private byte[] message(int first, int count, int words) {
    int[] rows = byRank.rows();
    int[] content = new int[count * (1 + words)];
    System.arraycopy(index, first, content, 0, count);
    Parallel.forRange(
        count,
        Parallel.GRAIN,
        (from, to) -> {
          for (int k = from; k < to; k++) {
            int source = rows[first + k] * words;
            for (int w = 0; w < words; w++) {
              content[count + k * words + w] = block[source + w];
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
    int[] to = new int[count];
    int[] rows = new int[count * window.words()];
    RowWords.fromBytes(content, Integer.BYTES, count, to, 0);
    RowWords.fromBytes(
        content.position(count * Integer.BYTES), Integer.BYTES, rows.length, rows, 0);
    window.put(to, IntStream.range(0, count).toArray(), 0, count, rows);
  }
}
