package org.jzfof.export;

import java.io.IOException;
import java.util.List;

/** Writes a table in one of the formats, block by block, to a file that does not exist yet. */
interface TableWriter extends AutoCloseable {
  /**
   * Writes rows.
   *
   * @param numbers numbers of each column, of all rows of a block
   * @param rows rows of the block to write, in their order
   */
  void write(List<Numbers> numbers, int[] rows) throws IOException;

  /** Writes what follows all rows. */
  void finish() throws IOException;

  @Override
  void close() throws IOException;
}
