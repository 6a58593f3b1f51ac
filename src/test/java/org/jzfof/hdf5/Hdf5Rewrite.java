package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.nio.file.Path;
import org.jzfof.hdf5.library.Hdf5Id;
import org.jzfof.hdf5.library.Hdf5Info;

/** Writes a file once more, with its datasets stored in another way. */
public final class Hdf5Rewrite {
  private static final long DEFAULT = HDF5Constants.H5P_DEFAULT;

  private Hdf5Rewrite() {}

  /** In chunks, in the newest format that the library has. */
  public static void latest(Path from, Path to, Hdf5Chunks chunks) {
    rewrite(from, to, true, (properties, dims) -> chunks.set(properties, dims));
  }

  /** With all values in the headers of the datasets, of at most 64 KiB each. */
  public static void compact(Path from, Path to) {
    rewrite(
        from,
        to,
        false,
        (properties, dims) -> H5.H5Pset_layout(properties, HDF5Constants.H5D_COMPACT));
  }

  /** Sets how a dataset of some shape is stored. */
  @FunctionalInterface
  private interface Storage {
    void set(long properties, long[] dims);
  }

  private static void rewrite(Path from, Path to, boolean latest, Storage storage) {
    try (Hdf5File source = Hdf5File.open(from);
        Hdf5Id access = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_FILE_ACCESS))) {
      if (latest) {
        int format = HDF5Constants.H5F_LIBVER_LATEST;
        H5.H5Pset_libver_bounds(access.value(), format, format);
      }
      try (Hdf5Id target =
          new Hdf5Id(
              H5.H5Fcreate(to.toString(), HDF5Constants.H5F_ACC_TRUNC, DEFAULT, access.value()),
              H5::H5Fclose)) {
        for (String group : source.children("/")) {
          if (group.startsWith("PartType")) {
            H5.H5Gclose(H5.H5Gcreate(target.value(), group, DEFAULT, DEFAULT, DEFAULT));
            for (String name : source.children("/" + group)) {
              dataset(source, target, "/" + group + "/" + name, storage);
            }
          } else {
            H5.H5Ocopy(source.id(), group, target.value(), group, DEFAULT, DEFAULT);
          }
        }
      }
    }
  }

  private static void dataset(Hdf5File source, Hdf5Id target, String path, Storage storage) {
    try (Hdf5Dataset data = source.dataset(path);
        Hdf5Id old = Hdf5Id.dataset(H5.H5Dopen(source.id(), path, DEFAULT));
        Hdf5Id type = Hdf5Id.type(H5.H5Dget_type(old.value()));
        Hdf5Id space = Hdf5Id.space(H5.H5Dget_space(old.value()));
        Hdf5Id properties = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_DATASET_CREATE))) {
      Hdf5Info info = data.info();
      storage.set(properties.value(), info.dims());
      byte[] bytes = new byte[Math.toIntExact(info.rows() * info.columns() * info.bytes())];
      data.read(0, (int) info.rows(), bytes);
      try (Hdf5Id copy = Hdf5Extras.create(target, path, type.value(), space, properties)) {
        int all = HDF5Constants.H5S_ALL;
        H5.H5Dwrite(copy.value(), type.value(), all, all, DEFAULT, bytes);
      }
    }
  }
}
