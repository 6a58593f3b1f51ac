package org.jzfof.snapshot.particles;

import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.OccupiedBins;
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
    convert(quantiser, block, range.target() + block.row());
    valueCounter.accept(block.length());
  }

  @Override
  public boolean takesFractions() {
    return true;
  }

  /** Maps a block of coordinates into the condensed space without gaps, and copies it. */
  void condense(SearchSpace space, ColumnBlock block) {
    checks.inspect(ParticleColumn.COORDINATES, range.type(), range.from(), block);
    convert(quantiser, condensed(space, block), range.target() + block.row());
    valueCounter.accept(block.length());
  }

  /** Maps a block of coordinates into the condensed space without gaps. */
  static ColumnBlock condensed(SearchSpace space, ColumnBlock block) {
    double[] xyz = block.doubles();
    double[] condensed = new double[block.length()];
    Arrays.setAll(condensed, i -> space.condense(xyz[i], i % 3));
    return new ColumnBlock(block.row(), block.count(), 3, condensed);
  }

  /** Converts a block of coordinates to fixed point from row {@code at} of the positions on. */
  static void convert(Quantiser quantiser, ColumnBlock block, long at) {
    if (block.isFractions()) {
      quantiser.convertFractions(block.fractions(), block.count(), at);
    } else if (block.values() instanceof float[] xyz) {
      quantiser.convert(xyz, block.count(), at);
    } else {
      quantiser.convert(block.doubles(), block.count(), at);
    }
  }

  /** Adds a block of coordinates to bins. */
  static void fill(OccupiedBins bins, ColumnBlock block) {
    double[] xyz = block.doubles();
    for (int i = 0; i < block.length(); i++) {
      bins.add(xyz[i], i % 3);
    }
  }

  /**
   * Returns a sink that passes blocks of coordinates on as float64 if all of them are valid.
   *
   * @param describe the location of a requested row, for a message
   * @throws org.jzfof.error.SnapshotException on the first position that is invalid in the box of
   *     the map
   */
  static ColumnSink checked(FixedPoint map, LongFunction<String> describe, ColumnSink sink) {
    return block -> {
      double[] xyz = block.doubles();
      for (int i = 0; i < block.length(); i++) {
        if (!map.isValid(xyz[i], i % 3)) {
          int at = i - i % 3;
          throw ColumnReading.invalid(
              describe.apply(block.row() + i / 3), xyz[at], xyz[at + 1], xyz[at + 2]);
        }
      }
      sink.accept(new ColumnBlock(block.row(), block.count(), 3, xyz));
    };
  }
}
