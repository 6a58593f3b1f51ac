package org.jzfof.load;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jzfof.domain.Quantiser;
import org.jzfof.domain.SearchSpace;
import org.jzfof.load.checks.RowChecks;
import org.jzfof.snapshot.file.FloatSink;

/** Checks blocks of coordinates and copies them to the device. */
final class PositionBlocks implements FloatSink {
  private final RowRange range;
  private final Quantiser quantiser;
  private final RowChecks odd;
  private final LongConsumer taken;

  /**
   * @param taken receives the number of values of each block
   */
  PositionBlocks(RowRange range, Quantiser quantiser, RowChecks odd, LongConsumer taken) {
    this.range = range;
    this.quantiser = quantiser;
    this.odd = odd;
    this.taken = taken;
  }

  @Override
  public void accept(long row, int count, float[] xyz) {
    odd.positions(range.type(), range.from() + row, count, xyz);
    quantiser.take(xyz, count, range.target() + row);
    taken.accept(3L * count);
  }

  @Override
  public void accept(long row, int count, double[] xyz) {
    odd.positions(range.type(), range.from() + row, count, xyz);
    quantiser.take(xyz, count, range.target() + row);
    taken.accept(3L * count);
  }

  @Override
  public Optional<Fractions> fractions() {
    return Optional.of(this::takeFractions);
  }

  private void takeFractions(long row, int count, int[] fractions) {
    odd.fractions(range.type(), range.from() + row, count, fractions);
    quantiser.takeFractions(fractions, count, range.target() + row);
    taken.accept(3L * count);
  }

  /** Takes coordinates of the box to their places in a space without its gaps. */
  void condense(SearchSpace space, long row, int count, double[] xyz) {
    double[] places = new double[3 * count];
    Arrays.setAll(places, i -> space.condense(xyz[i], i % 3));
    odd.positions(range.type(), range.from() + row, count, xyz);
    quantiser.take(places, count, range.target() + row);
    taken.accept(3L * count);
  }
}
