package org.jzfof.hdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import java.util.Set;
import org.jzfof.hdf5.library.Hdf5Id;

/**
 * Chooses the filters for a dataset whose values are rewritten in another order. Lossy filters are
 * replaced: their rounding depends on the other values of the chunk, so that values would be
 * rounded again, and differently.
 */
final class LosslessFilters {
  /**
   * Numbers of lossless filters, as registered with The HDF Group: those of the library except
   * scale-offset, then LZO, bzip2, LZF, Blosc, Snappy, LZ4, bitshuffle, SPDP and Zstandard.
   */
  private static final Set<Integer> LOSSLESS =
      Set.of(1, 2, 3, 4, 5, 305, 307, 32000, 32001, 32003, 32004, 32008, 32009, 32015);

  /** H5Z_FILTER_SCALEOFFSET. */
  private static final int SCALE_OFFSET = 6;

  private static final int LEVEL = 4;

  private LosslessFilters() {}

  /**
   * Returns creation properties for a chunked dataset. Shuffle and gzip replace the stored filters
   * if one of them may change values or cannot be applied in this environment; a checksum is kept.
   *
   * @param stored creation properties of the source dataset
   * @return new properties, which the caller closes
   */
  static Hdf5Id properties(long stored, int rank) {
    boolean faithful = true;
    boolean checksum = false;
    for (int i = 0; i < H5.H5Pget_nfilters(stored); i++) {
      int[] parameters = new int[2];
      long[] count = {parameters.length};
      String[] name = {""};
      int id = H5.H5Pget_filter(stored, i, new int[1], count, parameters, 256, name, new int[1]);
      faithful &= isLossless(id, parameters) && canApply(id);
      checksum |= id == HDF5Constants.H5Z_FILTER_FLETCHER32;
    }
    return faithful ? Hdf5Id.properties(H5.H5Pcopy(stored)) : compressed(stored, rank, checksum);
  }

  private static Hdf5Id compressed(long stored, int rank, boolean checksum) {
    Hdf5Id properties = Hdf5Id.properties(H5.H5Pcreate(HDF5Constants.H5P_DATASET_CREATE));
    long[] chunk = new long[rank];
    H5.H5Pget_chunk(stored, rank, chunk);
    H5.H5Pset_chunk(properties.value(), rank, chunk);
    H5.H5Pset_shuffle(properties.value());
    H5.H5Pset_deflate(properties.value(), LEVEL);
    if (checksum) {
      H5.H5Pset_fletcher32(properties.value());
    }
    return properties;
  }

  /** Scale-offset is lossless for integers unless its parameters limit the number of bits. */
  private static boolean isLossless(int id, int[] parameters) {
    return LOSSLESS.contains(id)
        || id == SCALE_OFFSET
            && parameters[0] == HDF5Constants.H5Z_SO_INT
            && parameters[1] == HDF5Constants.H5Z_SO_INT_MINBITS_DEFAULT;
  }

  private static boolean canApply(int id) {
    return H5.H5Zfilter_avail(id) > 0
        && (H5.H5Zget_filter_info(id) & HDF5Constants.H5Z_FILTER_CONFIG_ENCODE_ENABLED) != 0;
  }
}
