package org.jzfof.snapshot.file;

/** Makes numbers of an encoded column. */
interface Decoder {
  /** Whether float32 would lose some of the numbers. */
  boolean isDouble();

  /** Reads numbers in the precision that they need. */
  void read(Column column, Blocks blocks, ColumnSink sink);
}
