package org.jzfof.snapshot.file;

/** A consumer of the blocks of a column, in row order. */
@FunctionalInterface
public interface ColumnSink {
  void accept(ColumnBlock block);

  /**
   * Whether the consumer accepts coordinates as integer fractions of the box, if they are stored in
   * this form. Otherwise they are converted to float64.
   */
  default boolean takesFractions() {
    return false;
  }
}
