package org.jzfof.hdf5;

import org.jzfof.hdf5.library.Hdf5Exception;

/** Reads rows of a dataset without the library; several datasets can be read at the same time. */
interface DirectReader extends AutoCloseable {
  /**
   * Reads consecutive rows into the start of an array.
   *
   * @throws Hdf5Exception if the stored values are damaged or cannot be read
   * @throws java.util.concurrent.CancellationException if this thread is interrupted
   */
  void read(long row, int rows, StoredNumbers target);

  /** Waits for the end of all reads, and closes the file. */
  @Override
  void close();
}
