package org.jzfof.dump;

import java.nio.file.Path;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.ListValue;
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
   * @param sources gives IDs and masses as far as they are asked for
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
    DumpColumns columns = new DumpColumns(info.doubles());
    this.writer =
        new RowWriter<>(
            comm,
            shares,
            files,
            temporary,
            (file, piece) -> new ListPiece(file, info, piece, shares, pairStart, columns));
  }

  /** Writes a block; belongs to the writer from here on. */
  public void accept(ListBlock block) {
    HostColumn row = block.row();
    HostColumn distance = block.distance();
    HostColumn id = info.has(ListValue.ID) ? sources.ids().get(row, memory) : null;
    HostColumn density = info.has(ListValue.DENSITY) ? densities(block) : null;
    writer.accept(
        new ListRows(
            block.first(),
            block.firstPair(),
            block.length(),
            density,
            keep(row, ListValue.INDEX),
            id,
            DumpWriter.rounded(keep(distance, ListValue.DISTANCE), info.real(), memory)));
  }

  private HostColumn keep(HostColumn array, ListValue value) {
    if (array != null && !info.has(value)) {
      array.close();
      return null;
    }
    return array;
  }

  private HostColumn densities(ListBlock block) {
    if (sources.masses() == null) {
      return densities(block, i -> sources.oneMass());
    }
    try (HostColumn bits = sources.masses().get(block.row(), memory)) {
      return densities(block, i -> Double.longBitsToDouble(bits.getLong(i)));
    }
  }

  /** In double, in the order of the list; infinite where the radius is 0 and a neighbour there. */
  private HostColumn densities(ListBlock block, IntToDoubleFunction mass) {
    SphKernel kernel = SphKernel.of(info.kernel());
    int rows = block.length().length();
    int[] start = new int[rows + 1];
    for (int i = 0; i < rows; i++) {
      start[i + 1] = start[i] + (int) block.length().getLong(i);
    }
    HostColumn density = memory.allocate(info.real(), rows);
    IntStream.range(0, rows)
        .parallel()
        .forEach(
            i -> {
              double h = block.radius()[i];
              double sum = 0;
              for (int p = start[i]; p < start[i + 1]; p++) {
                double u = h > 0 ? block.distance().getDouble(p) / h : 0;
                sum += mass.applyAsDouble(p) * kernel.shape(u);
              }
              density.set(i, sum == 0 ? 0 : kernel.factor(h) * sum);
            });
    return density;
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
