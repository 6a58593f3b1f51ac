package org.jzfof.catalogue.particles;

import java.util.function.Supplier;

/**
 * A column of particles that all ranks write together.
 *
 * @param type of the particles
 * @param path of its dataset
 * @param rows of all files
 * @param ordered whether it is written in group order; else in the order of the snapshot
 * @param source opens what is read
 */
record WrittenColumn(
    int type, String path, long rows, boolean ordered, Supplier<RowSource> source) {
  /** Bytes of a row. */
  int rowBytes() {
    try (RowSource opened = source.get()) {
      return opened.rowBytes();
    }
  }
}
