package org.jzfof.neighbours.files;

import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.device.HostMemory;

/**
 * Writes rows of all ranks during the search. Of K files on R ranks, rank p R / K writes file p;
 * the other ranks send it the rows of this file, block by block. All ranks call every method
 * together.
 */
public final class RowWriter implements AutoCloseable {
  /** Maximum number of files that are written at the same time. */
  private static final int MAX_THREADS = 4;

  private final Communicator comm;
  private final EvenShares shares;
  private final EvenShares sources;
  private final RowFiles pieces;
  private final HostMemory memory = new HostMemory();
  private final WriteQueue queue;

  /**
   * @param shares shares of the files in all rows
   * @param temporary temporary path of each file
   * @param pairStart number of neighbours of the rows before each file, followed by the number of
   *     all neighbours [files+1]
   */
  RowWriter(
      Communicator comm,
      EvenShares shares,
      List<Path> files,
      List<Path> temporary,
      NeighbourInfo info,
      long... pairStart) {
    this.comm = comm;
    this.shares = shares;
    this.sources = info.sourceRows(files.size());
    this.queue = new WriteQueue(threads(comm, files.size()));
    this.pieces = new RowFiles(shares, files, temporary, info, pairStart);
  }

  /** Returns the number of files that a rank writes, the same for all ranks. */
  public static int filesOfRank(Communicator comm, int files) {
    return (files + comm.size() - 1) / comm.size();
  }

  /** Returns the number of threads that write files of a rank at the same time. */
  static int threads(Communicator comm, int files) {
    return Math.min(MAX_THREADS, filesOfRank(comm, files));
  }

  /**
   * Writes the next rows of this rank.
   *
   * @param rows rows; closed
   */
  void accept(NeighbourRows rows) {
    List<NeighbourRows> blocks = comm.size() == 1 ? List.of(rows) : exchange(rows);
    blocks.forEach(block -> queue.put(() -> pieces.write(block)));
  }

  /**
   * Sends rows to the ranks that write them, and returns the blocks that this rank writes.
   *
   * @param rows rows; closed
   */
  private List<NeighbourRows> exchange(NeighbourRows rows) {
    long[][] messages = new long[comm.size()][];
    for (int rank = 0; rank < messages.length; rank++) {
      long from = Math.max(rows.first(), shares.start(firstPiece(rank)));
      long to = Math.min(rows.first() + rows.count(), shares.start(firstPiece(rank + 1)));
      messages[rank] = from < to ? rows.between(from, to).pack() : new long[0];
    }
    rows.close();
    List<NeighbourRows> blocks = new ArrayList<>();
    for (long[] message : comm.allToAll(messages)) {
      if (message.length > 0) {
        blocks.add(rows.unpack(message, memory));
      }
    }
    return blocks;
  }

  /**
   * Writes rows of consecutive sources along the curve.
   *
   * @param first number of the first of these sources along the curve
   */
  void acceptSources(long first, long[] rows) {
    long[][] messages = new long[comm.size()][];
    for (int rank = 0; rank < messages.length; rank++) {
      long from = Math.max(first, sources.start(firstPiece(rank)));
      long to = Math.min(first + rows.length, sources.start(firstPiece(rank + 1)));
      LongBuffer message = LongBuffer.allocate(from < to ? (int) (to - from) + 1 : 0);
      if (from < to) {
        message.put(from).put(rows, (int) (from - first), (int) (to - from));
      }
      messages[rank] = message.array();
    }
    for (long[] message : comm.allToAll(messages)) {
      if (message.length > 0) {
        long[] received = Arrays.copyOfRange(message, 1, message.length);
        queue.put(() -> pieces.writeSources(message[0], received));
      }
    }
  }

  /** First file of a rank: the smallest p with p R / K of at least the rank. */
  private int firstPiece(int rank) {
    return (int) (((long) rank * shares.parts() + comm.size() - 1) / comm.size());
  }

  /** Waits until everything is in the files. */
  void finish() {
    queue.finish();
    for (int piece = firstPiece(comm.rank()); piece < firstPiece(comm.rank() + 1); piece++) {
      pieces.writeEmpty(piece);
      if (!pieces.isDone(piece)) {
        throw new IllegalStateException("file " + piece + " lacks rows");
      }
    }
  }

  @Override
  public void close() {
    queue.close();
    pieces.close();
  }
}
