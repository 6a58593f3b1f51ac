package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.jzfof.hdf5.library.Hdf5Id;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * Consecutive numbers in any file, as values of a dataset of an HDF5 file.
 *
 * @param type kind and width of the numbers
 * @param order byte order of the numbers
 * @param file absolute path
 * @param offset of the first number in the file
 */
public record ExternalValues(Hdf5Type type, ByteOrder order, Path file, long offset) {
  /** The type with its byte order; the caller closes it. */
  Hdf5Id openType() {
    Hdf5Id stored = type.open();
    if (order == ByteOrder.BIG_ENDIAN) {
      H5.H5Tset_order(stored.value(), HDF5Constants.H5T_ORDER_BE);
    }
    return stored;
  }

  /** Bytes of the values of a dataset. */
  long bytes(long... dims) {
    try (Hdf5Id stored = type.open()) {
      long bytes = H5.H5Tget_size(stored.value());
      for (long length : dims) {
        bytes *= length;
      }
      return bytes;
    }
  }
}
