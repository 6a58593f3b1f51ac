package org.jzfof.snapshot.particles;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jzfof.domain.Quantiser;
import org.jzfof.domain.SearchSpace;
import org.jzfof.snapshot.checks.RowChecks;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;

/** Checks blocks of coordinates and copies them to the device. */
final class PositionBlocks implements ColumnSink {
  private final ReadRange range;
  private final Quantiser quantiser;
  private final RowChecks checks;
  private final LongConsumer valueCounter;

  /**
   * @param valueCounter consumer of the number of values of each block
   */
  PositionBlocks(
      ReadRange range, Quantiser quantiser, RowChecks checks, LongConsumer valueCounter) {
    this.range = range;
    this.quantiser = quantiser;
    this.checks = checks;
    this.valueCounter = valueCounter;
  }

  @Override
  public void accept(ColumnBlock block) {
    checks.inspect(ParticleColumn.COORDINATES, range.type(), range.from(), block);
    long at = range.target() + block.row();
    if (block.isFractions()) {
      quantiser.convertFractions(block.fractions(), block.count(), at);
    } else if (block.values() instanceof float[] xyz) {
      quantiser.convert(xyz, block.count(), at);
    } else {
      quantiser.convert(block.doubles(), block.count(), at);
    }
    valueCounter.accept(block.length());
  }

  @Override
  public boolean takesFractions() {
    return true;
  }

  /** Maps a block of coordinates into the condensed space without gaps, and copies it. */
  void condense(SearchSpace space, ColumnBlock block) {
    double[] xyz = block.doubles();
    double[] condensed = new double[block.length()];
    Arrays.setAll(condensed, i -> space.condense(xyz[i], i % 3));
    checks.inspect(ParticleColumn.COORDINATES, range.type(), range.from(), block);
    quantiser.convert(condensed, block.count(), range.target() + block.row());
    valueCounter.accept(block.length());
  }
}
