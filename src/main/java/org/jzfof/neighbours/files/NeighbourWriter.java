package org.jzfof.neighbours.files;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;

/** Writes the neighbours of all ranks during the search. All ranks call every method together. */
public final class NeighbourWriter implements AutoCloseable {
  private final NeighbourInfo info;
  private final SourceValues sources;
  private final RowWriter<NeighbourRows> writer;
  private final HostMemory memory = new HostMemory();

  /**
   * @param sources IDs, masses and velocities of the sources, as far as they are requested
   * @param temporary temporary path of each file
   * @param pairStart number of neighbours of the rows before each file, followed by the number of
   *     all neighbours [files+1]
   */
  public NeighbourWriter(
      Communicator comm,
      NeighbourInfo info,
      SourceValues sources,
      List<Path> files,
      List<Path> temporary,
      long[] pairStart) {
    this.info = info;
    this.sources = sources;
    EvenShares shares = new EvenShares(info.rows(), files.size());
    this.writer =
        new RowWriter<>(
            comm,
            shares,
            files,
            temporary,
            (file, piece) -> new NeighbourFile(file, info, piece, shares, pairStart));
  }

  /** Writes a block, whose arrays the writer closes. */
  public void accept(NeighbourBlock block) {
    Map<NeighbourValue, HostColumn> values = new EnumMap<>(NeighbourValue.class);
    if (info.has(NeighbourValue.ID)) {
      values.put(NeighbourValue.ID, sources.ids().get(block.row(), memory));
    }
    if (info.shape().hasSums()) {
      addSums(block, values);
    }
    keep(NeighbourValue.INDEX, block.row(), values);
    keep(NeighbourValue.DISTANCE, block.distance(), values);
    writer.accept(
        new NeighbourRows(
            block.first(), block.firstPair(), block.lengths(), block.query(), values));
  }

  private void keep(
      NeighbourValue value, HostColumn array, Map<NeighbourValue, HostColumn> values) {
    if (info.has(value)) {
      values.put(value, array);
    } else if (array != null) {
      array.close();
    }
  }

  private void addSums(NeighbourBlock block, Map<NeighbourValue, HostColumn> values) {
    if (sources.masses() == null) {
      addSums(block, i -> sources.oneMass(), values);
      return;
    }
    try (HostColumn masses = sources.masses().get(block.row(), memory)) {
      addSums(block, doubles(masses), values);
    }
  }

  private void addSums(
      NeighbourBlock block, IntToDoubleFunction mass, Map<NeighbourValue, HostColumn> values) {
    SphKernel kernel = SphKernel.of(info.shape().kernel());
    SphSums sums = new SphSums(block, kernel, mass, info.real(), memory);
    if (info.has(NeighbourValue.DENSITY)) {
      values.put(NeighbourValue.DENSITY, sums.densities());
    }
    if (info.has(NeighbourValue.DISPERSION)) {
      List<HostColumn> velocities =
          sources.velocities().stream().map(lookup -> lookup.get(block.row(), memory)).toList();
      values.put(
          NeighbourValue.DISPERSION,
          sums.dispersions(velocities.stream().map(NeighbourWriter::doubles).toList()));
      velocities.forEach(HostColumn::close);
    }
  }

  private static IntToDoubleFunction doubles(HostColumn bits) {
    return i -> Double.longBitsToDouble(bits.getLong(i));
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
