package org.jzfof.neighbours.files;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.neighbours.NeighbourBlock;
import org.jzfof.neighbours.NeighbourSink;

/** Writes the answers of all ranks beside the search. All ranks call every method together. */
public final class NeighbourWriter implements NeighbourSink, AutoCloseable {
  private final NeighbourInfo info;
  private final SourceValues sources;
  private final RowWriter<NeighbourRecords> writer;
  private final HostMemory memory = new HostMemory();

  /**
   * @param info what is written
   * @param sources gives IDs and masses as far as they are asked for
   * @param files all files of the result
   * @param temporary where they are written
   */
  public NeighbourWriter(
      Communicator comm,
      NeighbourInfo info,
      SourceValues sources,
      List<Path> files,
      List<Path> temporary) {
    this.info = info;
    this.sources = sources;
    EvenShares shares = new EvenShares(info.rows(), files.size());
    NeighbourColumns columns = new NeighbourColumns(info.doubles());
    this.writer =
        new RowWriter<>(
            comm,
            shares,
            files,
            temporary,
            (file, piece) -> new NeighbourFile(file, info, piece, shares, columns));
  }

  @Override
  public void accept(NeighbourBlock block) {
    writer.accept(complete(block));
  }

  /** Adds what the search does not know, and leaves out what is not asked for. */
  private NeighbourRecords complete(NeighbourBlock block) {
    HostColumn row = block.row();
    HostColumn distance = block.distance();
    HostColumn id = sources.ids() == null ? null : sources.ids().get(row, memory);
    HostColumn density =
        info.has(NeighbourValue.DENSITY)
            ? sources.densities(row, distance, block.k(), info.real(), memory)
            : null;
    return new NeighbourRecords(
        block.first(),
        block.count(),
        block.k(),
        block.query(),
        keep(row, NeighbourValue.INDEX),
        id,
        rounded(keep(distance, NeighbourValue.DISTANCE), info.real(), memory),
        density);
  }

  /**
   * Distances as they are written.
   *
   * @param distance closed if another array is returned; or null
   */
  static HostColumn rounded(HostColumn distance, ElementType real, HostMemory memory) {
    if (distance == null || distance.type() == real) {
      return distance;
    }
    try (distance) {
      HostColumn narrow = memory.allocate(real, distance.length());
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

  /** Waits until everything is in the files. */
  public void finish() {
    writer.finish();
  }

  @Override
  public void close() {
    writer.close();
  }
}
