package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jzfof.hdf5.chunks.ChunkIndex;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Id;
import org.jzfof.hdf5.library.Hdf5Info;

/** Checks whether the values of a dataset are present in its file or in external files. */
final class Hdf5Storage {
  private static final String ORIGIN = "${ORIGIN}";

  private Hdf5Storage() {}

  /**
   * Describes the values that were never written and read as fill values, such as "16 of 32 chunks
   * of 1024 rows"; empty if all values were written.
   *
   * @param chunks supplier of the index of a chunked dataset
   * @throws Hdf5Exception if written values cannot be present, because of a damaged chunk index or
   *     a truncated external file
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
        requireExternal(dataset, properties.value(), info);
        return Optional.empty();
      }
      return H5.H5Dget_storage_size(dataset) == 0 ? Optional.of("all") : Optional.empty();
    }
  }

  /**
   * Requires that external files are long enough, because the library reads zeros beyond their end.
   */
  private static void requireExternal(long dataset, long properties, Hdf5Info info) {
    long rest = info.rows() * info.columns() * info.bytes();
    int files = H5.H5Pget_external_count(properties);
    for (int i = 0; i < files && rest > 0; i++) {
      String[] name = new String[1];
      long[] offsetAndBytes = new long[2];
      H5.H5Pget_external(properties, i, 1 << 12, name, offsetAndBytes);
      long bytes = offsetAndBytes[1] < 0 ? rest : Math.min(rest, offsetAndBytes[1]);
      requireBytes(external(dataset, name[0]), offsetAndBytes[0] + bytes);
      rest -= bytes;
    }
  }

  private static Path external(long dataset, String name) {
    String prefix = System.getenv(Hdf5Exception.EXTERNAL_PREFIX);
    if (prefix == null || prefix.isEmpty() || Path.of(name).isAbsolute()) {
      return Path.of(name);
    }
    Path folder = Path.of(H5.H5Fget_name(dataset)).toAbsolutePath().getParent();
    String directory =
        prefix.startsWith(ORIGIN) ? folder + prefix.substring(ORIGIN.length()) : prefix;
    return Path.of(directory, name);
  }

  private static void requireBytes(Path file, long needed) {
    long available;
    try {
      available = Files.size(file);
    } catch (IOException e) {
      throw new Hdf5Exception(
          "its values are in %s, which does not exist; run jzfof in the folder of that file, or set %s to that folder"
              .formatted(file, Hdf5Exception.EXTERNAL_PREFIX),
          e);
    }
    if (available < needed) {
      throw new Hdf5Exception(
          "its values are in %s, which has %d of the %d bytes".formatted(file, available, needed));
    }
  }
}
