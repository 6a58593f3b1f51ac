package org.jzfof.snapshot.file;

/** Decodes the numbers of an encoded column. */
interface Decoder {
  /** Whether decoded numbers lose precision as float32. */
  boolean isDouble();

  /** Reads and decodes numbers in the precision of {@link #isDouble}. */
  void read(Column column, Blocks blocks, ColumnSink sink);
}
