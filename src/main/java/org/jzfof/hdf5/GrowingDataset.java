package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import org.jzfof.hdf5.library.Hdf5Id;
import org.jzfof.hdf5.library.Hdf5Type;

/** A new dataset of bytes whose length is not known before its last byte is written. */
public final class GrowingDataset {
  private final Hdf5Writer file;
  private final String path;
  private long length;

  /**
   * Creates the dataset, without bytes; its group must exist.
   *
   * @param chunk number of bytes that are stored together
   */
  public GrowingDataset(Hdf5Writer file, String path, long chunk) {
    this.file = file;
    this.path = path;
    file.create(
        path,
        Hdf5Type.UINT8::open,
        properties -> {
          H5.H5Pset_chunk(properties, 1, new long[] {chunk});
          // Otherwise the library fills a new chunk before its first values are written.
          H5.H5Pset_fill_time(properties, HDF5Constants.H5D_FILL_TIME_NEVER);
        },
        new long[] {HDF5Constants.H5S_UNLIMITED},
        0);
  }

  /** Number of bytes so far. */
  public long length() {
    return length;
  }

  /** Appends bytes. */
  public void append(byte[] bytes) {
    Hdf5Library.run(
        () -> {
          try (Hdf5Id dataset = Hdf5Id.dataset(H5.H5Dopen(file.id(), path, 0))) {
            H5.H5Dset_extent(dataset.value(), new long[] {length + bytes.length});
          }
        });
    file.write(path, length, bytes.length, bytes);
    length += bytes.length;
  }
}
