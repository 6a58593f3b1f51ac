package org.jzfof.neighbours.files;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;

/** Writes the neighbours of all ranks during the search. All ranks call every method together. */
public final class NeighbourWriter implements AutoCloseable {
  private final NeighbourInfo info;
  private final RowLookup ids;
  private final RowWriter writer;
  private final HostMemory memory = new HostMemory();

  /**
   * @param ids IDs of the sources; null if they are not written
   * @param temporary temporary path of each file
   * @param pairStart number of neighbours of the rows before each file, followed by the number of
   *     all neighbours [files+1]
   */
  public NeighbourWriter(
      Communicator comm,
      NeighbourInfo info,
      RowLookup ids,
      List<Path> files,
      List<Path> temporary,
      long[] pairStart) {
    this.info = info;
    this.ids = ids;
    EvenShares shares = new EvenShares(info.rows(), files.size());
    this.writer = new RowWriter(comm, shares, files, temporary, info, pairStart);
  }

  /** Writes a block, whose arrays the writer closes. */
  public void accept(NeighbourBlock block) {
    Map<NeighbourValue, HostColumn> values = new EnumMap<>(NeighbourValue.class);
    values.putAll(block.sums());
    if (info.has(NeighbourValue.ID)) {
      values.put(NeighbourValue.ID, ids.get(block.row(), memory));
    }
    keep(NeighbourValue.INDEX, block.row(), values);
    keep(NeighbourValue.DISTANCE, block.distance(), values);
    writer.accept(
        new NeighbourRows(
            block.first(),
            block.firstPair(),
            block.lengths(),
            block.query(),
            values,
            block.packed()));
  }

  /**
   * Writes rows of consecutive sources along the curve.
   *
   * @param first number of the first of these sources along the curve
   */
  public void acceptSources(long first, long[] rows) {
    writer.acceptSources(first, rows);
  }

  private void keep(
      NeighbourValue value, HostColumn array, Map<NeighbourValue, HostColumn> values) {
    if (info.has(value)) {
      values.put(value, array);
    } else if (array != null) {
      array.close();
    }
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
