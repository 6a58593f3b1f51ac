package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.util.List;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * Chunked storage of a dataset; chunks that are never written take no space.
 *
 * @param filters filters that are applied to each chunk, in this order
 */
public record Hdf5Chunks(long rows, List<Filter> filters) {
  /** A filter of the HDF5 library. */
  public enum Filter {
    /** Groups bytes of equal significance; before GZIP. */
    SHUFFLE(HDF5Constants.H5Z_FILTER_SHUFFLE),
    /** Lossless compression, level 4. */
    GZIP(HDF5Constants.H5Z_FILTER_DEFLATE, 4),
    /** Checksum that is verified on reading. */
    FLETCHER32(HDF5Constants.H5Z_FILTER_FLETCHER32),
    /** Lossless packing of integers: minimum and the bits needed above it. */
    SCALE_OFFSET(HDF5Constants.H5Z_FILTER_SCALEOFFSET, 2, 0);

    private final int id;
    private final int[] parameters;

    Filter(int id, int... parameters) {
      this.id = id;
      this.parameters = parameters;
    }

    void add(long properties) {
      H5.H5Pset_filter(
          properties, id, HDF5Constants.H5Z_FLAG_MANDATORY, parameters.length, parameters);
    }
  }

  /** Creates a dataset of zeros with such chunks, or a contiguous one where they are null. */
  public static void create(
      Hdf5Writer out, String path, Hdf5Type type, Hdf5Chunks chunks, long... dims) {
    if (chunks == null) {
      out.dataset(path, type, dims);
    } else {
      out.create(path, type, properties -> chunks.set(properties, dims), dims);
    }
  }

  void set(long properties, long[] dims) {
    long[] chunk = dims.clone();
    chunk[0] = Math.max(1, Math.min(rows, dims[0]));
    H5.H5Pset_chunk(properties, chunk.length, chunk);
    filters.forEach(f -> f.add(properties));
  }
}
