package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.util.Optional;
import java.util.function.Supplier;
import org.jzfof.hdf5.chunks.ChunkIndex;
import org.jzfof.hdf5.library.Hdf5Id;
import org.jzfof.hdf5.library.Hdf5Info;

/** Checks whether the values of a dataset are present in its file or in external files. */
final class Hdf5Storage {
  private Hdf5Storage() {}

  /**
   * Describes the values that were never written and read as fill values, such as "16 of 32 chunks
   * of 1024 rows"; empty if all values were written.
   *
   * @param chunks supplier of the index of a chunked dataset
   * @throws org.jzfof.hdf5.library.Hdf5Exception if written values cannot be present, because of a
   *     damaged chunk index or a truncated external file
   */
  static Optional<String> unwritten(long dataset, Hdf5Info info, Supplier<ChunkIndex> chunks) {
    if (info.rows() * info.columns() == 0) {
      return Optional.empty();
    }
    try (Hdf5Id properties = Hdf5Id.properties(H5.H5Dget_create_plist(dataset))) {
      int layout = H5.H5Pget_layout(properties.value());
      if (layout == HDF5Constants.H5D_CHUNKED) {
        return chunks.get().missing();
      }
      if (layout != HDF5Constants.H5D_CONTIGUOUS) {
        return Optional.empty();
      }
      if (H5.H5Pget_external_count(properties.value()) > 0) {
        StoredExtent.external(dataset, properties.value(), info).forEach(StoredExtent::require);
        return Optional.empty();
      }
      return H5.H5Dget_storage_size(dataset) == 0 ? Optional.of("all") : Optional.empty();
    }
  }
}
