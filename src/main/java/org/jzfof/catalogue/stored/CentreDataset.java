package org.jzfof.catalogue.stored;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.domain.Box;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.SystemFault;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Info;

/** Reads positions from a dataset [n, 3] of an HDF5 file. */
final class CentreDataset {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};

  /**
   * Maximum offset of the signature: a user block may precede it, of 512 bytes, 1024, and so on.
   */
  private static final int MAX_USER_BLOCK = 1 << 16;

  private static final int MIN_USER_BLOCK = 512;

  private CentreDataset() {}

  /** Returns whether a file has the signature of HDF5. */
  static boolean isHdf5(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(MAX_USER_BLOCK + SIGNATURE.length);
      for (int at = 0; at + SIGNATURE.length <= start.length; ) {
        if (Arrays.equals(start, at, at + SIGNATURE.length, SIGNATURE, 0, SIGNATURE.length)) {
          return true;
        }
        at = at == 0 ? MIN_USER_BLOCK : 2 * at;
      }
      return false;
    } catch (IOException e) {
      throw new CatalogueException("cannot read %s: %s".formatted(file, SystemFault.cause(e)), e);
    }
  }

  static CentreTable read(Path file, String dataset, Box box) {
    String path = dataset.startsWith("/") ? dataset : "/" + dataset;
    double[] position =
        StoredCatalogue.reading(
            file,
            f -> {
              if (!f.isDataset(path)) {
                throw new CatalogueException(
                    "%s has no dataset %s: name one of positions [N, 3]".formatted(file, path));
              }
              return read(f, file, path);
            });
    return new CentreTable(file, position, null)
        .inside(box, row -> "row %d of %s in %s".formatted(row, path, file));
  }

  private static double[] read(Hdf5File f, Path file, String path) {
    try (Hdf5Dataset data = f.dataset(path)) {
      Hdf5Info info = data.info();
      long[] dims = info.dims();
      boolean numbers = info.kind() == Hdf5Info.Kind.FLOAT || info.kind() == Hdf5Info.Kind.INTEGER;
      if (!numbers || dims.length != 2 || dims[1] != 3 || dims[0] > Integer.MAX_VALUE / 3) {
        throw new CatalogueException(
            "%s in %s has the shape %s%s: name a dataset of positions [N, 3] with N below 2^31 / 3"
                .formatted(path, file, Arrays.toString(dims), numbers ? "" : " and no numbers"));
      }
      double[] position = new double[3 * (int) dims[0]];
      data.read(0, (int) dims[0], position);
      return position;
    }
  }
}
