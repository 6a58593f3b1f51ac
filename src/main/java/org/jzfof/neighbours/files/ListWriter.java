package org.jzfof.neighbours.files;

import java.nio.file.Path;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.search.ListValue;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;

/**
 * Writes neighbours within radii of all ranks beside the search. All ranks call every method
 * together.
 */
public final class ListWriter implements AutoCloseable {
  private final ListInfo info;
  private final SourceValues sources;
  private final RowWriter<ListRows> writer;
  private final HostMemory memory = new HostMemory();

  /**
   * @param info what is written
   * @param sources gives IDs, masses and velocities as far as they are asked for
   * @param files all files of the result
   * @param temporary where they are written
   * @param pairStart neighbours of the rows before each file, and of all [files+1]
   */
  public ListWriter(
      Communicator comm,
      ListInfo info,
      SourceValues sources,
      List<Path> files,
      List<Path> temporary,
      long[] pairStart) {
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
            (file, piece) -> new ListFile(file, info, piece, shares, pairStart, columns));
  }

  /** Writes a block; belongs to the writer from here on. */
  public void accept(ListBlock block) {
    HostColumn row = block.row();
    HostColumn distance = block.distance();
    HostColumn id = info.has(ListValue.ID) ? sources.ids().get(row, memory) : null;
    Sums sums = sums(block);
    writer.accept(
        new ListRows(
            block.first(),
            block.firstPair(),
            block.query(),
            block.length(),
            sums.density,
            sums.dispersion,
            keep(row, ListValue.INDEX),
            id,
            NeighbourWriter.rounded(keep(distance, ListValue.DISTANCE), info.real(), memory)));
  }

  private HostColumn keep(HostColumn array, ListValue value) {
    if (array != null && !info.has(value)) {
      array.close();
      return null;
    }
    return array;
  }

  /** Densities and dispersions, or nulls. */
  private record Sums(HostColumn density, HostColumn dispersion) {}

  private Sums sums(ListBlock block) {
    if (!info.hasSums()) {
      return new Sums(null, null);
    }
    if (sources.masses() == null) {
      return sums(block, i -> sources.oneMass());
    }
    try (HostColumn masses = sources.masses().get(block.row(), memory)) {
      return sums(block, doubles(masses));
    }
  }

  private Sums sums(ListBlock block, IntToDoubleFunction mass) {
    SphKernel kernel = SphKernel.of(info.content().kernel());
    ListSums sums = new ListSums(block, kernel, mass, info.real(), memory);
    HostColumn density = info.has(ListValue.DENSITY) ? sums.densities() : null;
    return new Sums(density, info.has(ListValue.DISPERSION) ? dispersions(block, sums) : null);
  }

  private HostColumn dispersions(ListBlock block, ListSums sums) {
    List<HostColumn> velocities =
        sources.velocities().stream().map(lookup -> lookup.get(block.row(), memory)).toList();
    HostColumn dispersion = sums.dispersions(velocities.stream().map(ListWriter::doubles).toList());
    velocities.forEach(HostColumn::close);
    return dispersion;
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
