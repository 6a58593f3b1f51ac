package org.jzfof.snapshot.file;

/** Takes blocks of a column in row order. */
@FunctionalInterface
public interface ColumnSink {
  void accept(ColumnBlock block);

  /**
   * Whether coordinates that are stored as integers which divide the box may come as such; they
   * come as float64 otherwise.
   */
  default boolean takesFractions() {
    return false;
  }
}
