package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jzfof.error.SystemFault;
import org.jzfof.hdf5.chunks.DataFile;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Info;

/**
 * Consecutive values of a dataset in its file or in an external file.
 *
 * @param file path; of an external file in the folder in which the library looks for it
 * @param offset of the first value in the file
 */
record StoredExtent(Path file, long offset, long bytes) {
  private static final String ORIGIN = "${ORIGIN}";

  /** The extent of a contiguous dataset that was written. */
  static StoredExtent contiguous(long dataset, Hdf5Info info) {
    return new StoredExtent(DataFile.path(dataset), H5.H5Dget_offset(dataset), bytes(info));
  }

  private static long bytes(Hdf5Info info) {
    return info.rows() * info.columns() * info.bytes();
  }

  /** The extents of a dataset with external values, in order. */
  static List<StoredExtent> external(long dataset, long properties, Hdf5Info info) {
    List<StoredExtent> parts = new ArrayList<>();
    long rest = bytes(info);
    int files = H5.H5Pget_external_count(properties);
    for (int i = 0; i < files && rest > 0; i++) {
      String[] name = new String[1];
      long[] offsetAndBytes = new long[2];
      H5.H5Pget_external(properties, i, 1 << 12, name, offsetAndBytes);
      long bytes = offsetAndBytes[1] < 0 ? rest : Math.min(rest, offsetAndBytes[1]);
      parts.add(new StoredExtent(resolve(dataset, name[0]), offsetAndBytes[0], bytes));
      rest -= bytes;
    }
    return parts;
  }

  private static Path resolve(long dataset, String name) {
    String prefix = System.getenv(Hdf5Exception.EXTERNAL_PREFIX);
    if (prefix == null || prefix.isEmpty() || Path.of(name).isAbsolute()) {
      return Path.of(name);
    }
    Path folder = Path.of(H5.H5Fget_name(dataset)).toAbsolutePath().getParent();
    String directory =
        prefix.startsWith(ORIGIN) ? folder + prefix.substring(ORIGIN.length()) : prefix;
    return Path.of(directory, name);
  }

  /**
   * Requires that the file is long enough, because the library reads zeros beyond its end.
   *
   * @throws Hdf5Exception if the file does not exist or is truncated
   */
  void require() {
    try {
      long available = Files.size(file);
      if (available < offset + bytes) {
        throw new Hdf5Exception(
            "its values are in %s, which has %d of the %d bytes"
                .formatted(file, available, offset + bytes));
      }
    } catch (IOException e) {
      throw missing(e);
    }
  }

  /**
   * Opens the file; the caller closes the result.
   *
   * @throws Hdf5Exception if the file does not exist or cannot be opened
   */
  DataFile open() {
    try {
      return DataFile.open(file);
    } catch (NoSuchFileException e) {
      throw missing(e);
    } catch (IOException e) {
      throw new Hdf5Exception(SystemFault.cause(e), e);
    }
  }

  private Hdf5Exception missing(IOException cause) {
    return new Hdf5Exception(
        "its values are in %s, which does not exist; run jzfof in the folder of that file, or set %s to that folder"
            .formatted(file, Hdf5Exception.EXTERNAL_PREFIX),
        cause);
  }
}
