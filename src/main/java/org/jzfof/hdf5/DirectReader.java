package org.jzfof.hdf5;

import org.jzfof.hdf5.library.Hdf5Exception;

/** Reads rows of a dataset from the file itself, beside whoever reads other datasets. */
interface DirectReader extends AutoCloseable {
  /**
   * Reads consecutive rows into the start of an array.
   *
   * @throws Hdf5Exception if they are damaged or cannot be read
   * @throws java.util.concurrent.CancellationException if this thread is interrupted
   */
  void read(long row, int rows, StoredNumbers target);

  /** Waits until nothing reads any more. */
  @Override
  void close();
}
