package org.jzfof.catalogue.particles;

import java.util.function.Supplier;

/**
 * A column of particles that all ranks write together.
 *
 * @param rows number of rows in all files
 * @param ordered whether it is written in group order; otherwise in the order of the snapshot
 * @param source opens the source
 */
record WrittenColumn(
    int type, String path, long rows, boolean ordered, Supplier<RowSource> source) {
  /** Number of bytes of a row. */
  int rowBytes() {
    try (RowSource opened = source.get()) {
      return opened.rowBytes();
    }
  }
}
