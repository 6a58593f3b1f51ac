package org.jzfof.catalogue.particles;

import java.nio.ByteBuffer;
import java.util.List;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.ByteMessages;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.SharedBlocks;

/**
 * Sends the rows of columns of one type from the ranks that read them, in the order of the
 * snapshot, to the ranks that process them in group order. A rank reads only blocks with needed
 * rows.
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
  private final byte[] block;
  private final long[] newRow;
  private final int[] target; // rank of each row of the block
  private final int[] sorted; // rows of the block ordered by rank

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
    int widest = sources.stream().mapToInt(RowSource::rowBytes).max().orElseThrow();
    int limit = Math.min(READ_ROWS, Math.max(1, readBytes / widest));
    int rows = (int) Math.min(limit, (windows.rows() + comm.size() - 1) / comm.size());
    this.block = new byte[rows * widest];
    this.newRow = new long[rows];
    this.target = new int[rows];
    this.sorted = new int[comm.size() > 1 ? rows : 0];
  }

  /** Number of bytes of the buffers, without messages in transit. */
  long heldBytes() {
    return block.length + (Long.BYTES + 2L * Integer.BYTES) * newRow.length;
  }

  /**
   * Fills the windows of a round; collective over all ranks.
   *
   * @param round rows of each rank
   * @param window receives [rows·rowBytes] of this rank, per column
   */
  void fill(RowRange[] round, byte[][] window) {
    GroupOrderedRows.Walk walk = order.walk();
    SharedBlocks.forEach(
        comm,
        order.rows().count(),
        newRow.length,
        (from, count) -> {
          walk.next((int) count, newRow);
          int[] needed = target((int) count, round);
          int[] end = comm.size() > 1 ? sort((int) count, needed) : needed;
          for (int c = 0; c < sources.size(); c++) {
            RowSource source = sources.get(c);
            if (end[end.length - 1] > 0) {
              source.read(order.rows().first() + from, (int) count, block);
            }
            if (needed[comm.rank()] > 0) {
              keepLocal((int) count, round[comm.rank()].first(), source.rowBytes(), window[c]);
            }
            if (comm.size() > 1) {
              send(end, round, source.rowBytes(), window[c]);
            }
          }
        });
  }

  /** Finds the rank that needs each row of the block; returns the number of rows per rank. */
  private int[] target(int count, RowRange[] round) {
    int[] needed = new int[round.length];
    for (int i = 0; i < count; i++) {
      target[i] = target(newRow[i], round);
      if (target[i] != NOWHERE) {
        needed[target[i]]++;
      }
    }
    return needed;
  }

  private void keepLocal(int count, long first, int rowBytes, byte[] window) {
    for (int i = 0; i < count; i++) {
      if (target[i] == comm.rank()) {
        int at = (int) (newRow[i] - first) * rowBytes;
        System.arraycopy(block, i * rowBytes, window, at, rowBytes);
      }
    }
  }

  /**
   * Sorts the rows of the block by the ranks that need them; returns the end of each rank's rows.
   */
  private int[] sort(int count, int[] needed) {
    int[] end = needed.clone();
    ArrayParts.prefixSum(end);
    int[] next = new int[end.length];
    System.arraycopy(end, 0, next, 1, end.length - 1);
    for (int i = 0; i < count; i++) {
      if (target[i] != NOWHERE) {
        sorted[next[target[i]]++] = i;
      }
    }
    return end;
  }

  private int target(long row, RowRange[] round) {
    if (round[comm.rank()].contains(row)) {
      return comm.rank();
    }
    if (round.length == 1) {
      return NOWHERE;
    }
    int owner = windows.owner(row);
    return round[owner].contains(row) ? owner : NOWHERE;
  }

  private static int start(int[] end, int rank) {
    return rank == 0 ? 0 : end[rank - 1];
  }

  private void send(int[] end, RowRange[] round, int rowBytes, byte[] window) {
    int limit = Math.max(1, receivedBytes / comm.size() / (Integer.BYTES + rowBytes));
    double[] longest = {0};
    for (int r = 0; r < end.length; r++) {
      longest[0] = Math.max(longest[0], r == comm.rank() ? 0 : end[r] - start(end, r));
    }
    comm.max(longest);
    for (int done = 0; done < longest[0]; done += limit) {
      byte[][] messages = ByteMessages.none(comm);
      for (int r = 0; r < messages.length; r++) {
        int from = start(end, r) + done;
        if (r != comm.rank() && from < end[r]) {
          messages[r] = message(from, Math.min(end[r], from + limit), round[r].first(), rowBytes);
        }
      }
      for (byte[] message : ByteMessages.allToAll(comm, messages)) {
        take(message, rowBytes, window);
      }
    }
  }

  /** Packs a message: indices in the window, then the rows. */
  private byte[] message(int from, int to, long first, int rowBytes) {
    ByteBuffer message = ByteBuffer.allocate((to - from) * (Integer.BYTES + rowBytes));
    for (int k = from; k < to; k++) {
      message.putInt((int) (newRow[sorted[k]] - first));
    }
    for (int k = from; k < to; k++) {
      message.put(block, sorted[k] * rowBytes, rowBytes);
    }
    return message.array();
  }

  private static void take(byte[] message, int rowBytes, byte[] window) {
    int rows = message.length / (Integer.BYTES + rowBytes);
    ByteBuffer content = ByteBuffer.wrap(message);
    for (int i = 0; i < rows; i++) {
      int at = rows * Integer.BYTES + i * rowBytes;
      System.arraycopy(message, at, window, content.getInt() * rowBytes, rowBytes);
    }
  }
}
