package org.jzfof.dump;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.NeighbourValue;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.knn.NeighbourBlock;
import org.jzfof.knn.NeighbourSink;

/**
 * Writes the answers of all ranks beside the search. Of K files on R ranks, rank p R / K writes
 * file p; the others send it its rows, block by block. All ranks call every method together.
 */
public final class DumpWriter implements NeighbourSink, AutoCloseable {
  private final Communicator comm;
  private final DumpInfo info;
  private final SourceValues sources;
  private final EvenShares shares;
  private final DumpPieces pieces;
  private final HostMemory memory = new HostMemory();
  private final WriteQueue queue = new WriteQueue();

  /**
   * @param info what is written
   * @param sources gives IDs and masses as far as they are asked for
   * @param files all files of the result
   * @param temporary where they are written
   */
  public DumpWriter(
      Communicator comm,
      DumpInfo info,
      SourceValues sources,
      List<Path> files,
      List<Path> temporary) {
    this.comm = comm;
    this.info = info;
    this.sources = sources;
    this.shares = new EvenShares(info.rows(), files.size());
    this.pieces = new DumpPieces(info, files, temporary);
  }

  @Override
  public void accept(NeighbourBlock block) {
    DumpRows rows = complete(block);
    List<DumpRows> own = comm.size() == 1 ? List.of(rows) : exchange(rows);
    queue.put(() -> own.forEach(pieces::write));
  }

  /** Adds what the search does not know, and leaves out what is not asked for. */
  private DumpRows complete(NeighbourBlock block) {
    HostColumn row = block.row();
    HostColumn distance = block.distance();
    HostColumn id = sources.ids() == null ? null : sources.ids().get(row, memory);
    HostColumn density =
        info.has(NeighbourValue.DENSITY)
            ? sources.densities(row, distance, block.k(), info.real(), memory)
            : null;
    return new DumpRows(
        block.first(),
        block.count(),
        block.k(),
        block.query(),
        keep(row, NeighbourValue.INDEX),
        id,
        rounded(keep(distance, NeighbourValue.DISTANCE)),
        density);
  }

  /** Distances as they are written; closes those that are not. */
  private HostColumn rounded(HostColumn distance) {
    if (distance == null || distance.type() == info.real()) {
      return distance;
    }
    try (distance) {
      HostColumn narrow = memory.allocate(info.real(), distance.length());
      for (int i = 0; i < distance.length(); i++) {
        narrow.set(i, distance.getDouble(i));
      }
      return narrow;
    }
  }

  private HostColumn keep(HostColumn array, NeighbourValue value) {
    if (info.has(value)) {
      return array;
    }
    array.close();
    return null;
  }

  /**
   * Sends rows to the ranks that write them; returns those that this one does.
   *
   * @param rows closed
   */
  private List<DumpRows> exchange(DumpRows rows) {
    long[][] messages = new long[comm.size()][];
    for (int rank = 0; rank < messages.length; rank++) {
      long from = Math.max(rows.first(), shares.start(firstPiece(rank)));
      long to = Math.min(rows.first() + rows.count(), shares.start(firstPiece(rank + 1)));
      messages[rank] = from < to ? rows.between(from, to).pack() : new long[0];
    }
    rows.close();
    List<DumpRows> own = new ArrayList<>();
    for (long[] message : comm.allToAll(messages)) {
      if (message.length > 0) {
        own.add(DumpRows.unpack(message, rows, memory));
      }
    }
    return own;
  }

  /** First file of a rank: the least p with p R / K of at least the rank. */
  private int firstPiece(int rank) {
    return (int) (((long) rank * shares.parts() + comm.size() - 1) / comm.size());
  }

  /** Waits until everything is in the files. */
  public void finish() {
    queue.put(
        () -> {
          for (int piece = firstPiece(comm.rank()); piece < firstPiece(comm.rank() + 1); piece++) {
            pieces.writeEmpty(piece);
            if (!pieces.isDone(piece)) {
              throw new IllegalStateException("file " + piece + " lacks rows");
            }
          }
        });
    queue.finish();
  }

  @Override
  public void close() {
    queue.close();
    pieces.close();
  }
}
